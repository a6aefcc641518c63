/** Body of a recorded request: as text where it is text, as base64 where it is not, cut where it is too long. */
import type { IncomingMessage } from 'node:http'

export interface RequestBody {
  /** UTF-8 text, or base64 where `base64` is true. */
  body: string
  base64: boolean
  /** Whether `body` holds only the first megabyte. */
  truncated: boolean
  /** Length of the whole body as it was sent. */
  bytes: number
}

/** What is kept of one body, bytes. */
const keptBytes = 1024 * 1024

/** Reads a body to its end. Rejects when the sender goes away before. */
export async function readRecordedBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** What is kept of a body. */
export function keptOf(whole: Buffer): RequestBody {
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

/** The text of UTF-8 bytes, without a character that the cut split; undefined when they are not UTF-8. */
function decode(bytes: Buffer, truncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated })
  } catch {
    return undefined
  }
}
