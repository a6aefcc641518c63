/** Attacks on answers: what hostile servers write to the connection, byte by byte, and the outcome of the event. */
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Outcome } from '../../../schemas/outcome.ts'

interface HostileServer {
  title: string
  /** Called when a request arrives. */
  answer: (socket: Socket) => void
  /** Outcome and reason. */
  told: readonly [Outcome['outcome'], string?]
}

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

/** Writes as fast as the other side reads, until it closes. */
function flood(socket: Socket, chunk: string | Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', write)
  write()
}

function drip(socket: Socket, chunk: string): void {
  const timer = setInterval(() => socket.write(chunk), 50)
  socket.on('close', () => clearInterval(timer))
}

function response(
  status: string,
  headers: readonly string[],
  body: string | Buffer = '',
): (socket: Socket) => void {
  return (socket) => {
    socket.write(
      [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', ''].join('\r\n'),
    )
    socket.end(body)
  }
}

const internal = [
  'http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  '//[::1]/',
]

export const hostileServers: readonly HostileServer[] = [
  {
    title: 'a body without end',
    told: ['delivered'],
    answer: (socket) => {
      socket.write(chunked)
      flood(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`)
    },
  },
  {
    title: 'a body without end and without length, of an error',
    told: ['refused', 'rejected'],
    answer: (socket) => {
      socket.write('HTTP/1.1 400 Bad\r\n\r\n')
      flood(socket, 'x'.repeat(65_536))
    },
  },
  {
    title: 'a body in drops',
    told: ['deferred', 'timeout'],
    answer: (socket) => {
      socket.write(chunked)
      drip(socket, '1\r\nx\r\n')
    },
  },
  {
    title: 'a head in drops',
    told: ['deferred', 'timeout'],
    answer: (socket) => {
      socket.write(ok)
      drip(socket, 'x')
    },
  },
  { title: 'nothing', told: ['deferred', 'timeout'], answer: () => {} },
  { title: 'a closed connection', told: ['deferred', 'network'], answer: (socket) => socket.end() },
  {
    title: 'a reset connection',
    told: ['deferred', 'network'],
    answer: (socket) => socket.resetAndDestroy(),
  },
  {
    title: 'informational responses without end',
    told: ['deferred', 'timeout'],
    answer: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
  },
  {
    title: 'a flood of informational responses',
    told: ['deferred'],
    answer: (socket) => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)),
  },
  {
    title: 'other protocols',
    told: ['deferred', 'network'],
    answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  },
  {
    title: 'a switch of protocols',
    told: ['deferred'],
    answer: response('101 Switching', ['upgrade: h2c', 'connection: upgrade']),
  },
  {
    title: 'headers without end',
    told: ['deferred', 'network'],
    answer: (socket) => {
      socket.write(ok)
      flood(socket, `x-a: ${'x'.repeat(1000)}\r\n`)
    },
  },
  {
    title: 'one huge header',
    told: ['deferred', 'network'],
    answer: response('200 OK', [`x-a: ${'x'.repeat(100_000)}`]),
  },
  {
    title: 'a length that is too large',
    told: ['deferred', 'network'],
    answer: (socket) => socket.end(`${ok}content-length: 1000\r\n\r\nshort`),
  },
  {
    title: 'a length that is too small, then another response',
    told: ['delivered'],
    answer: (socket) => socket.end(`${ok}content-length: 2\r\n\r\nokHTTP/1.1 400 Bad\r\n\r\n`),
  },
  {
    title: 'two lengths',
    told: ['deferred', 'network'],
    answer: (socket) => socket.end(`${ok}content-length: 2\r\ncontent-length: 5\r\n\r\nok`),
  },
  {
    title: 'a chunk of a negative length',
    told: ['deferred', 'network'],
    answer: (socket) => socket.end(`${chunked}-1\r\nx\r\n`),
  },
  {
    title: 'a compressed bomb',
    told: ['refused', 'rejected'],
    answer: response('400 Bad', ['content-encoding: gzip'], gzipSync(Buffer.alloc(20_000_000))),
  },
  {
    title: 'bytes that are no text',
    told: ['refused', 'rejected'],
    answer: response(
      '422 Bad',
      ['content-type: application/json'],
      Buffer.from('fffe00c0af80eda080f8', 'hex'),
    ),
  },
  ...internal.map((location): HostileServer => ({
    title: `a redirect to ${location}`,
    told: ['refused', 'rejected'],
    answer: response('307 Temporary Redirect', [`location: ${location}`]),
  })),
  {
    title: 'an endless throttle',
    told: ['deferred', 'throttled'],
    answer: response('429 Too Many', [`retry-after: ${'9'.repeat(300)}`]),
  },
  { title: 'a status of no meaning', told: ['deferred', 'unavailable'], answer: response('999 What', []) },
]
