/** Ordering keys: what belongs to one key leaves in the order it came, one batch of it at a time.
 * https://cloud.google.com/pubsub/docs/ordering */
import { Fifo } from './fifo.ts'
import type { Entry } from './message.ts'

interface KeyQueue {
  waiting: Fifo<Entry>
  /** Entries that left the queue and are not settled yet: the head, and what was delivered together with it. */
  out: number
}

/** The waiting messages of every ordering key of one subscription. */
export class Ordering {
  readonly #keys = new Map<string, KeyQueue>()

  /** Takes an entry in; true when nothing of its key is before it, so that it may be delivered now. */
  add(entry: Entry): boolean {
    const queue = this.#keys.get(entry.key)
    if (!queue) {
      this.#keys.set(entry.key, { waiting: new Fifo(), out: 1 })
      return true
    }
    queue.waiting.push(entry)
    return false
  }

  /** The entry to deliver right behind the one of the same key that was just delivered. */
  follower(key: string): Entry | undefined {
    const queue = this.#keys.get(key)
    const entry = queue?.waiting.shift()
    if (queue && entry) queue.out++
    return entry
  }

  /** Puts an entry that was out back before everything that waits. */
  takeBack(entry: Entry): void {
    const queue = this.#keys.get(entry.key)
    if (!queue) return
    queue.out--
    queue.waiting.unshift(entry)
  }

  /** An entry of `key` is settled: the next one to deliver, once nothing of the key is out. */
  settle(key: string): Entry | undefined {
    const queue = this.#keys.get(key)
    if (!queue || --queue.out > 0) return undefined
    const head = this.follower(key)
    if (!head) this.#keys.delete(key)
    return head
  }

  /** Everything that waits behind a head. */
  *[Symbol.iterator](): Generator<Entry> {
    for (const { waiting } of this.#keys.values()) yield* waiting
  }

  /** A copy of everything that waits behind a head. */
  toArray(): Entry[] {
    return [...this.#keys.values()].flatMap(({ waiting }) => waiting.toArray())
  }

  clear(): void {
    this.#keys.clear()
  }
}
