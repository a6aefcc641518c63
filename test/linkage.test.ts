/** Linkage: an event's fields become a third party's. */
import assert from 'node:assert/strict'
import { Value } from 'typebox/value'
import { compileLink } from '../functions/linkage/link.ts'
import { Link } from '../schemas/link.ts'

const event = {
  event_id: 'e-1',
  email: 'ada@example.com',
  phone: null,
  consent: { ad_storage: 'granted' },
  event_data: { value: 59.8, quantity: '3', empty: '', flag: 'true', items: [{ id: 1 }], email: 'nested' },
}

interface Case {
  link: Link
  fields: Readonly<Record<string, unknown>>
}

const cases: Readonly<Record<string, Case>> = {
  'a path reads a context field': { link: { mail: 'email' }, fields: { mail: 'ada@example.com' } },
  'a path reads an event-specific field': { link: { amount: 'value' }, fields: { amount: 59.8 } },
  'a path may say event_data': { link: { mail: 'event_data.email' }, fields: { mail: 'nested' } },
  'a path goes down': { link: { ads: 'consent.ad_storage' }, fields: { ads: 'granted' } },
  'a list is handed on whole': { link: { products: 'items' }, fields: { products: [{ id: 1 }] } },
  'a dotted field is nested': {
    link: { 'user.email': 'email', 'user.data.id': 'event_id', kind: { const: 'web' } },
    fields: { user: { email: 'ada@example.com', data: { id: 'e-1' } }, kind: 'web' },
  },
  'an absent or null source leaves its field out': {
    link: { a: 'absent', b: 'phone', 'c.d': 'consent.absent', e: 'value.deeper' },
    fields: {},
  },
  'nothing is read from what every object inherits': {
    link: { a: 'constructor', b: 'consent.toString', c: '__proto__' },
    fields: {},
  },
  'the first that is there counts': {
    link: { a: { first: ['phone', 'absent', 'email'] }, b: { first: ['absent'] } },
    fields: { a: 'ada@example.com' },
  },
  'a default stands in': {
    link: {
      a: { from: 'absent', default: 'EUR' },
      b: { from: 'phone', default: 0 },
      c: { from: 'empty', default: 1 },
    },
    fields: { a: 'EUR', b: 0, c: '' },
  },
  'a value becomes text': {
    link: {
      a: { from: 'value', as: 'string' },
      b: { from: 'email', as: 'string' },
      c: { from: 'items', as: 'string' },
    },
    fields: { a: '59.8', b: 'ada@example.com', c: '[{"id":1}]' },
  },
  'a value becomes a number, or is left out': {
    link: {
      a: { from: 'quantity', as: 'number' },
      b: { from: 'value', as: 'number' },
      c: { from: 'email', as: 'number' },
      d: { from: 'empty', as: 'number' },
      e: { from: 'items', as: 'number' },
    },
    fields: { a: 3, b: 59.8 },
  },
  'a value becomes true or false, or is left out': {
    link: { a: { from: 'flag', as: 'boolean' }, b: { from: 'value', as: 'boolean' } },
    fields: { a: true },
  },
  'a cast of what is absent is absent': { link: { a: { from: 'absent', as: 'string' } }, fields: {} },
}

describe('a link', () => {
  for (const [name, { link, fields }] of Object.entries(cases)) {
    it(name, () => {
      assert.ok(Value.Check(Link, link), 'it is no link')
      assert.deepEqual(compileLink(link)(event), fields)
    })
  }

  it('leaves the event as it was', () => {
    const before = structuredClone(event)
    compileLink({ 'items.x': 'items', 'a.b': 'value' })(event)
    assert.deepEqual(event, before)
  })
})
