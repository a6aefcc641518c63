/** Event bus: converts a request's payload to messages to publish or to explain. Pure. */
import { attributes as names } from '../../schemas/bus.ts'
import { limits } from '../../schemas/limits.ts'
import { members, objectText } from '../event/json_members.ts'
import { messageText } from '../google/pubsub.ts'
import { fault } from '../serving/errors.ts'
import type { PublishOptions } from './options.ts'
import type { PublishPayload } from './payload.ts'

/** JSON texts of PubsubMessages. */
interface Publication {
  messages: readonly string[]
  /** Their common ordering key, empty for none; undefined if they have several. */
  orderingKey: string | undefined
}

/** Returns the messages to publish. Those of an envelope stay byte for byte. */
export function publicationOf(payload: PublishPayload, options: PublishOptions): Publication {
  if (payload.shape === 'envelope') {
    requireNoOptions(options)
    requireEventSizes(payload.values.map(dataBytesOf))
    return { messages: payload.texts, orderingKey: commonOrderingKey(payload.values) }
  }
  const { attributes, orderingKey } = options
  const events = payload.texts.map((text) => Buffer.from(text))
  const sizes = events.map(({ length }) => length)
  requireEventSizes(sizes)
  requireSize(sizes, options)
  return { messages: events.map((data) => messageText({ data, attributes, orderingKey })), orderingKey }
}

/** Returns the messages with the event name as an attribute, unless they have that attribute. */
export function withEventName(messages: readonly string[], eventName: string): readonly string[] {
  return messages.map((text) => {
    const message = members(text)
    const attributes = message.get('attributes')
    const named = new Map<string, string>([[names.eventName, JSON.stringify(eventName)]])
    if (attributes?.startsWith('{')) for (const [name, value] of members(attributes)) named.set(name, value)
    return objectText(message.set('attributes', objectText(named)))
  })
}

/** Returns the data and the attributes of each event; those of an envelope are decoded. */
export function eventsOf(
  payload: PublishPayload,
  { attributes }: PublishOptions,
): readonly { data: Buffer; attributes: Readonly<Record<string, string>> }[] {
  if (payload.shape === 'events')
    return payload.texts.map((text) => ({ data: Buffer.from(text), attributes }))
  return payload.values.map((message: { data?: unknown; attributes?: unknown }) => ({
    data: Buffer.from(typeof message.data === 'string' ? message.data : '', 'base64'),
    attributes: Object(message.attributes) as Readonly<Record<string, string>>,
  }))
}

function requireNoOptions({ attributes, orderingKey }: PublishOptions): void {
  if (orderingKey !== '') throw notApplicable('orderingKey')
  if (Object.keys(attributes).length > 0) throw notApplicable('attributes')
}

function notApplicable(name: string) {
  return fault('PARAMETER_NOT_APPLICABLE', { name }, { field: name })
}

function commonOrderingKey(messages: readonly object[]): string | undefined {
  const keys = new Set(messages.map(orderingKeyOf))
  return keys.size === 1 ? [...keys][0] : undefined
}

/** Protocol Buffers accept a field by either of its names: https://protobuf.dev/programming-guides/json/ */
function orderingKeyOf(message: { orderingKey?: unknown; ordering_key?: unknown }): string {
  const key = message.orderingKey ?? message.ordering_key ?? ''
  return typeof key === 'string' ? key : JSON.stringify(key)
}

/** Returns the number of bytes in a message's data, which is base64. */
function dataBytesOf({ data }: { data?: unknown }): number {
  return typeof data === 'string' ? Buffer.byteLength(data, 'base64') : 0
}

function requireEventSizes(sizes: readonly number[]): void {
  const limit = limits.eventBytes
  sizes.forEach((bytes, index) => {
    if (bytes > limit) throw fault('EVENT_TOO_LARGE', { bytes, limit }, { field: `[${index}]` })
  })
}

/** Counts as Pub/Sub does: data, attributes and ordering key of every message. */
function requireSize(sizes: readonly number[], { attributes, orderingKey }: PublishOptions): void {
  let each = Buffer.byteLength(orderingKey)
  for (const [name, value] of Object.entries(attributes)) {
    each += Buffer.byteLength(name) + Buffer.byteLength(value)
  }
  const bytes = sizes.reduce((sum, size) => sum + size + each, 0)
  const limit = limits.publishBytes
  if (bytes > limit) throw fault('EVENTS_TOO_LARGE', { bytes, limit }, { field: 'body' })
}
