/** Linkage layer: what counts as found in an event. Only what the event itself has: nothing of what every object inherits. */

import { contextNames } from '../../schemas/context.ts'

export type Members = Readonly<Record<string, unknown>>

export function isPlainObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value, unless it is null or empty: then undefined. */
export function presentValue(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  for (const name in value) if (Object.hasOwn(value, name)) return value
  return undefined
}

/** A member of an object; undefined for anything else. */
export function member(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A member of the event: a context field or, by any other name, an event-specific one. What bears the name of a context field among the
 * event-specific ones broke its definition: it is nobody's consent, and it would not be normalised and hashed. */
export function eventMember(event: Members, name: string): unknown {
  return contextNames.has(name)
    ? member(event, name)
    : (member(event, name) ?? member(event['event_data'], name))
}

/** One field of every element of a list. */
export function pluck(list: unknown, name: string): unknown {
  if (!Array.isArray(list)) return undefined
  const values = list
    .map((element) => presentValue(member(element, name)))
    .filter((value) => value !== undefined)
  return values.length > 0 ? values : undefined
}

/** Names that `rest` of an event leaves out besides those it says itself: see eventMember. */
export function leftOut(except: readonly string[] = [], inside = false): ReadonlySet<string> {
  return new Set(inside ? except : [...contextNames, ...except])
}

/** All members save those named. */
export function restOf(members: unknown, except: ReadonlySet<string>): unknown {
  return isPlainObject(members)
    ? presentValue(Object.fromEntries(Object.entries(members).filter(([name]) => !except.has(name))))
    : undefined
}

/** The object that further fields join: a copy of what is there, which may be the event's own. */
export function joined(there: unknown): Record<string, unknown> {
  return isPlainObject(there) ? { ...there } : {}
}

/** How many elements a list has. */
export function countOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined
}

/** The value that a table has for the one found; the table has no prototype. */
export function valueIn(table: Members, value: unknown): unknown {
  return typeof value === 'object'
    ? undefined
    : table[typeof value === 'string' ? value : JSON.stringify(value)]
}

export function tableOf(values: Members): Members {
  return Object.assign(Object.create(null) as Record<string, unknown>, values)
}
