/** Overload: refuses publish requests when those that are open would fill the memory. Google answers 429 beyond a quota.
 * https://cloud.google.com/pubsub/docs/error-codes */
import { RpcError } from './errors.ts'

/** Maximum number of open publish requests, and of their bytes together. */
export const intakeLimits = { requests: 1000, bytes: 256 * 1024 * 1024 } as const

export class Intake {
  #requests = 0
  #bytes = 0

  /** Counts a request of that many bytes until the returned function is called. Throws RESOURCE_EXHAUSTED if it does not fit. */
  enter(bytes: number): () => void {
    if (this.#requests >= intakeLimits.requests) throw tooManyRequests()
    const release = this.hold(bytes)
    this.#requests++
    return () => {
      this.#requests--
      release()
    }
  }

  /** Counts bytes of a request that has entered, as `enter` does. One request always fits. */
  hold(bytes: number): () => void {
    if (this.#bytes > 0 && this.#bytes + bytes > intakeLimits.bytes) throw tooManyRequests()
    this.#bytes += bytes
    return () => {
      this.#bytes -= bytes
    }
  }
}

export function tooManyRequests(): RpcError {
  return new RpcError(
    'RESOURCE_EXHAUSTED',
    'The embedded Pub/Sub has too many open publish requests. Nothing was published: send the request again.',
  )
}
