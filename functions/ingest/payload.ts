/** Event bus: reads the body of a publish request in any of its formats, and keeps the producer's bytes. Pure. */
import { isUtf8 } from 'node:buffer'
import { shapeFault } from '../../schemas/json_shape.ts'
import { limits } from '../../schemas/limits.ts'
import { elements, members } from '../event/json_members.ts'
import { fault } from '../serving/errors.ts'

/** A parsed body. */
export type PublishPayload =
  /** One plain event, several in a JSON array, or one per line: each a JSON object, as text and as value. */
  | { shape: 'events'; texts: readonly string[]; values: readonly object[] }
  /** The native envelope `{"messages": […]}`: its messages, each a JSON object as text and as value. */
  | { shape: 'envelope'; texts: readonly string[]; values: readonly object[] }

const ndjson = /^application\/(x-)?(ndjson|jsonl|json-?lines)\b/i

/** Reads a body. Throws an error of the catalogue that names the invalid part. */
export function readPayload(body: Buffer, contentType = 'application/json'): PublishPayload {
  const text = decode(body, contentType)
  if (text.trim() === '') throw fault('BODY_EMPTY', {}, { field: 'body' })
  if (ndjson.test(contentType)) return readLines(text)
  const value = parse(text, 'body')
  if (Array.isArray(value)) {
    if (value.length === 0) throw fault('EVENTS_MISSING', {}, { field: 'body' })
    requireCount(value.length)
    const texts = elements(text)
    texts.forEach((each, index) => requireFewValues(each, `[${index}]`))
    return { shape: 'events', texts, values: value.map(objectAt) }
  }
  requireObject(value, 'body')
  if (isEnvelope(value)) return readEnvelope(text, value)
  requireFewValues(text, 'body')
  return { shape: 'events', texts: [text], values: [value] }
}

/** An object whose only members are those of Pub/Sub's PublishRequest. An event has at least one other field. */
function isEnvelope(value: object): value is { messages: unknown } {
  return 'messages' in value && Object.keys(value).every((name) => name === 'messages' || name === 'topic')
}

/** Checks that the messages are objects. Pub/Sub checks their content. */
function readEnvelope(text: string, { messages }: { messages: unknown }): PublishPayload {
  if (!Array.isArray(messages) || !messages.every(isObject)) {
    throw fault('ENVELOPE_INVALID', {}, { field: 'messages' })
  }
  if (messages.length === 0) throw fault('EVENTS_MISSING', {}, { field: 'messages' })
  requireCount(messages.length)
  return { shape: 'envelope', texts: elements(members(text).get('messages')!), values: messages }
}

function readLines(text: string): PublishPayload {
  const texts = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  requireCount(texts.length)
  texts.forEach((line, index) => requireFewValues(line, `[${index}]`))
  return {
    shape: 'events',
    texts,
    values: texts.map((line, index) => objectAt(parse(line, `[${index}]`), index)),
  }
}

function objectAt(value: unknown, index: number): object {
  requireObject(value, `[${index}]`)
  return value
}

function decode(body: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw fault('CHARSET_UNSUPPORTED', { charset: charset.slice(0, 64) }, { field: 'content-type' })
  }
  if (!isUtf8(body)) throw fault('BODY_NOT_UTF8', {}, { field: 'body' })
  const text = body.toString()
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function parse(text: string, field: string): unknown {
  const { nestingLevels: levels, membersPerObject: members } = limits
  const found = shapeFault(text, { levels, members })
  if (found === 'too_deep') throw fault('BODY_TOO_DEEP', { limit: levels }, { field })
  if (found === 'too_wide') throw fault('BODY_TOO_WIDE', { limit: members }, { field })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fault('BODY_NOT_JSON', { problem: withoutExcerpt((error as Error).message) }, { field })
  }
}

/** A body has no limit of values: its events are checked one by one. */
function requireFewValues(event: string, field: string): void {
  const limit = limits.valuesPerEvent
  if (shapeFault(event, { levels: Infinity, members: Infinity, values: limit }))
    throw fault('EVENT_TOO_MANY_VALUES', { limit }, { field })
}

/** Returns V8's error message without the part of the text that V8 often repeats at its end. */
function withoutExcerpt(message: string): string {
  return message.split(/, (?:\.\.\.)?"/, 1)[0]!
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const requireObject: (value: unknown, field: string) => asserts value is object = (value, field) => {
  if (isObject(value)) return
  const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  throw fault('EVENT_NOT_AN_OBJECT', { got }, { field })
}

function requireCount(count: number): void {
  const limit = limits.eventsPerRequest
  if (count > limit) throw fault('EVENTS_TOO_MANY', { count, limit }, { field: 'body' })
}
