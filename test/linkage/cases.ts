/** Links with each form and option: the link, and the fields that it makes of `event`. */
import type { Link } from '../../schemas/link.ts'
import { valueCases } from './value_cases.ts'

export const event = {
  event_id: 'e-1',
  event_name: 'purchase',
  event_time: '2026-03-14T09:26:53.589793Z',
  email: 'ada@example.com',
  phone: null,
  consent: { ad_storage: 'granted', ad_user_data: 'denied' },
  event_data: {
    value: 59.8,
    quantity: '3',
    empty: '',
    nothing: {},
    none: [],
    flag: 'true',
    day: '1990-12-10',
    epoch: 1773480413589,
    email: 'nested',
    ip: 'malformed',
    items: [
      { id: 1, sku: 'A', price: 0.1, quantity: 2, tags: [{ name: 'x' }, { name: '' }] },
      { sku: 'B', price: '0.2', note: null },
      'no object',
    ],
    lines: [{ price: 0.1, quantity: 3 }, { price: '0.2' }],
  },
}

export interface Case {
  link: Link
  fields: Readonly<Record<string, unknown>>
}

function cast(from: string, as: string) {
  return { from, as } as Link[string]
}

export const cases: Readonly<Record<string, Case>> = {
  'a path reads a context field': { link: { mail: 'email' }, fields: { mail: 'ada@example.com' } },
  'a path reads an event field': { link: { amount: 'value' }, fields: { amount: 59.8 } },
  'a path can start with event_data': { link: { mail: 'event_data.email' }, fields: { mail: 'nested' } },
  'a path reads nested members': { link: { ads: 'consent.ad_storage' }, fields: { ads: 'granted' } },
  "a path can read the target's event name": { link: { name: 'target_event' }, fields: { name: 'Purchase' } },
  'a list is copied whole': { link: { tags: 'items' }, fields: { tags: event.event_data.items } },
  'a dotted field is nested': {
    link: { 'user.email': 'email', 'user.data.id': 'event_id', $kind: { const: 'web' } },
    fields: { user: { email: 'ada@example.com', data: { id: 'e-1' } }, $kind: 'web' },
  },
  'an absent, null or empty value omits its field': {
    link: {
      a: 'absent',
      b: 'phone',
      'c.d': 'consent.absent',
      e: 'value.deeper',
      f: 'empty',
      g: 'nothing',
      h: 'none',
      i: 'items.length',
      j: { const: '' },
    },
    fields: {},
  },
  'inherited members are not read': {
    link: { a: 'constructor', b: 'consent.toString', c: '__proto__', d: 'email.length', e: '__proto__.x' },
    fields: {},
  },
  'first takes the first value that is present': {
    link: {
      a: { first: ['phone', 'empty', 'absent', 'email'] },
      b: { first: ['absent', { const: 'x' }] },
      c: { first: ['absent'] },
      d: { first: ['absent', 'none'], default: 0 },
    },
    fields: { a: 'ada@example.com', b: 'x', d: 0 },
  },
  'a default replaces an absent value, and is cast like the value': {
    link: {
      a: { from: 'absent', default: 'EUR' },
      b: { from: 'phone', default: 0 },
      c: { from: 'empty', default: 1, as: 'money' },
      d: { from: 'email', as: 'number', default: 2 },
      e: { from: 'value', default: 3 },
    },
    fields: { a: 'EUR', b: 0, c: '1.00', d: 2, e: 59.8 },
  },
  'a template needs all of its paths': {
    link: {
      a: { template: 'fb.1.{event_time|milliseconds}.{email}' },
      b: { template: '{email} {absent}' },
      c: { template: 'no path' },
      d: { template: '{value|money}{quantity}', as: 'number' },
      e: { template: '{email|number}' },
    },
    fields: { a: 'fb.1.1773480413589.ada@example.com', c: 'no path', d: 59.803 },
  },
  'each makes an object of every element, without empty ones': {
    link: {
      contents: {
        each: 'items',
        map: { id: 'sku', 'price.amount': cast('price', 'money'), q: { from: 'quantity', default: 1 } },
      },
      ids: { each: 'items', map: { id: 'id' } },
      deep: { each: 'items', map: { tags: { each: 'tags', map: { label: 'name' } } } },
      no: { each: 'email', map: { a: { const: 1 } } },
      nothing: { each: 'items', map: { a: 'absent', b: 'email' } },
    },
    fields: {
      contents: [
        { id: 'A', price: { amount: '0.10' }, q: 2 },
        { id: 'B', price: { amount: '0.20' }, q: 1 },
        { q: 1 },
      ],
      ids: [{ id: 1 }],
      deep: [{ tags: [{ label: 'x' }] }],
    },
  },
  'a list has the values that are present': {
    link: {
      a: { list: ['phone', 'email', { object: { id: 'event_id' } }, { object: { no: 'absent' } }] },
      b: { list: ['absent'] },
    },
    fields: { a: ['ada@example.com', { id: 'e-1' }] },
  },
  'pluck, sum and count read all elements': {
    link: {
      a: { pluck: 'items.sku' },
      b: { sum: 'items.price' },
      c: { count: 'items' },
      d: { pluck: 'items.absent' },
      e: { sum: 'items.sku' },
      f: { count: 'none' },
      g: { count: 'email' },
      h: { pluck: 'email.sku' },
      i: { sum: 'items.quantity', as: 'string' },
    },
    fields: { a: ['A', 'B'], b: 0.3, c: 3, i: '2' },
  },
  'sum with times adds products, if each element has a number': {
    link: {
      a: { sum: 'lines.price', times: 'quantity' },
      b: { sum: 'lines.quantity', times: 'price' },
      c: { sum: 'items.price', times: 'quantity' },
      d: { sum: 'lines.price', times: 'absent' },
      e: { sum: 'none.price', times: 'quantity' },
      f: { sum: 'email.price', times: 'quantity' },
    },
    fields: { a: 0.5, d: 0.3 },
  },
  'an object has the values that are present': {
    link: { a: { object: { b: 'email', 'c.d': 'value', e: 'absent' } }, f: { object: { g: 'absent' } } },
    fields: { a: { b: 'ada@example.com', c: { d: 59.8 } } },
  },
  'a condition chooses': {
    link: {
      a: { when: { path: 'event_name', eq: 'purchase' }, then: 'email', else: 'event_id' },
      b: { when: { path: 'event_name', in: ['refund', 'search'] }, then: 'email', else: 'event_id' },
      c: { when: { path: 'phone', exists: true }, then: 'email' },
      d: { when: { path: 'phone', exists: false }, then: { const: 'none' } },
      e: { when: { path: 'value', eq: '59.8' }, then: 'email', default: 'no' },
    },
    fields: { a: 'ada@example.com', b: 'e-1', d: 'none', e: 'no' },
  },
  'the rest is all event fields except those named like context fields, or all members of the element': {
    link: {
      a: { rest: { except: ['items', 'lines', 'none', 'nothing', 'empty', 'flag', 'day', 'epoch'] } },
      b: { each: 'items', map: { own: { rest: { except: ['tags', 'price'] } } } },
    },
    fields: {
      a: { value: 59.8, quantity: '3' },
      b: [{ own: { id: 1, sku: 'A', quantity: 2 } }, { own: { sku: 'B', note: null } }],
    },
  },
  'an event field with the name of a context field is not read as one': {
    link: { a: 'ip', b: { first: ['ip', 'event_id'] }, c: { template: '{ip}' } },
    fields: { b: 'e-1' },
  },
  'fields join an object that another source makes, in any order': {
    link: {
      'p.value': { const: 1 },
      p: { rest: { except: ['items', 'lines', 'none', 'nothing', 'empty', 'flag', 'day', 'epoch'] } },
      'p.email.x': 'event_id',
      'q.r.s': 'email',
      q: { object: { r: 'consent', t: 'email' } },
      'u.v': 'email',
      u: { object: { w: 'absent' } },
    },
    fields: {
      p: { value: 1, quantity: '3', email: { x: 'e-1' } },
      q: { r: { ad_storage: 'granted', ad_user_data: 'denied', s: 'ada@example.com' }, t: 'ada@example.com' },
      u: { v: 'ada@example.com' },
    },
  },
  'a value table maps listed values': {
    link: {
      a: { from: 'consent.ad_storage', values: { granted: 'GRANTED', denied: 'DENIED' } },
      b: { from: 'email', values: { granted: 1 } },
      c: { from: 'email', values: { granted: 1 }, default: 2 },
      d: { from: 'value', values: { 59.8: 'yes' } },
      e: { from: 'event_name', values: { constructor: 'x' } },
      f: { from: 'consent', values: { '[object Object]': 'x' } },
    },
    fields: { a: 'GRANTED', c: 2, d: 'yes' },
  },
  'consent that is not granted omits the field, also with a default': {
    link: {
      a: { from: 'email', consent: 'ad_storage' },
      b: { from: 'email', consent: 'ad_user_data', default: 'x' },
      c: { from: 'email', consent: 'analytics_storage' },
    },
    fields: { a: 'ada@example.com' },
  },
  ...valueCases,
}
