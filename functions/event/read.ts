/** Event: turns one message of the bus into an event as the storage layer keeps it, or says why it is none. Pure. */
import { isUtf8 } from 'node:buffer'
import { attributes as names, topics } from '../../schemas/bus.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import type { Received } from '../bus/push.ts'
import { contextChecks, eventViolations, kindOf, type Violation } from './checks.ts'
import { derivedId } from './identity.ts'
import { members, objectText } from './members.ts'
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
  /** Context fields that satisfy their definition, save id, name and time: name → JSON text; times in the form of `time`. */
  context: ReadonlyMap<string, string>
  /** Event-specific fields as one JSON object. */
  dataText: string
  /** The whole event as rules and links see it: context fields and `event_data`. */
  value: Readonly<Record<string, unknown>>
  violations: readonly Violation[]
}

export type UnreadableReason = 'not_json' | 'not_an_object' | 'no_event_name' | 'unknown_event'

/** A message that is no event of a known type; it goes to quarantine as it came. */
export interface Unreadable {
  reason: UnreadableReason
  eventName?: string
  suggestion?: string
}

/** Both forms are read: event-specific fields beside the context fields, or nested in `event_data`, or both. */
export const readEvent = (received: Published): Event | Unreadable => {
  if (!isUtf8(received.data)) return { reason: 'not_json' }
  const text = received.data.toString()
  const parsed = parse(text)
  if (parsed === undefined) return { reason: 'not_json' }
  if (!isObject(parsed)) return { reason: 'not_an_object' }

  const eventName = nameOf(parsed, received)
  if (eventName === undefined) return { reason: 'no_event_name' }
  const type = eventTypes.get(eventName)
  if (!type) {
    const suggestion = nearestEventName(eventName)
    return { reason: 'unknown_event', eventName, ...(suggestion !== undefined && { suggestion }) }
  }
  const { context, value, data, dataTexts, violations } = sort(text, parsed)
  const id =
    typeof value['event_id'] === 'string' ? value['event_id'] : derivedId(received.topic, received.messageId)
  const receivedAt = normalTime(received.publishTime) ?? received.publishTime
  const time = normalTime(value['event_time']) ?? receivedAt
  for (const name of ['event_id', 'event_name', 'event_time']) context.delete(name)
  return {
    id,
    name: eventName,
    time,
    receivedAt,
    topic: received.topic,
    messageId: received.messageId,
    definition: `${eventName}@${type.version}`,
    context,
    dataText: objectText(dataTexts),
    value: Object.assign(value, { event_id: id, event_name: eventName, event_time: time, event_data: data }),
    violations: [...violations, ...eventViolations(eventName, data)],
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body's own word counts first, then the message attribute, then the topic. */
const nameOf = (body: Record<string, unknown>, { attributes, topic }: Published): string | undefined => {
  const named = Object.hasOwn(body, 'event_name') ? body['event_name'] : undefined
  if (typeof named === 'string') return named
  return attributes[names.eventName] ?? (topic === topics.events ? undefined : topic)
}

interface Sorted {
  context: Map<string, string>
  value: Record<string, unknown>
  data: Record<string, unknown>
  dataTexts: Map<string, string>
  violations: Violation[]
}

/** Puts every member where it belongs. A context field that breaks its definition moves to the event-specific fields, so that it is kept. */
const sort = (text: string, parsed: Record<string, unknown>): Sorted => {
  const sorted: Sorted = {
    context: new Map(),
    value: Object.create(null) as Record<string, unknown>,
    data: Object.create(null) as Record<string, unknown>,
    dataTexts: new Map(),
    violations: [],
  }
  let nested: { text: string; value: Record<string, unknown> } | undefined
  for (const [name, memberText] of members(text)) {
    const value = parsed[name]
    const check = contextChecks.get(name)
    if (name === 'event_data' && isObject(value)) nested = { text: memberText, value }
    else if (check && value === null) continue
    else if (check?.accepts(value)) {
      sorted.context.set(name, check.isTime ? JSON.stringify(normalTime(value)) : memberText)
      sorted.value[name] = value
    } else {
      if (check) sorted.violations.push({ field: name, expected: check.expected, got: kindOf(value) })
      sorted.data[name] = value
      sorted.dataTexts.set(name, memberText)
    }
  }
  if (nested) nest(sorted, nested.text, nested.value)
  return sorted
}

/** Adds the members of `event_data`; where one stands at the top level too, the nested one is the event's. */
const nest = (sorted: Sorted, text: string, value: Record<string, unknown>): void => {
  for (const [name, memberText] of members(text)) {
    if (sorted.dataTexts.has(name)) {
      sorted.violations.push({
        field: name,
        expected: 'given once',
        got: 'given also in event_data, which counts',
      })
    }
    sorted.data[name] = value[name]
    sorted.dataTexts.set(name, memberText)
  }
}
