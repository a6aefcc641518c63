/** Attacks on rules: whatever a condition does, a decision is made, it does not depend on the order of the rules, and it never permits what a
 * rule that failed could have restricted. */
import assert from 'node:assert/strict'
import { compileDecisions } from '../../functions/decision/decide.ts'
import type { Decision, Rule } from '../../schemas/decision.ts'
import { attacked, conditions, refused } from './rules/conditions.ts'

const hostile = Object.entries(conditions).flatMap(([kind, all]) =>
  Object.entries(all).map(([when, expected]) => ({ kind, when, expected })),
)

const all: Rule = { id: 'all', effect: 'permit', when: 'true' }
const none: Rule = { id: 'none', effect: 'restrict', when: 'true' }
const never: Rule = { id: 'never', effect: 'permit', when: 'false' }

function decide(...rules: readonly Rule[]): Pick<Decision, 'rule' | 'reason'> {
  const decisions = compileDecisions([
    { id: 'crm', target: 'webhook', purpose: 'generic', rules: [...rules] },
  ])
  const [{ permitted, rule, reason }] = decisions(attacked) as [Decision]
  assert.equal(permitted, reason === 'permitted')
  return { rule, reason }
}

function permittedBy(rule: string) {
  return { rule, reason: 'permitted' }
}

const failed = { rule: 'odd', reason: 'rule_error' }

describe('an attack on the rules', () => {
  it('is made of at least 100 conditions, half of which fail', () => {
    assert.ok(hostile.length >= 100, String(hostile.length))
    assert.ok(hostile.filter(({ expected }) => expected === 'fails').length >= 50)
  })

  for (const { kind, when, expected } of hostile) {
    it(`of ${kind}: ${when} ${expected === 'fails' ? 'fails' : `is ${expected}`}`, () => {
      const permit: Rule = { id: 'odd', effect: 'permit', when }
      const restrict: Rule = { id: 'odd', effect: 'restrict', when }
      const alone = { true: permittedBy('odd'), false: { rule: null, reason: 'no_permit' }, fails: failed }
      for (const rules of [[permit], [permit, never], [never, permit]])
        assert.deepEqual(decide(...rules), alone[expected])
      assert.deepEqual(decide(all, permit), permittedBy('all'))
      assert.deepEqual(decide(permit, all), permittedBy(expected === 'true' ? 'odd' : 'all'))
      const restricted = {
        true: { rule: 'odd', reason: 'by_rule' },
        false: permittedBy('all'),
        fails: failed,
      }
      for (const rules of [
        [restrict, all],
        [all, restrict],
        [all, never, restrict],
      ])
        assert.deepEqual(decide(...rules), restricted[expected])
      for (const rules of [
        [restrict, none, all],
        [all, none, restrict],
        [none, all, restrict],
      ])
        assert.equal(decide(...rules).reason, 'by_rule')
    })
  }

  for (const when of refused)
    it(`is refused before it is deployed: ${JSON.stringify(when)}`, () =>
      assert.throws(
        () => decide({ id: 'odd', effect: 'permit', when }),
        /^Error: Invalid condition in rule "odd"/,
      ))
})
