/** Prepares events for the shop that does not exist. */
import assert from 'node:assert/strict'
import { compilePreparation, type Linkable } from '../../functions/linkage/prepare.ts'
import type { Target } from '../../functions/targets/target.ts'
import type { Destination } from '../../schemas/destination.ts'
import { shop } from './shop_target.ts'

const now = new Date('2026-03-14T10:00:00Z')

/** A purchase as the store hands it on, with these members in place of its own. */
export function stored(own: Readonly<Record<string, unknown>> = {}, name = 'purchase'): Linkable {
  const value = {
    event_id: 'e-1',
    event_name: name,
    event_time: '2026-03-14T09:30:00.000000Z',
    email: 'Ada@example.com',
    event_data: { value: 59.8, currency: 'EUR', items: [{ item_id: 'A', price: 29.9 }] },
    ...own,
  }
  const text = `${JSON.stringify(value).slice(0, -1)} }`
  return { id: 'e-1', name, value, text }
}

/** The target's own fields in place of the shop's, and the destination's. */
export interface Setting {
  target?: Partial<Target>
  linkage?: Destination['linkage']
  settings?: Readonly<Record<string, unknown>>
}

export function prepare(event: Linkable, { target, linkage, settings = {} }: Setting = {}) {
  return compilePreparation(linkage ? { linkage } : {}, shop(target), settings)(event, now)
}

export function fieldsOf(event: Linkable, setting?: Setting) {
  const prepared = prepare(event, setting)
  assert.ok('fields' in prepared, JSON.stringify(prepared))
  assert.equal(prepared.text, JSON.stringify(prepared.fields))
  return prepared.fields
}
