/** Consumers: those that wait for the messages of a subscription, and how they learn that there are some. */
import type { Consumer } from './subscription_dependencies.ts'

/** Delay in ms between the answer to a publisher and the first delivery to a stream. At once would often be before the publisher has read
 * the answer with the message's id, which at Google does not happen. The answer to a pull is written after that to the publisher. */
const publisherFirst = 10

export class Consumers extends Set<Consumer> {
  readonly #hasMessages: () => boolean
  #isWaking = false
  /** True if those that wait for the publisher are notified, too. */
  #wakesAll = false
  #isTimed = false

  constructor(hasMessages: () => boolean) {
    super()
    this.#hasMessages = hasMessages
  }

  /** Notifies the consumers, in turn, that there may be messages. */
  wake(): void {
    this.#wakesAll = true
    this.#wakeSoon()
  }

  /** As `wake`, for messages that were just published. */
  wakeAfterPublish(): void {
    this.#wakeSoon()
    if (this.#isTimed) return
    this.#isTimed = true
    setTimeout(() => {
      this.#isTimed = false
      this.wake()
    }, publisherFirst)
  }

  #wakeSoon(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      const isForAll = this.#wakesAll
      this.#isWaking = this.#wakesAll = false
      for (const consumer of Array.from(this)) {
        if (!this.#hasMessages()) return
        if (consumer.waitsForPublisher && !isForAll) continue
        consumer.ready()
        // A consumer that got messages moves to the end of the queue.
        if (this.delete(consumer)) this.add(consumer)
      }
    })
  }
}
