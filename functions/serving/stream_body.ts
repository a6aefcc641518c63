/** Serving: reads a request's body part by part, unpacked, so that its size does not matter to memory; bounded in bytes all the same. */
import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { StatusError } from './answer.ts'
import { encodingOf, tooLarge } from './body.ts'
import { fault } from './errors.ts'

/** What is unpacked may be so many times as large as it came, from so many bytes on: real data never is, a bomb always. */
const mostUnpacked = { times: 100, from: 8_388_608 } as const

/** The parts of the body. What is left unread when the reader stops, `discardRest` takes. */
export async function* streamBody(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const isPacked = encodingOf(request).endsWith('gzip')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const unpacked = isPacked ? createGunzip({ chunkSize: 65_536 }) : undefined
  const source = unpacked ?? request
  const cut = (): void => void unpacked?.destroy(new StatusError('CANCELLED', 'The request ended early.'))
  if (unpacked) request.once('error', cut).once('aborted', cut).pipe(unpacked)
  let bytes = 0
  try {
    for await (const part of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      if (unpacked && bytes > Math.max(mostUnpacked.from, mostUnpacked.times * unpacked.bytesWritten))
        throw new StatusError('INVALID_ARGUMENT', unpacksTooFar, { http: 413 })
      yield part
    }
  } catch (error) {
    throw error instanceof StatusError || !isPacked || !isOfZlib(error)
      ? error
      : fault('GZIP_BROKEN', {}, { field: 'body' })
  } finally {
    if (unpacked) {
      request.unpipe(unpacked).off('error', cut).off('aborted', cut)
      unpacked.destroy()
    }
  }
}

const unpacksTooFar = `The body unpacks to more than ${mostUnpacked.times} times its size. Send it without gzip.`

function isOfZlib(error: unknown): boolean {
  return /^(Z_|ERR_)/.test((error as NodeJS.ErrnoException).code ?? '')
}
