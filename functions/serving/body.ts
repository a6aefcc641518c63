/** Serving: reads a request's body, with the same limit in bytes before and after decompression. */
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StatusError } from './answer.ts'
import { fault } from './errors.ts'

const unzip = promisify(gunzip)

/** Returns the complete body. Throws if it refuses the body; `discardRest` then reads the rest. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = encodingOf(request)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const body = await collect(request, maxBytes)
  return encoding.endsWith('gzip') ? inflate(body, maxBytes) : body
}

/** Returns the content encoding, which is empty, identity or a name of gzip. Throws for any other. */
export function encodingOf({ headers }: IncomingMessage): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw fault('ENCODING_UNSUPPORTED', { encoding: encoding.slice(0, 64) }, { field: 'content-encoding' })
  }
  return encoding
}

/** Reads and discards the rest of a request that was answered early: if the connection were closed at once, the client's system would
 * drop the response before the client has read it. An endless body closes the connection. */
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
    // The client disconnected, so it does not get this error.
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
