/** Attacks on the local doors, written by hand: each with the statuses that are right at each door. 0: the connection is closed. */
import type { Attack } from './request.ts'

export interface Written extends Attack {
  /** Door → the status it has to answer. A door that is not named may answer anything below 500. */
  expected: Readonly<Record<string, number>>
}

const long = 'a'.repeat(15_000)

/** Paths that `new URL` refuses, or reads as another host. At the edge and the identity server there is nothing; the recorder records any
 * path and answers it as an unknown vendor. */
const nothing = { edge: 404, pubsub: 404, bigquery: 404, recorder: 200, metadata: 404, identity: 404 }

const targets: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '//': nothing,
  '///': nothing,
  '//evil.example/token': nothing,
  '//:99999': nothing,
  '//[': nothing,
  '/%zz': { ...nothing, bigquery: 400 },
  '/%': { ...nothing, bigquery: 400 },
  '/%c0%af': { ...nothing, bigquery: 400 },
  '/%00': nothing,
  '/projects/%ff/datasets': { ...nothing, bigquery: 400 },
  '/..;/token': nothing,
  '/../../etc/passwd': nothing,
  '/.%2e/.%2e/etc/passwd': nothing,
  '/\\evil.example/': nothing,
  '/?': { pubsub: 404, bigquery: 404, recorder: 200, metadata: 200, identity: 200 },
  '/#': { pubsub: 404, bigquery: 404, recorder: 200, metadata: 200, identity: 200 },
  '/token?account=%zz': { edge: 405, identity: 405 },
  '/tokeninfo?access_token=%ff': { edge: 400, identity: 400 },
  [`/${long}`]: nothing,
  [`/${'a/'.repeat(7000)}`]: nothing,
  [`/?${'a=b&'.repeat(3500)}`]: {},
  [`/${long}${long}`]: { edge: 431, pubsub: 431, bigquery: 431, recorder: 431, metadata: 431, identity: 431 },
}

const misdirected = {
  edge: 421,
  pubsub: 421,
  bigquery: 421,
  recorder: 421,
  metadata: 421,
  identity: 421,
  ingest: 421,
  console: 421,
  store: 421,
}
const foreignPort = { edge: 421, pubsub: 421, bigquery: 421, recorder: 421, metadata: 421, identity: 421 }
const foreign = { edge: 403, pubsub: 403, bigquery: 403, recorder: 403, metadata: 403, identity: 403 }

/** Names that a hostile page can make resolve to this machine. */
const hosts = [
  'evil.example',
  'evil.example:8080',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '127.0.0.1:1',
  '0.0.0.0',
  '[::]',
  'a b',
  '',
  'x'.repeat(5000),
]

/** What a page may send without asking first (https://fetch.spec.whatwg.org/#cors-safelisted-request-header). */
const crossSite = [
  ['Origin: https://evil.example', 'Content-Type: text/plain'],
  ['Origin: null', 'Content-Type: text/plain'],
  ['Origin: http://localhost:3000', 'Content-Type: application/x-www-form-urlencoded'],
  ['Origin: http://127.0.0.1:1', 'Content-Type: multipart/form-data; boundary=x'],
  ['Sec-Fetch-Site: cross-site', 'Content-Type: text/plain'],
  ['Sec-Fetch-Site: same-site', 'Content-Type: text/plain'],
]

export const written: readonly Written[] = [
  ...Object.entries(targets).map(([target, expected]) => ({
    name: `GET ${target.slice(0, 60)}`,
    method: 'GET',
    target,
    expected,
  })),
  ...hosts.map((host) => ({
    name: `Host: ${host.slice(0, 60)}`,
    method: 'POST',
    target: '/token',
    headers: [`Host: ${host}`],
    body: 'account=developer@sluice.local',
    // Functions are behind the edge, which passes its own host and port on: the port does not matter to them.
    expected: host === '127.0.0.1:1' ? foreignPort : misdirected,
  })),
  {
    name: 'a target of absolute form for another host',
    method: 'GET',
    target: 'http://evil.example/certs',
    expected: misdirected,
  },
  {
    name: 'a target of another scheme',
    method: 'GET',
    target: 'gopher://evil.example:70/_',
    expected: misdirected,
  },
  ...crossSite.map((headers) => ({
    name: `a page with ${headers[0]}`,
    method: 'POST',
    target: '/token',
    headers,
    body: 'account=developer@sluice.local',
    expected: foreign,
  })),
  { name: 'OPTIONS *', method: 'OPTIONS', target: '*', expected: { edge: 404, pubsub: 404, bigquery: 404 } },
  { name: 'GET *', method: 'GET', target: '*', expected: { edge: 404, pubsub: 404, bigquery: 404 } },
  {
    name: 'CONNECT',
    method: 'CONNECT',
    target: 'evil.example:443',
    expected: { edge: 0, pubsub: 0, bigquery: 0, recorder: 0, metadata: 0 },
  },
  {
    name: 'CONNECT /',
    method: 'CONNECT',
    target: '/',
    expected: { edge: 0, pubsub: 0, bigquery: 0, recorder: 0, metadata: 0 },
  },
  {
    name: 'an upgrade to WebSocket',
    method: 'GET',
    target: '/nothing',
    headers: ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    expected: nothing,
  },
  {
    name: 'an upgrade to HTTP/2',
    method: 'GET',
    target: '/nothing',
    headers: [
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
      'Connection: Upgrade, HTTP2-Settings',
    ],
    expected: nothing,
  },
  { name: 'HTTP/1.0', method: 'GET', target: '/nothing', version: 'HTTP/1.0', expected: nothing },
  {
    name: 'HTTP/9.9',
    method: 'GET',
    target: '/',
    version: 'HTTP/9.9',
    expected: { edge: 400, pubsub: 400, bigquery: 400, recorder: 400 },
  },
  {
    name: 'a method of no standard',
    method: 'GETT',
    target: '/',
    expected: { edge: 400, pubsub: 400, bigquery: 400, recorder: 400 },
  },
  {
    name: 'an unknown expectation',
    method: 'POST',
    target: '/nothing',
    headers: ['Expect: a-miracle'],
    expected: { edge: 417, pubsub: 417, bigquery: 417 },
  },
  {
    name: 'two lengths',
    method: 'POST',
    target: '/nothing',
    headers: ['Content-Length: 1', 'Content-Length: 2'],
    body: 'ab',
    expected: { edge: 400, pubsub: 400, bigquery: 400 },
  },
  {
    name: 'length and chunks',
    method: 'POST',
    target: '/nothing',
    headers: ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    body: '0\r\n\r\n',
    expected: { edge: 400, pubsub: 400, bigquery: 400 },
  },
  {
    name: 'a chunk of no length',
    method: 'POST',
    target: '/v1/topics/view_content',
    headers: ['Transfer-Encoding: chunked'],
    body: 'zz\r\n\r\n',
    expected: {},
  },
  {
    name: 'a negative length',
    method: 'POST',
    target: '/nothing',
    headers: ['Content-Length: -1'],
    expected: { edge: 400, pubsub: 400, bigquery: 400 },
  },
  {
    name: 'a header line without a name',
    method: 'GET',
    target: '/',
    headers: [': x'],
    expected: { edge: 400, pubsub: 400, bigquery: 400 },
  },
  {
    name: 'a body that says gzip and is not',
    method: 'POST',
    target: '/projects/p/queries',
    headers: ['Content-Encoding: gzip'],
    body: 'not gzip',
    expected: { bigquery: 400 },
  },
]
