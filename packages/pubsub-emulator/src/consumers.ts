/** Consumers: those that wait for the messages of a subscription, and how they learn that there are some. */
import type { Consumer } from './subscription_dependencies.ts'

/** Delay in ms between the answer to a publisher and the first delivery to a subscriber that pulls. At once would often be before the
 * publisher has read the answer with the message's id, which at Google does not happen. */
const publisherFirst = 10

export class Consumers extends Set<Consumer> {
  readonly #hasMessages: () => boolean
  #waking = false
  #isTimed = false

  constructor(hasMessages: () => boolean) {
    super()
    this.#hasMessages = hasMessages
  }

  /** Notifies the consumers, in turn, that there may be messages. */
  wake(): void {
    if (this.#waking) return
    this.#waking = true
    setImmediate(() => {
      this.#waking = false
      for (const consumer of Array.from(this)) {
        if (!this.#hasMessages()) return
        consumer.ready()
        // A consumer that got messages moves to the end of the queue.
        if (this.delete(consumer)) this.add(consumer)
      }
    })
  }

  /** Notifies the consumers once the publisher has its answer. */
  wakeAfterPublish(): void {
    if (this.#isTimed) return
    this.#isTimed = true
    setTimeout(() => {
      this.#isTimed = false
      this.wake()
    }, publisherFirst)
  }
}
