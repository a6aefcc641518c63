/** Console: what the page of a destination says of each form of source and of condition. */
import assert from 'node:assert/strict'
import { changeText, linkSourceText } from '../../functions/console/link_text.ts'
import { sourceForms, type LinkCondition, type Source } from '../../schemas/link.ts'

const sources: readonly (readonly [Source, string])[] = [
  ['email', 'email'],
  [{ const: 'web' }, 'always "web"'],
  [{ from: 'coupon', default: 'none' }, 'coupon, else "none"'],
  [{ first: ['fbc', 'fbclid'] }, 'fbc, else fbclid'],
  [{ template: '{currency} {value}' }, '{currency} {value}'],
  [{ each: 'items', map: { id: 'item_id' } }, 'for each of items: id'],
  [{ list: ['email', 'phone'] }, 'a list of email, phone'],
  [{ pluck: 'items.item_id' }, 'items.item_id, of each element'],
  [{ sum: 'items.price', times: 'quantity' }, 'the sum of items.price times quantity'],
  [{ count: 'items' }, 'the number of items'],
  [{ object: { a: 'email' } }, 'an object with a'],
  [{ rest: { except: ['tax'] } }, 'all other event fields except tax'],
  [
    { when: { path: 'value', gt: 5 }, then: 'email', else: 'phone' },
    'email if value is greater than 5, else phone',
  ],
  [{ multiply: ['value', 100] }, 'value × 100'],
  [{ subtract: [5, 'tax'] }, '5 − tax'],
  [{ lookup: 'minor_units', key: 'currency' }, 'currency, looked up in minor_units'],
  [{ divide: [{ subtract: ['value', 'tax'] }, 'value'] }, '(value − tax) ÷ value'],
  [
    { add: ['value', { lookup: 'minor_units', key: 'currency', default: 100 }] },
    'value + (currency, looked up in minor_units, else 100)',
  ],
  [{ time: 'event_time', format: '{day}.{month}.' }, 'event_time as {day}.{month}. in UTC'],
  [
    { time: 'event_time', format: '{hour}', time_zone: 'Europe/Berlin' },
    'event_time as {hour} in Europe/Berlin',
  ],
]

const conditions: readonly (readonly [LinkCondition, string])[] = [
  [{ path: 'a', eq: 'b' }, 'a is "b"'],
  [{ path: 'a', ne: 'b' }, 'a is not "b"'],
  [{ path: 'a', in: ['b', 1] }, 'a is "b" or 1'],
  [{ path: 'a', exists: false }, 'a is absent'],
  [{ path: 'a', gte: 1 }, 'a is at least 1'],
  [{ path: 'a', lt: '2026-03-14' }, 'a is less than 2026-03-14'],
  [{ path: 'a', lte: 1 }, 'a is at most 1'],
  [{ path: 'a', matches: '^b' }, 'a matches ^b'],
  [
    {
      or: [
        {
          and: [
            { path: 'a', gt: 1 },
            { path: 'b', exists: true },
          ],
        },
        { not: { path: 'c', eq: true } },
      ],
    },
    '(a is greater than 1 and b is present) or (not c is true)',
  ],
]

describe('the text of a link', () => {
  it('says what each form of source reads', () => {
    for (const [source, text] of sources) assert.equal(linkSourceText(source), text)
    const shown = new Set(
      sources.flatMap(([source]) => (typeof source === 'string' ? [] : Object.keys(source))),
    )
    assert.deepEqual(
      [...sourceForms.keys()].filter((form) => !shown.has(form)),
      [],
    )
  })

  it('says what each condition tests', () => {
    for (const [when, text] of conditions)
      assert.equal(linkSourceText({ when, then: 'email' }), `email if ${text}`)
  })

  it('says how the value is changed', () => {
    assert.equal(changeText({ multiply: ['value', 100], as: 'integer' }), 'as integer')
  })
})
