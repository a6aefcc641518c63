/** Fields that a target would refuse: they are cast if they have one meaning, else left out if they are optional, and the outcome tells it. */
import assert from 'node:assert/strict'
import { Type, type TSchema } from 'typebox'
import { fieldsOf, prepare, stored, type Setting } from './prepared.ts'

const text = Type.Optional(Type.String({ minLength: 1, maxLength: 5 }))

/** A target with one optional field `x`, which gets the event's `x` as it is. */
function only(schema: TSchema, target: Setting['target'] = {}): Setting {
  return {
    target: {
      fields: Type.Object({ x: Type.Optional(schema) }, { additionalProperties: false }),
      linkage: { x: 'x' },
      linkageByEvent: {},
      identity: [],
      ...target,
    },
  }
}

function sent(x: unknown, setting: Setting) {
  const prepared = prepare(stored({ event_data: { x } }), setting)
  assert.ok('fields' in prepared, JSON.stringify(prepared))
  assert.equal(prepared.text, JSON.stringify(prepared.fields))
  const { x: value } = prepared.fields
  return prepared.leftOut ? { value, leftOut: prepared.leftOut } : { value }
}

describe('an invalid optional field', () => {
  const casts: readonly (readonly [title: string, TSchema, from: unknown, to: unknown])[] = [
    ['a number is read from its text', Type.Number(), ' 12.50 ', 12.5],
    ['a negative number too', Type.Number(), '-3e2', -300],
    ['a whole number is read from its text', Type.Integer(), '2.0', 2],
    ['text is made of a number', Type.String(), 1842, '1842'],
    ['text is trimmed', Type.String({ pattern: '^\\S+$' }), ' A1\n', 'A1'],
    ['text is cut at the maximum, in code points', text, 'αβγ😀εζη', 'αβγ😀ε'],
    ['a currency gets upper case', Type.String({ pattern: '^[A-Z]{3}$' }), 'eur', 'EUR'],
    ['a listed value gets its case', Type.Enum(['web', 'APP']), 'app ', 'APP'],
    ['a listed number is found by its text', Type.Enum([0, 1]), '1', 1],
    ['true is read from its text', Type.Boolean(), 'TRUE', true],
    ['one value becomes a list', Type.Array(Type.String()), 'a', ['a']],
    ['elements of a list are cast', Type.Array(Type.Number()), ['1', 2], [1, 2]],
    ['an alternative is chosen', Type.Union([Type.Integer(), Type.Null()]), '7', 7],
  ]
  for (const [title, schema, from, to] of casts)
    it(`is cast: ${title}`, () => assert.deepEqual(sent(from, only(schema)), { value: to }))

  const left: readonly (readonly [title: string, TSchema, from: unknown, detail: string])[] = [
    ['a number with separators', Type.Number(), '1,299.00', 'x must be number'],
    ['text without digits', Type.Number(), 'free', 'x must be number'],
    ['a hexadecimal number', Type.Number(), '0x10', 'x must be number'],
    ['a fraction where a whole number is required', Type.Integer(), 1.5, 'x must be integer'],
    ['an object where text is required', Type.String(), { a: 1 }, 'x must be string'],
    ['a number without a plain notation', Type.String(), 1e21, 'x must be string'],
    ['an unclear truth value', Type.Boolean(), 'yes', 'x must be boolean'],
    [
      'an id that is too long, which is not cut',
      Type.String({ maxLength: 3, whole: true }),
      'abcd',
      'x must be string, maxLength 3',
    ],
    [
      'a list without a valid element',
      Type.Array(Type.Number()),
      ['a'],
      'x is left out: x[0] must be number',
    ],
  ]
  for (const [title, schema, from, detail] of left)
    it(`is left out and told: ${title}`, () =>
      assert.deepEqual(sent(from, only(schema)), { value: undefined, leftOut: [detail] }))

  it('leaves out bad elements of a list, and elements and members beyond the maximum', () => {
    assert.deepEqual(sent([1, 'a', 3, 4], only(Type.Array(Type.Number(), { maxItems: 2 }))), {
      value: [1, 3],
      leftOut: ['x[1] must be number', 'x[3] is beyond the maximum of 2 elements'],
    })
    const names = Type.Object(
      { a: text },
      { additionalProperties: text, maxProperties: 2, propertyNames: { pattern: '^[a-z]+$' } },
    )
    assert.deepEqual(sent({ c: 'c', 'B-1': 'b', b: 'b', a: 'a' }, only(names)), {
      value: { c: 'c', a: 'a' },
      leftOut: ['x.B-1 is not a name that the target accepts', 'x.b is beyond the maximum of 2 members'],
    })
  })

  it('leaves out a whole element if a required member of it is invalid', () => {
    const event = stored({
      event_data: { value: 1, currency: 'EUR', items: [{ item_id: 'A', price: 'free' }, { price: 2 }] },
    })
    const prepared = prepare(event)
    assert.ok('fields' in prepared)
    assert.deepEqual(prepared.fields['data'], { value: 1, currency: 'EUR', contents: [{ id: 'A' }] })
    assert.deepEqual(prepared.leftOut, [
      'data.contents[0].price must be number',
      'data.contents[1] is left out: data.contents[1].id is missing: string',
    ])
  })

  it('leaves out a member that requires a missing one, and an object that has become empty', () => {
    const prepared = prepare(stored({ event_data: { value: 1 } }))
    assert.ok('fields' in prepared)
    assert.equal('data' in prepared.fields, false)
    assert.deepEqual(prepared.leftOut, ['data is left out: data.value requires data.currency'])
  })

  it('leaves out the other fields of its group, also inside lists', () => {
    const item = Type.Object({ id: text, price: Type.Optional(Type.Number()), unit: text })
    const schema = Type.Object({ list: Type.Optional(Type.Array(item)), total: Type.Optional(Type.Number()) })
    const setting = only(schema, {
      together: [
        ['x.list[].price', 'x.list[].unit'],
        ['x.total', 'x.list'],
      ],
    })
    const list = [
      { id: 'a', price: 'free', unit: 'EUR' },
      { id: 'b', price: 2, unit: 'EUR' },
    ]
    assert.deepEqual(sent({ list, total: 4 }, setting), {
      value: { list: [{ id: 'a' }, list[1]], total: 4 },
      leftOut: ['x.list[0].price must be number', 'x.list[0].unit is left out with x.list[0].price'],
    })
    assert.deepEqual(sent({ list, total: 'many', more: 1 }, setting), {
      value: { more: 1 },
      leftOut: ['x.list is left out with x.total', 'x.total must be number'],
    })
  })

  it('skips the event if the field must be kept: an id, an opt-out, consent', () => {
    const schema = Type.Object({ flag: Type.Optional(Type.Array(Type.Enum(['LDU']))) })
    const kept: readonly Setting['target'][] = [
      { dedup: 'x.flag' },
      { keep: ['x.flag'] },
      { honours: { flag: 'x.flag', docs: 'https://shop.example' } },
    ]
    for (const target of kept)
      for (const flag of ['no', ['LDU', 'no'], { a: 1 }])
        assert.deepEqual(prepare(stored({ event_data: { x: { flag } } }), only(schema, target)), {
          outcome: 'skipped',
          reason: 'invalid_field',
          detail: `x.flag[${Array.isArray(flag) ? 1 : 0}] must be one of LDU`,
        })
  })

  it('tells a value that the link could not cast or normalize', () => {
    const linkage = {
      '*': { 'data.value': { from: 'value', as: 'number' }, 'data.currency': 'currency' },
    } as const
    const prepared = prepare(stored({ email: 'nobody', event_data: { value: 'free', currency: 'EUR' } }), {
      linkage,
      target: { identity: [], linkageByEvent: {}, together: [['data.value', 'data.currency']] },
    })
    assert.ok('fields' in prepared)
    assert.deepEqual(Object.keys(prepared.fields), ['name', 'time'])
    assert.deepEqual(prepared.leftOut, [
      'user.em cannot be normalized',
      'data.value cannot be cast to number',
      'data is left out: data.currency is left out with data.value',
    ])
  })

  it('names at most 20 fields', () => {
    const list = Array.from({ length: 30 }, () => 'a')
    const { leftOut } = sent([1, ...list], only(Type.Array(Type.Number())))
    assert.equal(leftOut?.length, 21)
    assert.equal(leftOut.at(-1), 'and 10 more')
  })
})

describe('further fields, extra.<path>', () => {
  const target = {
    extra: true as const,
    fields: Type.Object({
      name: Type.String(),
      data: Type.Optional(Type.Object({ value: Type.Number() })),
      extra: Type.Optional(Type.Object({}, { additionalProperties: true })),
    }),
    linkage: { name: 'target_event', 'data.value': 'value' },
    linkageByEvent: {},
    identity: [],
  }

  it('are put at their path; a field of the target overrides them', () => {
    const linkage = {
      '*': {
        'extra.data.note': { const: 'n' },
        'extra.data.value': { const: 0 },
        'extra.deep.x': 'currency',
      },
    } as const
    assert.deepEqual(fieldsOf(stored(), { target, linkage }), {
      name: 'PURCHASE',
      data: { note: 'n', value: 59.8 },
      deep: { x: 'EUR' },
    })
  })
})
