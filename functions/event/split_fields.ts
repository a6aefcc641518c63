/** Event: splits the fields of an event into context fields and event-specific fields. The first step after parsing. */
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { contextChecks } from './checks.ts'
import { normalTime } from './time.ts'

type Members = Readonly<Record<string, unknown>>

export interface SplitFields {
  /** Context fields that satisfy their definition, as the producer wrote them, and derived ones. */
  context: Members
  /** Context fields among them that were derived, with their values. Undefined for none. */
  derived?: Members
  /** Context fields that are times: name → RFC 3339 in µs, UTC. */
  times: ReadonlyMap<string, string>
  /** Event-specific fields beside the context fields, with the context fields that break their definition. */
  beside: Members
  /** Event-specific fields in `event_data`; undefined if the producer sent no such object. */
  nested: Members | undefined
  /** All event-specific fields. A field that is both beside and nested has its nested value. */
  data: Members
  /** Names of the context fields that are in `beside`. */
  moved: readonly string[]
  violations: readonly Violation[]
}

/** Splits a parsed event. A context field that is null counts as absent; one that breaks its definition is kept among the
 * event-specific fields. */
export function splitFields(parsed: Members): SplitFields {
  const context: Record<string, unknown> = {}
  const times = new Map<string, string>()
  const beside: Record<string, unknown> = {}
  const moved: string[] = []
  const violations: Violation[] = []
  const nested = isObject(parsed['event_data']) ? parsed['event_data'] : undefined
  for (const name in parsed) {
    const value = parsed[name]
    const check = contextChecks.get(name)
    if (!check) {
      if (!nested || name !== 'event_data') setMember(beside, name, value)
      continue
    }
    if (value === null) continue
    const time = check.isTime ? normalTime(value) : undefined
    if (check.isTime ? time !== undefined : check.accepts(value)) {
      context[name] = value
      if (time !== undefined) times.set(name, time)
    } else {
      moved.push(name)
      beside[name] = value
      violations.push(...check.violationsOf(value))
    }
  }
  if (!nested) return { context, times, beside, nested, data: beside, moved, violations }
  // A copy of hundreds of thousands of members would take longer than parsing them.
  if (isEmpty(beside)) return { context, times, beside, nested, data: nested, moved, violations }
  for (const name in nested) if (Object.hasOwn(beside, name)) violations.push(givenTwice(name))
  return { context, times, beside, nested, data: { ...beside, ...nested }, moved, violations }
}

function isEmpty(members: Members): boolean {
  for (const _ in members) return false
  return true
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets an own member of any name. An assignment to `__proto__` would set the prototype instead. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  else object[name] = value
}

function givenTwice(field: string): Violation {
  return {
    field,
    code: 'given_twice',
    expected: 'one value',
    got: 'a second value in event_data, which is used',
  }
}
