/** Faults: an event that the target would refuse is not sent, and its outcome names the invalid field. */
import assert from 'node:assert/strict'
import { Type, type TObjectOptions } from 'typebox'
import { skipped } from '../../schemas/outcome.ts'
import { prepare, stored, type Setting } from './prepared.ts'

describe('a fault of an event', () => {
  it('names the missing or invalid field and what was expected, never its value', () => {
    const secret = 'hunter2'
    const wrong: readonly (readonly [
      Readonly<Record<string, unknown>>,
      Setting['linkage'],
      ReturnType<typeof skipped>,
    ])[] = [
      [{}, { '*': { time: 'absent' } }, skipped('missing_required', { detail: 'time is missing: integer' })],
      [{}, { '*': { time: 'email' } }, skipped('invalid_field', { detail: 'time must be integer' })],
      [
        {},
        { '*': { name: { list: [{ const: secret }] } } },
        skipped('invalid_field', { detail: 'name must be string' }),
      ],
      [
        {},
        { '*': { time: { from: 'email', as: 'integer' } } },
        skipped('invalid_field', { detail: 'time cannot be cast to integer' }),
      ],
    ]
    for (const [members, linkage, outcome] of wrong)
      assert.deepEqual(prepare(stored(members), linkage ? { linkage } : {}), outcome)
  })

  it("explains a target's rules on the combination of fields", () => {
    const fields = (rules: TObjectOptions) => ({
      target: {
        fields: Type.Object({}, rules),
        linkage: { name: 'target_event', extra: 'user_id' },
        linkageByEvent: {},
        identity: [],
      },
    })
    const detailOf = (rules: TObjectOptions) => {
      const prepared = prepare(stored({ user_id: 'u-1' }), fields(rules))
      return 'outcome' in prepared ? prepared.detail : undefined
    }
    const needs = { required: ['data'], properties: { data: { required: ['items'] } } }
    const isPurchase = { properties: { name: { const: 'PURCHASE' } } }
    assert.equal(detailOf({ allOf: [{ if: isPurchase, then: needs }] }), 'data is missing')
    assert.equal(
      detailOf({ anyOf: [needs, { properties: { name: { not: { enum: ['PURCHASE'] } } } }] }),
      'data is missing',
    )
    assert.equal(detailOf({ anyOf: [{ required: ['email'] }, { required: ['phone'] }] }), 'email is missing')
    assert.equal(detailOf({ minProperties: 3 }), 'The fields must have at least 3 members')
    assert.equal(detailOf({ not: {} }), 'The fields are not valid together')
    assert.equal(detailOf({ maxProperties: 2 }), undefined)
  })
})
