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
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (bytes < keptBytes) chunks.push(chunk.subarray(0, keptBytes - bytes))
    bytes += chunk.length
  }
  const kept = Buffer.concat(chunks)
  const truncated = bytes > kept.length
  const text = decode(kept, truncated)
  return { body: text ?? kept.toString('base64'), base64: text === undefined, truncated, bytes }
}

/** The text of UTF-8 bytes, without a character that the cut split; undefined when they are not UTF-8. */
function decode(bytes: Buffer, truncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated })
  } catch {
    return undefined
  }
}
