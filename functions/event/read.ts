/** Event: turns one message of the bus into an event as the storage layer keeps it, or says why it is none. Pure. */
import { isUtf8 } from 'node:buffer'
import { attributes as names, maxHops, topics } from '../../schemas/bus.ts'
import { limits } from '../../schemas/limits.ts'
import type { QuarantineReason } from '../../schemas/warehouse/quarantine.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import type { Received } from '../bus/push.ts'
import { derivedId } from './identity.ts'
import { nesting } from './members.ts'
import type { Registry } from './registry.ts'
import { isObject, sort, type MemberTexts } from './sort.ts'
import { normalTime } from './time.ts'

/** A message of a public topic. */
export interface Published extends Received {
  topic: string
}

/** An event that is of a known type. Texts are JSON, cut from the producer's own bytes. */
export interface Event {
  id: string
  name: string
  /** RFC 3339 in µs, UTC. */
  time: string
  receivedAt: string
  topic: string
  messageId: string
  definition: string
  /** How many automated actions lie between the producer and this event; one more than allowed stands for any number more. */
  hop: number
  /** Context fields that satisfy their definition, save id, name and time: name → JSON text; times in the form of `time`. */
  context: MemberTexts
  /** Event-specific fields as one JSON object. */
  dataText: string
  /** The whole event as rules and links see it: context fields and `event_data`. */
  value: Readonly<Record<string, unknown>>
  violations: readonly Violation[]
}

/** A message that is no event of a known type, or breaks a strict definition; it goes to quarantine as it came. */
export interface Unreadable {
  reason: Exclude<QuarantineReason, 'too_large' | 'refused_by_storage'>
  eventName?: string
  suggestion?: string
  violations?: readonly Violation[]
}

/** Violations that are told of one event, and characters of a field's path. */
const told = { violations: 100, path: 256 } as const

/** Both forms are read: event-specific fields beside the context fields, or nested in `event_data`, or both. */
export const readEvent = (received: Published, registry: Registry): Event | Unreadable => {
  if (!isUtf8(received.data)) return { reason: 'not_json' }
  const text = received.data.toString()
  // Each level takes an opening bracket and a closing one.
  if (text.length > 2 * limits.nestingLevels && nesting(text) > limits.nestingLevels)
    return { reason: 'too_deep' }
  const parsed = parse(text)
  if (parsed === undefined) return { reason: 'not_json' }
  if (!isObject(parsed)) return { reason: 'not_an_object' }

  const eventName = nameOf(parsed, received)
  if (eventName === undefined) return { reason: 'no_event_name' }
  const type = registry.get(eventName)
  if (!type) {
    const suggestion = registry.nearest(eventName)
    return { reason: 'unknown_event', eventName, ...(suggestion !== undefined && { suggestion }) }
  }
  const sorted = sort(text, parsed, eventName)
  const { context, value, data, dataText } = sorted
  const violations = presentable([...sorted.violations, ...type.violationsOf(data, sorted.moved)])
  if (type.strict && violations.length > 0) return { reason: 'strict_violation', eventName, violations }
  const id = sorted.id ?? derivedId(received.topic, received.messageId)
  const receivedAt = normalTime(received.publishTime) ?? received.publishTime
  const time = sorted.time ?? receivedAt
  value['event_id'] = id
  value['event_name'] = eventName
  value['event_time'] = time
  value['event_data'] = data
  return {
    id,
    name: eventName,
    time,
    receivedAt,
    topic: received.topic,
    messageId: received.messageId,
    definition: type.definition,
    hop: hopOf(received),
    context,
    dataText,
    value,
    violations,
  }
}

/** The platform alone sets the attribute. A producer's own can only keep its event from third parties. */
const hopOf = ({ attributes }: Published): number => {
  const hop = attributes[names.hop]
  return hop !== undefined && /^\d+$/.test(hop) ? Math.min(Number(hop), maxHops + 1) : 0
}

/** A hostile event can have any number of wrong fields with names of any length. */
const presentable = (violations: readonly Violation[]): readonly Violation[] =>
  violations.slice(0, told.violations).map((violation) => {
    const field = violation.field.slice(0, told.path).toWellFormed()
    return field === violation.field ? violation : { ...violation, field }
  })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body's own word counts first, then the message attribute, then the topic. */
const nameOf = (
  body: Readonly<Record<string, unknown>>,
  { attributes, topic }: Published,
): string | undefined => {
  const named = Object.hasOwn(body, 'event_name') ? body['event_name'] : undefined
  if (typeof named === 'string') return named
  return attributes[names.eventName] ?? (topic === topics.events ? undefined : topic)
}
