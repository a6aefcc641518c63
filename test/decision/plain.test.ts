/** Plain conditions: their results equal those of the interpreter. */
import assert from 'node:assert/strict'
import { Environment } from '@marcbachmann/cel-js'
import { compileDecisions } from '../../functions/decision/decide.ts'
import { plainCondition } from '../../functions/decision/plain.ts'
import { randomFrom, type Random } from '../ingest/random.ts'

const interpreter = new Environment({ unlistedVariablesAreDyn: false })
  .registerVariable('event', 'map')
  .registerVariable('destination', 'map')

const fields = [
  'event.event_name',
  'event.country',
  'event.event_data.content_name',
  'event.event_data.method',
]
const texts = ["'purchase'", "'GB'", "''", "'it\\'s'", '"é"']

function comparison(random: Random): string {
  return random.pick([
    `${random.pick(fields)} ${random.pick(['==', '!='])} ${random.pick(texts)}`,
    `${random.pick(texts)} ${random.pick(['==', '!='])} ${random.pick(fields)}`,
    `${random.pick(fields)} in [${random.some(3, () => random.pick(texts)).join(', ')}]`,
    random.pick(['true', 'false']),
  ])
}

function condition(random: Random, depth = 3): string {
  const kind = depth > 0 ? random.below(5) : 4
  if (kind === 0) return `!(${condition(random, depth - 1)})`
  if (kind > 2) return comparison(random)
  return `(${condition(random, depth - 1)} ${random.pick(['&&', '||'])} ${condition(random, depth - 1)})`
}

const values = ['purchase', 'GB', '', "it's", 'é', 'other', null, 3, true, undefined]

function randomEvent(random: Random): Record<string, unknown> {
  return {
    event_name: random.pick(values),
    country: random.pick(values),
    event_data: random.pick([
      { content_name: random.pick(values), method: random.pick(values) },
      {},
      undefined,
    ]),
  }
}

/** The interpreter's result; undefined if it throws or returns another type. */
function interpreted(when: string, event: object): unknown {
  try {
    const result: unknown = interpreter.parse(when)({ event, destination: {} })
    return typeof result === 'boolean' ? result : undefined
  } catch {
    return undefined
  }
}

describe('a plain condition', () => {
  it('has the result of the interpreter, for any event', () => {
    let evaluated = 0
    for (let seed = 1; seed <= 3000; seed++) {
      const random = randomFrom(seed)
      const when = condition(random)
      const plain = plainCondition(interpreter.parse(when).ast)
      assert.ok(plain, when)
      const event = randomEvent(random)
      const message = `${when} of ${JSON.stringify(event)}`
      const result = plain(event)
      if (result !== undefined) {
        evaluated++
        assert.equal(result, interpreted(when, event), message)
      }
      const rules = [{ id: 'rule', effect: 'permit' as const, when }]
      const destination = { id: 'crm', target: 'webhook', purpose: 'generic' as const, rules }
      const [decision] = compileDecisions([destination])(event)
      const reason = { true: 'permitted', false: 'no_permit', undefined: 'rule_error' }
      assert.equal(decision?.reason, reason[`${interpreted(when, event) as boolean | undefined}`], message)
    }
    assert.ok(evaluated > 1000)
  })

  it('is undefined for a condition with any other part', () => {
    const others = [
      'has(event.email)',
      "event.event_name.startsWith('a')",
      'event.session_number > 3',
      'event.session_number == 3',
      "event['country'] == 'GB'",
      "destination.id == 'crm'",
      "event.event_name == 'a' && has(event.email)",
      "event.country in ['GB', event.region]",
      'event.country == event.region',
    ]
    for (const when of others) assert.equal(plainCondition(interpreter.parse(when).ast), undefined, when)
  })
})
