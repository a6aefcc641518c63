/** Attacks on the local doors: sends one raw request and returns what came back. */
import { connect } from 'node:net'

export interface Attack {
  name: string
  method: string
  /** The request target, unchanged: what a browser or fetch would never send. */
  target: string
  /** Header lines. `Host` is added unless one is there. */
  headers?: readonly string[]
  body?: string | Buffer
  /** `HTTP/1.1` by default. */
  version?: string
}

export interface Reply {
  /** The HTTP status; 0 if the server closed the connection without an answer. */
  status: number
  text: string
  ms: number
}

/** Time in ms after which an answer counts as missing. */
const patience = 20_000

function bytesOf(
  { method, target, headers = [], body = '', version = 'HTTP/1.1' }: Attack,
  port: number,
): Buffer {
  const names = headers.map((line) => line.split(':', 1)[0]!.toLowerCase())
  const lines = [
    `${method} ${target} ${version}`,
    ...(names.includes('host') ? [] : [`Host: 127.0.0.1:${port}`]),
    ...headers,
    ...(body.length === 0 || names.includes('content-length') || names.includes('transfer-encoding')
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Sends the request on a connection of its own. Resolves when the server has closed it, or with the first bytes of a stream. */
export function attack(one: Attack, port: number): Promise<Reply> {
  return sendBytes(bytesOf(one, port), port)
}

/** Sends bytes, whatever they are. */
export function sendBytes(bytes: Buffer, port: number): Promise<Reply> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      resolve({ status, text, ms: performance.now() - started })
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer after ${patience} ms to ${bytes.toString('latin1', 0, 200)}`))
    }, patience)
    socket.setEncoding('latin1').on('data', (part) => {
      text += String(part)
      if (text.includes('text/event-stream') || text.length > 1_000_000) done()
    })
    // A server may close the connection while the request is being written.
    socket.on('error', done)
    socket.on('close', done)
    socket.write(bytes)
  })
}
