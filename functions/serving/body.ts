/** Serving: reads a request's body, bounded in bytes both on the wire and after gunzip. */
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StatusError } from './answer.ts'
import { fault } from './errors.ts'

const unzip = promisify(gunzip)

/** The whole body. What it leaves unread of a request that it refuses, `discardRest` takes. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = encodingOf(request)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const body = await collect(request, maxBytes)
  return encoding.endsWith('gzip') ? inflate(body, maxBytes) : body
}

/** How the body is packed: gzip, or not at all. */
export function encodingOf({ headers }: IncomingMessage): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw fault('ENCODING_UNSUPPORTED', { encoding: encoding.slice(0, 64) }, { field: 'content-encoding' })
  }
  return encoding
}

/** Takes in what is still to come of a request that has its answer: closing the connection at once would make the client's
 * system drop the answer before the client has read it. What never ends, ends the connection. */
export function discardRest(request: IncomingMessage, maxBytes: number): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > 2 * maxBytes) request.destroy()
  })
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        request.removeAllListeners('data')
        reject(tooLarge(maxBytes))
      }
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes)))
    // Nobody reads this answer: who sent the request has gone.
    request.on('error', () => reject(new StatusError('CANCELLED', 'The request ended early.')))
  })
}

async function inflate(body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unzip(body, { maxOutputLength: maxBytes })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(maxBytes)
      : fault('GZIP_BROKEN', {}, { field: 'body' })
  }
}

export function tooLarge(limit: number) {
  return fault('BODY_TOO_LARGE', { limit }, { field: 'body' })
}
