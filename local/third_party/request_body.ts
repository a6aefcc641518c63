/** Third-party recorder: keeps the body of a request as text, or as base64 if it is not UTF-8, truncated to a megabyte. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

export interface RequestBody {
  /** UTF-8 text, or base64 if `base64` is true. */
  body: string
  base64: boolean
  /** True if `body` holds only the first megabyte. */
  truncated: boolean
  /** Length of the whole body as sent. */
  bytes: number
}

/** Maximum bytes that are kept of one body. */
const keptBytes = 1024 * 1024

/** Reads a body to its end. Rejects if the sender disconnects first. */
export function readRecordedBody(request: IncomingMessage): Promise<Buffer> {
  // Listeners cost less than an iterator of the stream, and some vendors get a request for each event.
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
  request.once('error', reject)
  return promise
}

/** Returns the part of a body that is recorded. `text`: the whole body read as UTF-8. */
export function bodyToRecord(whole: Buffer, text: string): RequestBody {
  const kept = whole.subarray(0, keptBytes)
  const truncated = whole.length > kept.length
  const decoded = truncated ? decode(kept) : isUtf8(whole) ? text : undefined
  return {
    body: decoded ?? kept.toString('base64'),
    base64: decoded === undefined,
    truncated,
    bytes: whole.length,
  }
}

/** Decodes UTF-8, without a character that the truncation split. Returns undefined if the bytes are not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
