/** Serving: reads a request's body as a stream, decompressed and limited in bytes, so that memory does not depend on its size. */
import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { StatusError } from './answer.ts'
import { encodingOf, statedBytes, tooLarge, type BodyReading } from './body.ts'
import { fault } from './errors.ts'

/** Maximum ratio of decompressed to compressed bytes, and the decompressed size from which it applies. Only a decompression bomb exceeds
 * it. */
const inflation = { maxRatio: 100, fromBytes: 8_388_608 } as const

/** Yields the parts of the body. `discardRest` reads the rest if the consumer stops early. The body takes its share as soon as it begins to
 * arrive: it must not be refused when a part of its events is published. At most `maxHeld` bytes of it are in memory at a time. */
export async function* streamBody(
  request: IncomingMessage,
  maxHeld: number,
  { maxBytes, share, ask }: BodyReading,
): AsyncGenerator<Buffer> {
  const isCompressed = encodingOf(request).endsWith('gzip')
  const stated = statedBytes(request, maxBytes)
  const held = Math.min(isCompressed ? maxBytes : stated, maxHeld)
  void share.expect(held)
  ask()
  const gunzip = isCompressed ? createGunzip({ chunkSize: 65_536 }) : undefined
  const source = gunzip ?? request
  const abort = (): void => void gunzip?.destroy(new StatusError('CANCELLED', 'The request ended early.'))
  if (gunzip) request.once('error', abort).once('aborted', abort).pipe(gunzip)
  let bytes = 0
  let hasShare = false
  try {
    for await (const part of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (!(hasShare ||= share.take(held))) throw fault('INSTANCE_BUSY', {})
      bytes += part.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      if (gunzip && bytes > Math.max(inflation.fromBytes, inflation.maxRatio * gunzip.bytesWritten))
        throw new StatusError('INVALID_ARGUMENT', inflatesTooFar, { http: 413 })
      yield part
    }
  } catch (error) {
    throw error instanceof StatusError || !isCompressed || !isZlibError(error)
      ? error
      : fault('GZIP_BROKEN', {}, { field: 'body' })
  } finally {
    if (gunzip) {
      request.unpipe(gunzip).off('error', abort).off('aborted', abort)
      gunzip.destroy()
    }
  }
}

const inflatesTooFar = `The body decompresses to more than ${inflation.maxRatio} times its size. Send it without gzip.`

function isZlibError(error: unknown): boolean {
  return /^(Z_|ERR_)/.test((error as NodeJS.ErrnoException).code ?? '')
}
