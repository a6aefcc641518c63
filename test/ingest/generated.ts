/** Front door: generates requests, some valid, some corrupted and some random. */
import { gzipSync } from 'node:zlib'
import type { Sent } from '../support/front_door.ts'
import type { Random } from './random.ts'

export interface Generated {
  request: Sent
  /** The data of each message if the request is accepted; undefined if it must be refused. */
  data: readonly string[] | undefined
}

const spaces = ['', '', '', ' ', '\n', '\t', ' \r\n ']
const strings = [
  '',
  'a',
  'é𝄞',
  '\\"',
  '\\\\',
  '\\ud83d',
  '\\u0000',
  '}]',
  '{\\"a\\":[',
  '__proto__',
  'event_name',
  '😀',
]
const scalars = ['true', 'false', 'null', '0', '-0', '1e400', '9007199254740993', '1.10', '-12.5E-7']
const junk = ['{', '}', '[', ']', '"', ',', ':', '\\', '\0', 'NaN', '\uFEFF', '\u2028', '//', "'", '1', 'é']

/** Returns JSON with any spaces and escapes. */
function jsonText(random: Random, depth: number): string {
  const space = (): string => random.pick(spaces)
  const string = (): string => `"${random.some(3, () => random.pick(strings)).join('')}"`
  const kind = depth === 0 ? random.below(2) : random.below(4)
  if (kind === 0) return random.pick(scalars)
  if (kind === 1) return string()
  const inner = (): string => `${space()}${jsonText(random, depth - 1)}${space()}`
  if (kind === 2) return `[${random.some(3, inner).join(',')}]`
  return `{${random.some(3, () => `${space()}${string()}${space()}:${inner()}`).join(',')}}`
}

function eventText(random: Random): string {
  return `{${random.pick(spaces)}"v":${jsonText(random, 4)}${random.pick(spaces)}}`
}

function valid(random: Random, request: Sent, data: readonly string[]): Generated {
  return {
    request: random.below(4) ? request : gzipped(request),
    data,
  }
}

function gzipped(request: Sent): Sent {
  return {
    ...request,
    headers: { ...request.headers, 'content-encoding': 'gzip' },
    body: gzipSync(request.body!, { level: 1 }),
  }
}

function invalid(request: Sent): Generated {
  return { request, data: undefined }
}

const makers: readonly ((random: Random) => Generated)[] = [
  (random) => {
    const text = random.pick(spaces) + eventText(random)
    return valid(random, { body: text }, [text])
  },
  (random) => {
    const texts = random.some(5, () => eventText(random))
    return valid(random, { body: `[${texts.join(` ,${random.pick(spaces)}`)}]` }, texts)
  },
  (random) => {
    const texts = random.some(5, () => eventText(random).replace(/[\r\n]/g, ' '))
    const headers = { 'content-type': 'application/x-ndjson' }
    return valid(random, { headers, body: texts.join(random.pick(['\n', '\r\n', '\n\n'])) }, texts)
  },
  (random) => {
    const texts = random.some(3, () => random.pick([eventText(random), 'any bytes']))
    const messages = texts.map((text) => ({
      data: Buffer.from(text).toString('base64'),
      ...(random.below(2) && { attributes: { n: String(random.below(9)) } }),
      ...(random.below(4) === 0 && { orderingKey: random.pick(['k', 'l']) }),
    }))
    return valid(random, { body: JSON.stringify({ messages }) }, texts)
  },
  // Truncated: never JSON, because the last brace is missing.
  (random) => {
    const text = eventText(random)
    return invalid({ body: text.slice(0, random.below(text.length)) })
  },
  // Corrupted in one place: JSON.parse decides whether it is still valid.
  (random) => {
    const text = eventText(random)
    const at = 1 + random.below(text.length - 1)
    const corrupted = text.slice(0, at) + random.pick(junk) + text.slice(at + random.below(3))
    const body = corrupted.toWellFormed()
    return { request: { body }, data: isObject(body) ? [body] : undefined }
  },
  // Any bytes.
  (random) => invalid({ body: Buffer.from(random.some(64, () => 128 + random.below(128))) }),
  // Truncated gzip.
  (random) => {
    const { body, headers } = gzipped({ body: eventText(random) })
    const whole = body as Buffer
    return invalid({ headers: headers!, body: whole.subarray(0, random.below(whole.length - 8)) })
  },
  // A valid event with an invalid path, query or header.
  (random) => {
    const path = random.pick([
      '/v1/topics/x',
      '/v1/topics/%ff',
      '/v1/topics/stored',
      '/v1/topics?surprise=1',
      '/v1/topics?validateOnly=TRUE',
      '/v1/topics?attributes.goog=1',
      `/v1/topics?orderingKey=${'k'.repeat(2000)}`,
      '/v1/projects/x/topics/events:publish',
      '/v1/topics/no_such_topic',
      '//',
    ])
    return invalid({ path, body: eventText(random) })
  },
  (random) =>
    invalid({
      headers: random.pick<Readonly<Record<string, string>>>([
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-encoding': 'deflate' },
        { authorization: 'Bearer ya29.forged' },
        { authorization: 'Basic eDp5' },
      ]),
      body: eventText(random),
    }),
  // Invalid envelopes.
  (random) => {
    const messages = random.pick<unknown>([
      [],
      [{}],
      [1],
      'x',
      null,
      [{ data: '!' }],
      [{ data: 5 }],
      [{ surprise: 1 }],
      [{ data: 'e30=', attributes: { goog: '1' } }],
      [{ data: 'e30=' }, {}],
    ])
    return invalid({ body: JSON.stringify({ messages }) })
  },
]

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export function generate(random: Random): Generated {
  // Valid requests are more frequent than their share of the makers.
  return random.pick(random.below(3) ? makers : makers.slice(0, 4))(random)
}
