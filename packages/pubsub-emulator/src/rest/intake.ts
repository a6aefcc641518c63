/** Overload: refuses publish requests unread when those that are open would fill the memory. Google answers 429 beyond a quota.
 * https://cloud.google.com/pubsub/docs/error-codes */
import { RpcError } from '../errors.ts'

/** Maximum number of open publish requests, and of the bytes that they announce together. */
export const intakeLimits = { requests: 1000, bytes: 256 * 1024 * 1024 } as const

export class Intake {
  #requests = 0
  #bytes = 0

  /** Counts a request of that many bytes until the returned function is called. Throws RESOURCE_EXHAUSTED if it does not fit. One request
   * always fits. */
  enter(bytes: number): () => void {
    const isFull =
      this.#requests >= intakeLimits.requests ||
      (this.#requests > 0 && this.#bytes + bytes > intakeLimits.bytes)
    if (isFull)
      throw new RpcError(
        'RESOURCE_EXHAUSTED',
        'The embedded Pub/Sub has too many open publish requests. Nothing was published: send the request again.',
      )
    this.#requests++
    this.#bytes += bytes
    return () => {
      this.#requests--
      this.#bytes -= bytes
    }
  }
}
