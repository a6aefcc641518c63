/** Serving: reads a request's body, with the same limit in bytes before and after decompression, and within the instance's budget. */
import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { StatusError } from './answer.ts'
import type { BodyShare } from './body_budget.ts'
import { fault } from './errors.ts'

/** What a request's body is read with. */
export interface BodyReading {
  maxBytes: number
  share: BodyShare
  /** Asks for the body. Called when nothing refuses it any more before it arrives; some clients wait for it. */
  ask: () => void
}

/** Returns the complete body. Throws if it refuses the body; `discardRest` then reads the rest. */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, share, ask }: BodyReading,
): Promise<Buffer> {
  const isCompressed = encodingOf(request).endsWith('gzip')
  const stated = statedBytes(request, maxBytes)
  const waiting = share.expect(isCompressed ? maxBytes : stated)
  if (waiting) {
    await waiting
    if (request.destroyed) throw endedEarly()
  }
  ask()
  const body = await collect(request, maxBytes, share)
  return isCompressed ? inflate(body, maxBytes, share) : body
}

/** Returns the maximum of bytes that a request can send. Throws if it announces too many. */
export function statedBytes({ headers }: IncomingMessage, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes
  const bytes = Number(headers['content-length'] ?? 0)
  if (bytes > maxBytes) throw tooLarge(maxBytes)
  return bytes
}

/** Returns the content encoding, which is empty, identity or a name of gzip. Throws for any other. */
export function encodingOf({ headers }: IncomingMessage): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw fault('ENCODING_UNSUPPORTED', { encoding: encoding.slice(0, 64) }, { field: 'content-encoding' })
  }
  return encoding
}

/** Largest request over HTTP/1 that Cloud Run passes on. https://cloud.google.com/run/quotas#request_limits */
const cloudRunRequestBytes = 32 * 1024 * 1024

/** Reads and discards the rest of a request that was answered early: if the connection were closed while the client still sends, the
 * client's system would drop the response before the client has read it. An endless body closes the connection. */
export function discardRest(request: IncomingMessage, maxBytes: number): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes + cloudRunRequestBytes) request.destroy()
  })
}

function collect(request: IncomingMessage, maxBytes: number, share: BodyShare): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = (error: StatusError): void => {
      chunks.length = 0
      request.removeAllListeners('data')
      share.release()
      reject(error)
    }
    share.arriving(() => refuse(fault('INSTANCE_BUSY', {})))
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) refuse(tooLarge(maxBytes))
      else if (!share.take(chunk.length)) refuse(fault('INSTANCE_BUSY', {}))
      else chunks.push(chunk)
    })
    request.on('end', () => {
      share.arrived()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
      // The listeners hold the parts as long as the request is open.
      chunks.length = 0
    })
    request.on('error', () => reject(endedEarly()))
  })
}

/** Decompresses in parts, so that a decompression bomb takes no memory that is not free. */
async function inflate(body: Buffer, maxBytes: number, share: BodyShare): Promise<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 })
  const parts: Buffer[] = []
  let bytes = 0
  gunzip.end(body)
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      if (!share.take(part.length)) throw fault('INSTANCE_BUSY', {})
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof StatusError ? error : fault('GZIP_BROKEN', {}, { field: 'body' })
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

/** The client disconnected, so it does not get this error. */
function endedEarly(): StatusError {
  return new StatusError('CANCELLED', 'The request ended early.')
}

export function tooLarge(limit: number) {
  return fault('BODY_TOO_LARGE', { limit }, { field: 'body' })
}
