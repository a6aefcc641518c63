/** Attacks on the local doors, generated with a fixed seed from targets, headers and bodies that break parsers. */
import { gzipSync } from 'node:zlib'
import type { Random } from '../../../packages/shared/test/random.ts'
import type { Door } from './doors.ts'
import type { Attack } from './request.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

const beforePath = [
  '',
  '',
  '',
  '/',
  '//',
  '/.',
  '/..',
  '/%2f',
  '/%zz',
  'http://127.0.0.1',
  'x:',
  '/\u0080',
  ';',
]
const afterPath = [
  '',
  '',
  '/',
  '//',
  '/%zz',
  '/%00',
  '/%ff%fe',
  '/..%2f..',
  '?',
  '?%zz',
  '?a=%',
  '?alt=media&alt=sse',
  '?maxResults=-1',
  '?maxResults=1e99',
  '?pageToken=%00',
  '?startIndex=x',
  '?uploadType=resumable',
  '?uploadType=multipart',
  '?uploadType=media',
  '?upload_id=x',
  '?validateOnly=true',
  '?recursive=true',
  '?audience=',
  ':',
  ':publish',
  ':seek',
  '#',
  '#x?y',
  '\\',
  '/__proto__',
  '/constructor',
  '/toString',
]

const headerLines = [
  'Content-Type: application/json',
  'Content-Type: text/plain',
  'Content-Type: multipart/related; boundary=x',
  'Content-Type: multipart/related',
  'Content-Type: \u00ff',
  'Authorization: Bearer x',
  'Authorization: Basic Og==',
  'Authorization: Bearer',
  'Authorization: \u00e4',
  'X-Serverless-Authorization: Bearer e30.e30.e30',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'Content-Range: bytes */*',
  'Content-Range: bytes 5-1/x',
  'X-Forwarded-For: 10.0.0.1',
  'X-HTTP-Method-Override: DELETE',
  'Range: bytes=0-',
  'If-Match: *',
  'Accept: text/event-stream',
  'Cookie: a=%00',
  'Traceparent: zz',
  'Expect: 100-continue',
  'Keep-Alive: x',
  'TE: trailers',
  'Upgrade: websocket',
]

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const bodies: readonly (string | Buffer)[] = [
  '',
  'null',
  '0',
  '""',
  '[]',
  '[null]',
  '{}',
  '{',
  '{"a":',
  '\u0000',
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  deep,
  `{"a":${deep}}`,
  '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
  '{"messages":null}',
  '{"messages":[null]}',
  '{"messages":[{"data":5}]}',
  '{"messages":[{"data":"%%%","attributes":{"a":null}}]}',
  '{"messages":{"length":1e9}}',
  '{"query":null}',
  '{"query":5,"useLegacySql":"x"}',
  '{"query":"SELECT","useLegacySql":false}',
  '{"query":"SELECT 1","useLegacySql":false,"queryParameters":[null]}',
  '{"query":"SELECT ?","useLegacySql":false,"queryParameters":[{"parameterType":{"type":"ARRAY"},"parameterValue":{}}]}',
  '{"query":"SELECT 1","useLegacySql":false,"maxResults":-1,"timeoutMs":"x"}',
  '{"query":"SELECT 1","useLegacySql":false,"defaultDataset":5,"jobReference":[]}',
  `{"query":"SELECT ${'('.repeat(5000)}","useLegacySql":false}`,
  '{"configuration":null}',
  '{"configuration":{"query":null}}',
  '{"configuration":{"query":{"query":{}}}}',
  '{"configuration":{"load":{"destinationTable":null}}}',
  '{"configuration":{"copy":{"sourceTables":5,"destinationTable":{}}}}',
  '{"rows":null}',
  '{"rows":5}',
  '{"rows":[null]}',
  '{"rows":[{"json":[]}]}',
  '{"rows":[{"insertId":{},"json":{"event_id":[{}]}}]}',
  '{"tableReference":null,"schema":5}',
  '{"tableReference":{"tableId":{}},"schema":{"fields":[null]}}',
  '{"tableReference":{"tableId":"t"},"schema":{"fields":[{"name":5,"type":{}}]},"view":{"query":7}}',
  '{"datasetReference":[],"labels":5}',
  '{"insertAll":null}',
  '{"query":{"delayMs":"x"},"unknownTable":5}',
  '{"status":"x"}',
  '{"behavior":{},"times":-1}',
  '{"path":"nowhere","delayMs":1e99}',
  'account=%zz&lifetime=1e999',
  'account=developer%40sluice.local&lifetime=-1&audience=%00',
  `account=${'a'.repeat(70_000)}`,
  gzipSync('{"query":"SELECT 1"}'),
  '--x\r\n\r\n{}\r\n--x\r\n\r\n1\r\n--x--',
  '--x\r\n\r\nnot json\r\n--x\r\n\r\n1\r\n--x--',
]

/** Returns a request built from the parts. */
export function generated(random: Random, { name, paths, headers }: Door, index: number): Attack {
  // Most requests reach a handler, and their bodies its parser.
  const before = random.below(4) === 0 ? random.pick(beforePath) : ''
  const after = random.below(3) === 0 ? random.pick(afterPath) : ''
  const target = before + random.pick(paths) + after
  const method = random.below(2) === 0 ? 'POST' : random.pick(methods)
  // A second Authorization line would be ignored.
  const own = random.below(8) === 0 ? [] : headers
  const added = random
    .some(3, () => random.pick(headerLines))
    .filter((line) => !own.some((known) => known.startsWith(line.split(':', 1)[0]!)))
  return {
    name: `${index}: ${method} ${target.slice(0, 80)} at ${name}`,
    method,
    target,
    headers: [...own, ...added],
    body: random.pick(bodies),
  }
}
