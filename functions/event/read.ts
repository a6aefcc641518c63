/** Event: reads one message of the bus as an event, or returns the reason why it belongs in quarantine. Pure. */
import { attributes as names, maxHops, sourceOfTopic, topics } from '../../schemas/bus.ts'
import type { Deprecation } from '../../schemas/lifecycle.ts'
import type { QuarantineReason } from '../../schemas/warehouse/quarantine.ts'
import type { FieldHint } from '../../schemas/warehouse/hints.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { mergeContextGroup, type ParsedEvent } from './context_group.ts'
import { hintsOf, hintTexts } from './hints.ts'
import { fieldTexts, type FieldTexts } from './field_texts.ts'
import { connectionOf } from './connection.ts'
import type { Derive } from './derive.ts'
import { derivedId } from './identity.ts'
import { originOf } from './origin.ts'
import type { CompiledEventType, Registry } from './registry.ts'
import { parsedJson } from './parsed_json.ts'
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
  /** Empty or absent for none. */
  orderingKey?: string
  /** Time in ms after which the message must not be published in order any more: its redelivery may overtake it. */
  publishBy?: number
  /** Number of this delivery, from 1. Default: 1. */
  attempt?: number
  /** How many values the data has at most, if it is large. Default: 0. */
  values?: number
}

/** An event of a known event type. Texts are JSON, cut from the producer's bytes. */
export interface Event {
  id: string
  name: string
  /** RFC 3339 in µs, UTC. */
  time: string
  receivedAt: string
  topic: string
  messageId: string
  definition: string
  /** Identity of the quarantined message that was published again; undefined for a first message. */
  reprocessedFrom?: string | undefined
  /** The connection that the message claims to come through; undefined for none. */
  connection?: string | undefined
  /** Number of automated actions between the producer and this event, at most one more than the limit. */
  hop: number
  /** Context fields that satisfy their definition, except id, name and time: name → JSON text. Times have the form of `time`. */
  context: ReadonlyMap<string, string>
  /** Event-specific fields as one JSON object. */
  dataText: string
  /** The whole event as rules and links see it: context fields and `event_data`. */
  value: Readonly<Record<string, unknown>>
  violations: readonly Violation[]
  /** Fields whose names are probably meant as others. Undefined in an event that is rebuilt from its row. */
  hints?: readonly FieldHint[]
  /** Of a deprecated event type. Undefined in an event that is rebuilt from its row. */
  deprecation?: Deprecation | undefined
  /** The JSON texts of the hints, separated by commas; empty for none. A row needs no more. */
  hintTexts?: string
  /** Names of the context fields that were derived. Undefined for none, and in an event that is rebuilt from its row. */
  derivedFields?: readonly string[] | undefined
}

/** A message that is not an event of a known event type, or breaks a strict definition. It is quarantined byte for byte. */
export interface RejectedMessage {
  reason: Exclude<QuarantineReason, 'too_large' | 'too_slow' | 'refused_by_storage'>
  eventName?: string
  suggestion?: string
  violations?: readonly Violation[]
}

/** Maximum number of violations that are reported for one event, and of characters in a field's path. */
const maxReported = { violations: 100, path: 256 } as const

/** Reads event-specific fields beside the context fields, nested in `event_data`, or both. `derive` adds context fields; default: none. */
export function readEvent(received: Published, registry: Registry, derive?: Derive): Event | RejectedMessage {
  const merged = parsedOf(received.data)
  if ('reason' in merged) return merged
  const eventName = nameOf(merged.parsed, received)
  if (eventName === undefined) return { reason: 'no_event_name' }
  const type = registry.get(eventName)
  if (!type) {
    const suggestion = registry.nearest(eventName)
    return { reason: 'unknown_event', eventName, ...(suggestion !== undefined && { suggestion }) }
  }
  const named = type.rename?.(merged) ?? merged
  const fields = splitFields(named.parsed)
  const ofContext = named.violations ? [...named.violations, ...fields.violations] : fields.violations
  const violations = limited(ofContext, type.violationsOf(fields.data, fields.moved))
  if (type.strict && violations.length > 0) return { reason: 'strict_violation', eventName, violations }
  const derived = derive?.(fields)
  const whole = derived ? { ...fields, context: { ...fields.context, ...derived }, derived } : fields
  return new ReadEvent(received, type, eventName, named, whole, violations)
}

