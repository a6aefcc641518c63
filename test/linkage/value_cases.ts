/** Links with conditions, arithmetic, lookups and times, as in cases.ts: the link, and the fields that it makes of the event there. */
import type { Link, LinkCondition, Source } from '../../schemas/link.ts'

/** True if the condition holds, else absent. */
function holds(when: LinkCondition): Source {
  return { when, then: { const: true } }
}

export const valueCases: Readonly<Record<string, { link: Link; fields: Readonly<Record<string, unknown>> }>> =
  {
    'a condition compares numbers, also as text': {
      link: {
        a: holds({ path: 'value', gt: 59.8 }),
        b: holds({ path: 'value', gte: 59.8 }),
        c: holds({ path: 'value', lt: 60 }),
        d: holds({ path: 'value', lte: 59 }),
        e: holds({ path: 'quantity', gt: 2 }),
        f: holds({ path: 'email', gt: 0 }),
        g: holds({ path: 'absent', lt: 1 }),
        h: holds({ path: 'items', gte: 0 }),
      },
      fields: { b: true, c: true, e: true },
    },
    'a condition compares times to the microsecond': {
      link: {
        a: holds({ path: 'event_time', gt: '2026-03-14T09:26:53.589792Z' }),
        b: holds({ path: 'event_time', gt: '2026-03-14T10:26:53.589793+01:00' }),
        c: holds({ path: 'event_time', gte: '2026-03-14T10:26:53.589793+01:00' }),
        d: holds({ path: 'day', lt: '1990-12-11' }),
        e: holds({ path: 'epoch', gt: '2026-03-14' }),
        f: holds({ path: 'email', lt: '2026-03-14' }),
      },
      fields: { a: true, c: true, d: true, e: true },
    },
    'a condition can be that a value differs, which an absent one does': {
      link: {
        a: holds({ path: 'event_name', ne: 'purchase' }),
        b: holds({ path: 'event_name', ne: 'refund' }),
        c: holds({ path: 'absent', ne: 'refund' }),
        d: holds({ path: 'value', ne: '59.8' }),
      },
      fields: { b: true, c: true, d: true },
    },
    'a condition matches a pattern in a text': {
      link: {
        a: holds({ path: 'email', matches: '@example\\.com$' }),
        b: holds({ path: 'email', matches: '^(?:ada|adam)@' }),
        c: holds({ path: 'email', matches: '^example' }),
        d: holds({ path: 'value', matches: '5' }),
        e: holds({ path: 'absent', matches: '' }),
      },
      fields: { a: true, b: true },
    },
    'conditions are combined': {
      link: {
        a: holds({
          and: [
            { path: 'value', gt: 50 },
            { path: 'value', lt: 60 },
          ],
        }),
        b: holds({
          and: [
            { path: 'value', gt: 50 },
            { path: 'phone', exists: true },
          ],
        }),
        c: holds({
          or: [
            { path: 'phone', exists: true },
            { path: 'event_name', in: ['refund', 'purchase'] },
          ],
        }),
        d: holds({ not: { path: 'phone', exists: true } }),
        e: holds({
          not: { or: [{ path: 'value', gt: 50 }, { and: [{ not: { path: 'email', exists: true } }] }] },
        }),
        f: {
          each: 'items',
          map: {
            id: {
              when: { and: [{ path: 'price', lt: 0.15 }, { not: { path: 'sku', matches: '^B' } }] },
              then: 'sku',
            },
          },
        },
      },
      fields: { a: true, c: true, d: true, f: [{ id: 'A' }] },
    },
    'numbers are calculated without binary rounding noise': {
      link: {
        a: { multiply: [{ const: 19.99 }, 100] },
        b: { add: [0.1, 0.2, 'value'] },
        c: { subtract: [0.3, 0.1] },
        d: { divide: ['value', 'quantity'] },
        e: { multiply: ['value', { subtract: ['quantity', 1] }, 0.5], as: 'money' },
        f: { add: [9_007_199_254_740_990, 1] },
        g: { multiply: [1.1, 1.1], as: 'string' },
        h: { divide: [1, 3] },
        i: { each: 'lines', map: { total: { multiply: ['price', { from: 'quantity', default: 1 }] } } },
      },
      fields: {
        a: 1999,
        b: 60.1,
        c: 0.2,
        d: 19.9333333333333,
        e: '59.80',
        f: 9_007_199_254_740_991,
        g: '1.21',
        h: 0.333333333333333,
        i: [{ total: 0.3 }, { total: 0.2 }],
      },
    },
    'a calculation without a result is absent': {
      link: {
        a: { add: ['value', 'absent'] },
        b: { multiply: ['value', 'email'] },
        c: { divide: ['value', 0] },
        d: { divide: ['value', 0], default: 0 },
        e: { multiply: [1e200, 1e200] },
        f: { subtract: ['value', 'flag'] },
        g: { first: [{ divide: [0, 0] }, 'event_id'] },
      },
      fields: { d: 0, g: 'e-1' },
    },
    'a lookup reads a declared table': {
      link: {
        a: { lookup: 'minor_units', key: { const: 'EUR' } },
        b: { lookup: 'minor_units', key: { const: 'JPY' } },
        c: { lookup: 'minor_units', key: { const: 'kwd', as: 'upper' } },
        d: { lookup: 'minor_units', key: { const: 'eur' } },
        e: { lookup: 'minor_units', key: 'absent', default: 100 },
        f: { lookup: 'minor_units', key: { const: 'constructor' } },
        g: { lookup: 'minor_units', key: 'consent' },
        h: { lookup: 'minor_units', key: { const: 'EUR' }, as: 'string' },
      },
      fields: { a: 100, b: 1, c: 1000, e: 100, h: '100' },
    },
    'a time is written in a format and a time zone': {
      link: {
        a: { time: 'event_time', format: '{day}/{month}/{year}' },
        b: { time: 'event_time', format: '{hour}:{minute}:{second}.{millisecond}{offset}' },
        c: { time: 'event_time', format: '{year}-{month}-{day} {hour}h {offset}', time_zone: 'Asia/Kolkata' },
        d: { time: 'day', format: '{month}/{day} {hour}', time_zone: 'America/New_York' },
        e: { time: 'epoch', format: '{hour}:{minute}', time_zone: 'Europe/Berlin' },
        f: { time: { const: '2026-07-14T22:30:00Z' }, format: '{day} {offset}', time_zone: 'Europe/Berlin' },
        g: { time: 'email', format: '{day}' },
        h: { time: 'absent', format: '{day}', default: 'never' },
        i: { time: { const: '0001-01-01' }, format: '{year}', time_zone: 'America/New_York' },
        j: { time: { const: '9999-12-31T23:00:00Z' }, format: '{year}', time_zone: 'Asia/Tokyo' },
      },
      fields: {
        a: '14/03/2026',
        b: '09:26:53.589+00:00',
        c: '2026-03-14 14h +05:30',
        d: '12/09 19',
        e: '10:26',
        f: '15 +02:00',
        h: 'never',
        i: '0000',
      },
    },
  }
