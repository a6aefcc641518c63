/** Event: turns one message of the bus into an event as the storage layer keeps it, or says why it is none. Pure. */
import { isUtf8 } from 'node:buffer'
import { attributes as names, maxHops, topics } from '../../schemas/bus.ts'
import { limits } from '../../schemas/limits.ts'
import type { QuarantineReason } from '../../schemas/warehouse/quarantine.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { fieldTexts, type FieldTexts } from './field_texts.ts'
import { derivedId } from './identity.ts'
import { isDeeper } from './json_members.ts'
import { originOf } from './origin.ts'
import type { Registry } from './registry.ts'
import { isObject, splitFields, type SplitFields } from './split_fields.ts'
import { normalTime } from './time.ts'

/** A message of a public topic. */
export interface Published {
  topic: string
  messageId: string
  /** When the bus accepted the message, RFC 3339. */
  publishTime: string
  data: Buffer
  attributes: Readonly<Record<string, string>>
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
  /** Identity of the message in quarantine that was processed again; undefined on a first way. */
  reprocessedFrom?: string | undefined
  /** How many automated actions lie between the producer and this event; one more than allowed stands for any number more. */
  hop: number
  /** Context fields that satisfy their definition, save id, name and time: name → JSON text; times in the form of `time`. */
  context: ReadonlyMap<string, string>
  /** Event-specific fields as one JSON object. */
  dataText: string
  /** The whole event as rules and links see it: context fields and `event_data`. */
  value: Readonly<Record<string, unknown>>
  violations: readonly Violation[]
}

/** A message that is no event of a known type, or breaks a strict definition; it goes to quarantine as it came. */
export interface RejectedMessage {
  reason: Exclude<QuarantineReason, 'too_large' | 'refused_by_storage'>
  eventName?: string
  suggestion?: string
  violations?: readonly Violation[]
}

/** Violations that are told of one event, and characters of a field's path. */
const maxReported = { violations: 100, path: 256 } as const

/** Both forms are read: event-specific fields beside the context fields, or nested in `event_data`, or both. */
export function readEvent(received: Published, registry: Registry): Event | RejectedMessage {
  if (!isUtf8(received.data)) return { reason: 'not_json' }
  const text = received.data.toString()
  if (isDeeper(text, limits.nestingLevels)) return { reason: 'too_deep' }
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
  const fields = splitFields(parsed)
  const violations = presentable(fields.violations, type.violationsOf(fields.data, fields.moved))
  if (type.strict && violations.length > 0) return { reason: 'strict_violation', eventName, violations }
  return new ReadEvent(received, type.definition, eventName, text, fields, violations)
}

/** An event whose texts are cut when they are first read: rules and links need none. */
class ReadEvent implements Event {
  readonly id: string
  readonly name: string
  readonly time: string
  readonly receivedAt: string
  readonly topic: string
  readonly messageId: string
  readonly definition: string
  readonly reprocessedFrom: string | undefined
  readonly hop: number
  readonly value: Event['value']
  readonly violations: readonly Violation[]
  readonly #text: string
  readonly #fields: SplitFields
  #texts: FieldTexts | undefined

  constructor(
    received: Published,
    definition: string,
    name: string,
    text: string,
    fields: SplitFields,
    violations: readonly Violation[],
  ) {
    const { topic, messageId, publishTime } = received
    const { context, times, data } = fields
    const origin = originOf(received)
    this.id = (context['event_id'] as string | undefined) ?? origin?.id ?? derivedId(topic, messageId)
    this.name = name
    this.receivedAt = normalTime(publishTime) ?? publishTime
    this.time = times.get('event_time') ?? origin?.receivedAt ?? this.receivedAt
    this.topic = topic
    this.messageId = messageId
    this.definition = definition
    this.reprocessedFrom = origin?.id
    this.hop = hopOf(received)
    this.value = { ...context, event_id: this.id, event_name: name, event_time: this.time, event_data: data }
    this.violations = violations
    this.#text = text
    this.#fields = fields
  }

  get context(): ReadonlyMap<string, string> {
    return this.#cut().context
  }

  get dataText(): string {
    return this.#cut().data
  }

  #cut(): FieldTexts {
    return (this.#texts ??= fieldTexts(this.#text, this.#fields))
  }
}

/** The platform alone sets the attribute. A producer's own can only keep its event from third parties. */
function hopOf({ attributes }: Published): number {
  const hop = attributes[names.hop]
  return hop !== undefined && /^\d+$/.test(hop) ? Math.min(Number(hop), maxHops + 1) : 0
}

/** A hostile event can have any number of wrong fields with names of any length. */
function presentable(ofContext: readonly Violation[], ofData: readonly Violation[]): readonly Violation[] {
  const isFew = ofContext.length <= maxReported.violations
  if (ofData.length === 0 && isFew && ofContext.every(isPresentable)) return ofContext
  return [...ofContext, ...ofData].slice(0, maxReported.violations).map((violation) => {
    if (isPresentable(violation)) return violation
    return { ...violation, field: violation.field.slice(0, maxReported.path).toWellFormed() }
  })
}

function isPresentable({ field }: Violation): boolean {
  return field.length <= maxReported.path && field.isWellFormed()
}

/** Undefined for what is no JSON. Nobody reads where that was found, which would take as long as the rest. */
function parse(text: string): unknown {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The body's own word counts first, then the message attribute, then the topic. No object inherits a member of this name. */
function nameOf(
  body: Readonly<Record<string, unknown>>,
  { attributes, topic }: Published,
): string | undefined {
  const named = body['event_name']
  if (typeof named === 'string') return named
  return attributes[names.eventName] ?? (topic === topics.events ? undefined : topic)
}