/** Returns the name of the event in a message, of a known event type or not; undefined for a message that has none. */
export function eventNameOf(message: Pick<Published, 'data' | 'attributes' | 'topic'>): string | undefined {
  const merged = parsedOf(message.data)
  return 'reason' in merged ? undefined : nameOf(merged.parsed, message)
}

/** Returns the fields of a message, or the reason why it is no event. */
function parsedOf(data: Buffer): ParsedEvent | RejectedMessage {
  const json = parsedJson(data)
  if ('reason' in json) return json
  const { text, value } = json
  return isObject(value) ? mergeContextGroup({ text, parsed: value }) : { reason: 'not_an_object' }
}

/** An event whose texts and hints are computed on first use: rules and links need none. */
class ReadEvent implements Event {
  readonly id: string
  readonly name: string
  readonly time: string
  readonly receivedAt: string
  readonly topic: string
  readonly messageId: string
  readonly definition: string
  readonly reprocessedFrom: string | undefined
  readonly connection: string | undefined
  readonly hop: number
  readonly value: Event['value']
  readonly violations: readonly Violation[]
  readonly derivedFields: readonly string[] | undefined
  readonly #type: CompiledEventType
  readonly #named: ParsedEvent
  readonly #fields: SplitFields
  #texts: FieldTexts | undefined

  constructor(
    received: Published,
    type: CompiledEventType,
    name: string,
    named: ParsedEvent,
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
    this.definition = type.definition
    this.reprocessedFrom = origin?.id
    this.connection = connectionOf(received.attributes)
    this.hop = hopOf(received)
    this.value = { ...context, event_id: this.id, event_name: name, event_time: this.time, event_data: data }
    this.violations = violations
    this.derivedFields = fields.derived && Object.keys(fields.derived)
    this.#type = type
    this.#named = named
    this.#fields = fields
  }

  get context(): ReadonlyMap<string, string> {
    return this.#cut().context
  }

  get dataText(): string {
    return this.#cut().data
  }

  get deprecation(): Deprecation | undefined {
    return this.#type.deprecation
  }

  get hints(): readonly FieldHint[] {
    return [...(this.#named.hints ?? []), ...hintsOf(this.#found())]
  }

  get hintTexts(): string {
    const { hints = [] } = this.#named
    const texts = hintTexts(this.#found())
    if (hints.length === 0) return texts
    const named = JSON.stringify(hints).slice(1, -1)
    return texts === '' ? named : `${named},${texts}`
  }

  #found(): ReturnType<CompiledEventType['nearFields']> {
    return this.#type.nearFields(this.#fields.data, this.#fields.moved)
  }

  #cut(): FieldTexts {
    return (this.#texts ??= fieldTexts(this.#named.text, this.#fields))
  }
}

/** Only the platform sets the attribute. A producer that sets it can only restrict its own event. */
function hopOf({ attributes }: Published): number {
  const hop = attributes[names.hop]
  return hop !== undefined && /^\d+$/.test(hop) ? Math.min(Number(hop), maxHops + 1) : 0
}

/** Limits the violations: a hostile event can have any number of invalid fields with names of any length. */
function limited(ofContext: readonly Violation[], ofData: readonly Violation[]): readonly Violation[] {
  const isFew = ofContext.length <= maxReported.violations
  if (ofData.length === 0 && isFew && ofContext.every(isWithinLimits)) return ofContext
  return [...ofContext, ...ofData].slice(0, maxReported.violations).map((violation) => {
    if (isWithinLimits(violation)) return violation
    return { ...violation, field: violation.field.slice(0, maxReported.path).toWellFormed() }
  })
}

function isWithinLimits({ field }: Violation): boolean {
  return field.length <= maxReported.path && field.isWellFormed()
}

/** Returns the name from the body, else from the message attribute, else from the topic of an event type. No object inherits a member `event_name`. */
function nameOf(
  body: Readonly<Record<string, unknown>>,
  { attributes, topic }: Pick<Published, 'attributes' | 'topic'>,
): string | undefined {
  const named = body['event_name']
  if (typeof named === 'string') return named
  return attributes[names.eventName] ?? (isOfAnyType(topic) ? undefined : topic)
}

/** True for a topic that accepts events of any type. */
function isOfAnyType(topic: string): boolean {
  return topic === topics.events || sourceOfTopic(topic) !== undefined
}
