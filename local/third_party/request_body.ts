/** Third-party recorder: keeps the body of a request as text, or as base64 if it is not UTF-8, truncated to a megabyte. */
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
export async function readRecordedBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns the part of a body that is recorded. */
export function bodyToRecord(whole: Buffer): RequestBody {
  const kept = whole.subarray(0, keptBytes)
  const truncated = whole.length > kept.length
  const text = decode(kept, truncated)
  return {
    body: text ?? kept.toString('base64'),
    base64: text === undefined,
    truncated,
    bytes: whole.length,
  }
}

/** Decodes UTF-8, without a character that the truncation split. Returns undefined if the bytes are not UTF-8. */
function decode(bytes: Buffer, truncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated })
  } catch {
    return undefined
  }
}
