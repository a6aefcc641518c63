/** Attacks on patterns, rules and definitions: whatever a rule is and whatever an event holds, an evaluation ends within its bound. */
import assert from 'node:assert/strict'
import { conditionProblems } from '../../functions/decision/check_condition.ts'
import { compileEventCondition } from '../../functions/decision/conditions.ts'
import { compileDecisions } from '../../functions/decision/decide.ts'
import { cpuMs } from './patterns/cpu.ts'
import { hostileEvents } from './patterns/events.ts'
import { hostileConditions, hostilePatterns, refused } from './patterns/rules.ts'

/** The promise: beyond `JSON.parse` of the same event. */
const boundMs = 50

function resultOf(task: () => unknown): unknown {
  try {
    return task()
  } catch (error) {
    return error
  }
}

const own = { hasDestination: false }
function inText(pattern: string): string {
  return `event.event_data['text'].matches(${JSON.stringify(pattern)})`
}

function inEmail(pattern: string): string {
  return `event.email.matches(${JSON.stringify(pattern)})`
}

function inItems(pattern: string): string {
  return `event.event_data['items'].exists(item, item.matches(${JSON.stringify(pattern)}))`
}

describe('a hostile rule', () => {
  it('that is refused says why and where', () => {
    for (const [condition, problem] of refused)
      assert.match(conditionProblems(condition, own).join('; '), problem, condition.slice(0, 200))
  })

  it('of a person who means well does not hold up an event with a hostile address', () => {
    const when = inEmail('^([a-zA-Z0-9])+([a-zA-Z0-9._-])*@([a-zA-Z0-9_-]+)([.a-zA-Z0-9_-]+)+$')
    const rule = { id: 'address', effect: 'permit' as const, when }
    const decide = compileDecisions([{ id: 'crm', target: 'webhook', purpose: 'generic', rules: [rule] }])
    const reasonFor = (email: string): string | undefined =>
      decide({ event_name: 'sign_up', email })[0]?.reason
    assert.equal(reasonFor('ann@example.com'), 'permitted')
    assert.ok(cpuMs(() => assert.equal(reasonFor(`ann@${'a'.repeat(60)}!`), 'no_permit'), boundMs) < boundMs)
  })

  it(`ends within ${boundMs} ms on any event`, () => {
    const conditions = [
      ...hostileConditions,
      ...hostilePatterns.flatMap((each) => [inText(each), inEmail(each), inItems(each)]),
    ]
    const compiled = conditions.map((when) => [when, compileEventCondition('an attack', when)] as const)
    const slow: string[] = []
    for (const [name, make] of Object.entries(hostileEvents)) {
      const event = make()
      for (const [when, matches] of compiled) {
        const took = cpuMs(() => resultOf(() => matches(event)), boundMs)
        if (took > boundMs) slow.push(`${took} ms: ${when.slice(0, 200)} on ${name}`)
      }
    }
    assert.deepEqual(slow, [])
  })
})
