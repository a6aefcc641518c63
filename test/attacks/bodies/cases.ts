/** Attacks with bodies: hostile requests as bytes, with the statuses that are right. */
import { gzipSync } from 'node:zlib'
import type { Door } from './doors.ts'

export interface Attack {
  title: string
  door: Door
  bytes: readonly (string | Buffer)[]
  /** The right statuses. 0: the connection is closed without a response. Undefined: the client leaves without waiting for one. */
  statuses: readonly number[] | undefined
}

type Framed = readonly [title: string, lines: readonly string[], body: string]

/** Messages that RFC 9112 forbids, or whose end two servers could see at different places. https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
const malformed: readonly Framed[] = [
  ['a length that is a word', ['content-length: no'], '{}'],
  ['a negative length', ['content-length: -1'], '{}'],
  ['a signed length', ['content-length: +2'], '{}'],
  ['a length in exponents', ['content-length: 1e3'], '{}'],
  ['a hexadecimal length', ['content-length: 0x2'], '{}'],
  ['two lengths in one header', ['content-length: 2, 3'], '{}'],
  ['two different lengths', ['content-length: 2', 'content-length: 3'], '{}'],
  ['a length beyond 64 bits', ['content-length: 99999999999999999999999'], '{}'],
  ['a length and chunks', ['content-length: 2', 'transfer-encoding: chunked'], '0\r\n\r\n'],
  ['chunks and a length', ['transfer-encoding: chunked', 'content-length: 2'], '0\r\n\r\n'],
  ['chunks that are not last', ['transfer-encoding: chunked, gzip'], '0\r\n\r\n'],
  ['an unknown transfer coding', ['transfer-encoding: identity'], '{}'],
  ['a chunk size that is a word', ['transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a negative chunk size', ['transfer-encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk size beyond 64 bits', ['transfer-encoding: chunked'], 'fffffffffffffffff\r\n{}'],
  ['a chunk longer than its size', ['transfer-encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'],
  ['a NUL in a header', ['x: a\u0000b', 'content-length: 2'], '{}'],
  ['a space in the name of a header', ['a b: c', 'content-length: 2'], '{}'],
  ['a header without a name', [': c', 'content-length: 2'], '{}'],
  ['a header without a colon', ['abc', 'content-length: 2'], '{}'],
]

function headOf({ path }: Door, authorization: string, lines: readonly string[]): string {
  const auth = authorization === '' ? [] : [`authorization: ${authorization}`]
  return [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    ...auth,
    ...lines,
    '',
    '',
  ].join('\r\n')
}

function framed(door: Door): readonly Attack[] {
  return malformed.map(([title, lines, body]) => ({
    title,
    door,
    bytes: [headOf(door, door.authorization, lines) + body],
    statuses: [400],
  }))
}

/** Heads that are too large, or no HTTP. The limit counts all headers together: 16 KiB. */
function heads(door: Door): readonly Attack[] {
  const many = Array.from({ length: 1500 }, (_, index) => `x-${index}: ${index}`)
  const texts: readonly (readonly [string, string, number])[] = [
    ['a large header', headOf(door, door.authorization, [`x: ${'x'.repeat(20_000)}`]), 431],
    ['a thousand headers', headOf(door, door.authorization, many), 431],
    ['a long path', `POST /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431],
    ['no HTTP', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
    ['an unknown version', `POST ${door.path} HTTP/9.9\r\nhost: localhost\r\n\r\n`, 400],
    ['HTTP/2 without an upgrade', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ]
  return texts.map(([title, text, status]) => ({ title, door, bytes: [text], statuses: [status] }))
}

const badCredentials: readonly string[] = [
  '',
  'Basic YTpi',
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Bearer ü',
  'x',
]

/** Requests without credentials whose announced body never comes: they are answered by their heads. */
function unauthenticated(door: Door): readonly Attack[] {
  const { unauthenticated: status, maxBytes } = door
  if (status === undefined) return []
  const announced: readonly (readonly string[])[] = [
    [`content-length: ${maxBytes}`],
    ['transfer-encoding: chunked'],
    [`content-length: ${maxBytes}`, 'expect: 100-continue'],
    [`content-length: ${maxBytes}`, 'expect: anything'],
  ]
  return badCredentials.flatMap((authorization) =>
    announced.map((lines) => ({
      title: `the credentials "${authorization}" and ${lines.join(', ')}`,
      door,
      bytes: [headOf(door, authorization, lines)],
      // The local front end knows that another identity is no identity of its issuer.
      statuses: [status, 403],
    })),
  )
}

function sized(door: Door, lines: readonly string[], body: Buffer): readonly (string | Buffer)[] {
  return [headOf(door, door.authorization, [...lines, `content-length: ${body.length}`]), body]
}

/** Bodies that are too large or not what they are said to be. `translate` reads none for an unknown translation. */
function bodies(door: Door): readonly Attack[] {
  const refused = door.name === 'translate' ? [404, 403] : undefined
  const bomb = gzipSync(Buffer.alloc(Math.min(door.maxBytes, 2 ** 25) + 1, 32), { level: 9 })
  const attacks: readonly (readonly [string, readonly (string | Buffer)[], readonly number[]])[] = [
    [
      'a length that is one too many',
      [headOf(door, door.authorization, [`content-length: ${door.maxBytes + 1}`])],
      refused ?? [413],
    ],
    [
      'the largest length of all',
      [headOf(door, door.authorization, ['content-length: 9007199254740991'])],
      refused ?? [413],
    ],
    ...['br', 'deflate', 'zstd', 'gzip, gzip', 'x'.repeat(1000)].map(
      (encoding) =>
        [
          `the encoding ${encoding.slice(0, 20)}`,
          sized(door, [`content-encoding: ${encoding}`], Buffer.from('{}')),
          refused ?? [415],
        ] as const,
    ),
    ['a decompression bomb', sized(door, ['content-encoding: gzip'], bomb), refused ?? [413]],
    [
      'gzip that is none',
      sized(door, ['content-encoding: gzip'], Buffer.from('{"not":"gzip"}')),
      refused ?? [400],
    ],
    [
      'gzip without its end',
      sized(door, ['content-encoding: gzip'], gzipSync('{"a":1}').subarray(0, -9)),
      refused ?? [400],
    ],
    ['an empty gzip', sized(door, ['content-encoding: gzip'], Buffer.alloc(0)), refused ?? [400, 401]],
  ]
  return attacks.map(([title, bytes, statuses]) => ({ title, door, bytes, statuses }))
}

/** Requests that end before they are complete. */
function halfSent(door: Door): readonly Attack[] {
  const head = (lines: readonly string[]): string => headOf(door, door.authorization, lines)
  const texts: readonly (readonly [string, string])[] = [
    ['half a request line', `POST ${door.path}`],
    ['half a head', `POST ${door.path} HTTP/1.1\r\nhost: localhost\r\nauthoriz`],
    ['a head without its body', head(['content-length: 100000'])],
    ['half a body', head(['content-length: 100000']) + 'x'.repeat(50_000)],
    ['half a chunk', `${head(['transfer-encoding: chunked'])}ffff\r\n${'x'.repeat(99)}`],
    ['chunks without the last', `${head(['transfer-encoding: chunked'])}2\r\n{}\r\n`],
    ['half a gzip', `${head(['content-encoding: gzip', 'content-length: 1000'])}\u001f`],
  ]
  return texts.map(([title, text]) => ({ title, door, bytes: [text], statuses: undefined }))
}

export function attacksOn(door: Door): readonly Attack[] {
  return [framed, heads, unauthenticated, bodies, halfSent].flatMap((kind) => kind(door))
}
