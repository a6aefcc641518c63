/** Prepares events for the fictional target `shop`. */
import assert from 'node:assert/strict'
import { compilePreparation, type Linkable } from '../../functions/linkage/prepare.ts'
import type { Target } from '../../functions/targets/target.ts'
import type { Destination } from '../../schemas/destination.ts'
import { shop } from './shop_target.ts'

const now = new Date('2026-03-14T10:00:00Z')

/** A stored purchase; `members` override its own. */
export function stored(members: Readonly<Record<string, unknown>> = {}, name = 'purchase'): Linkable {
  const value = {
    event_id: 'e-1',
    event_name: name,
    event_time: '2026-03-14T09:30:00.000000Z',
    email: 'Ada@example.com',
    event_data: { value: 59.8, currency: 'EUR', items: [{ item_id: 'A', price: 29.9 }] },
    ...members,
  }
  const text = `${JSON.stringify(value).slice(0, -1)} }`
  return { id: 'e-1', name, value, text }
}

/** Overrides of the target `shop`, and the destination's links and settings. */
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
