/** Linkage layer: reads values of an event. Only own members are read, never inherited ones. */

import { contextNames } from '../../schemas/context.ts'

export type Members = Readonly<Record<string, unknown>>

export function isPlainObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value; undefined if it is null or empty. */
export function presentValue(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  for (const name in value) if (Object.hasOwn(value, name)) return value
  return undefined
}

/** Returns a member of an object; undefined if the value is not an object. */
export function member(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Returns a member of the event: a context field, or by any other name an event field. An event field with the name of a context field broke
 * its definition and is never read: it is not valid consent, for example, and would not be normalized and hashed. */
export function eventMember(event: Members, name: string): unknown {
  return contextNames.has(name)
    ? member(event, name)
    : (member(event, name) ?? member(event['event_data'], name))
}

/** Returns one field of every element of a list. */
export function pluck(list: unknown, name: string): unknown {
  if (!Array.isArray(list)) return undefined
  const values = list
    .map((element) => presentValue(member(element, name)))
    .filter((value) => value !== undefined)
  return values.length > 0 ? values : undefined
}

/** Returns the names that `rest` omits: those of `except` and, for an event, of the context fields; see `eventMember`. */
export function leftOut(except: readonly string[] = [], inside = false): ReadonlySet<string> {
  return new Set(inside ? except : [...contextNames, ...except])
}

/** Returns all members except those named. */
export function restOf(members: unknown, except: ReadonlySet<string>): unknown {
  return isPlainObject(members)
    ? presentValue(Object.fromEntries(Object.entries(members).filter(([name]) => !except.has(name))))
    : undefined
}

/** Returns an object that further fields can join: a copy, because the value may belong to the event. */
export function joined(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? { ...value } : {}
}

/** Returns the number of elements of a list. */
export function countOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined
}

/** Looks up a value in a table made by `tableOf`; undefined if it is absent. */
export function valueIn(table: Members, value: unknown): unknown {
  return typeof value === 'object' || value === undefined
    ? undefined
    : table[typeof value === 'string' ? value : JSON.stringify(value)]
}

/** Copies the values to an object without a prototype. */
export function tableOf(values: Members): Members {
  return Object.assign(Object.create(null) as Record<string, unknown>, values)
}
