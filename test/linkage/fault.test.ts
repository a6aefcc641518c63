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
      [
        { event_data: { value: 1 } },
        {},
        skipped('missing_required', { detail: 'data.currency is missing: data.value requires it' }),
      ],
      [
        { event_data: { items: [{ item_id: 'A' }, { price: 1 }] } },
        {},
        skipped('missing_required', { detail: 'data.contents[1].id is missing: string' }),
      ],
      [
        { event_data: { value: secret } },
        {},
        skipped('invalid_field', { detail: 'data.value must be number' }),
      ],
      [
        { event_data: { currency: secret } },
        {},
        skipped('invalid_field', { detail: 'data.currency must be string, pattern ^[A-Z]{3}$' }),
      ],
      [
        { source: secret },
        { '*': { where: 'source' } },
        skipped('invalid_field', { detail: 'where must be one of web, app' }),
      ],
      [
        {},
        { '*': { extra: { const: secret } } },
        skipped('invalid_field', { detail: 'extra is not a field of the target' }),
      ],
      [
        { event_data: { items: [{ item_id: 'A', price: secret }] } },
        {},
        skipped('invalid_field', { detail: 'data.contents[0].price must be number' }),
      ],
      [{}, { '*': { data: { const: secret } } }, skipped('invalid_field', { detail: 'data must be object' })],
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
    assert.equal(detailOf({ maxProperties: 1 }), 'The fields must have at most 1 members')
    assert.equal(detailOf({ minProperties: 3 }), 'The fields must have at least 3 members')
    assert.equal(detailOf({ propertyNames: { maxLength: 4 } }), 'extra is not a name that the target accepts')
    assert.equal(detailOf({ not: {} }), 'The fields are not valid together')
    assert.equal(detailOf({ maxProperties: 2 }), undefined)
  })
})
