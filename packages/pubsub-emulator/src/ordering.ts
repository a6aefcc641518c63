/** Ordering keys: delivers the messages of a key in the order of publishing, one batch at a time.
 * https://cloud.google.com/pubsub/docs/ordering */
import { Fifo } from './fifo.ts'
import type { Entry } from './message.ts'

interface KeyQueue {
  waiting: Fifo<Entry>
  /** Entries that left the queue and are not settled: the head, and the entries delivered together with it. */
  out: number
}

/** The waiting messages of all ordering keys of a subscription. */
export class Ordering {
  readonly #keys = new Map<string, KeyQueue>()

  /** Adds an entry. Returns true if it is the first of its key, so that it may be delivered now. */
  add(entry: Entry): boolean {
    const queue = this.#keys.get(entry.key)
    if (!queue) {
      this.#keys.set(entry.key, { waiting: new Fifo(), out: 1 })
      return true
    }
    queue.waiting.push(entry)
    return false
  }

  /** Removes and returns the entry to deliver directly after the one of the same key that was just delivered. */
  follower(key: string): Entry | undefined {
    const queue = this.#keys.get(key)
    const entry = queue?.waiting.shift()
    if (queue && entry) queue.out++
    return entry
  }

  /** Puts an entry that was out back before all waiting entries of its key. */
  takeBack(entry: Entry): void {
    const queue = this.#keys.get(entry.key)
    if (!queue) return
    queue.out--
    queue.waiting.unshift(entry)
  }

  /** Records that an entry of `key` is settled. Returns the next one to deliver if no other entry of the key is out. */
  settle(key: string): Entry | undefined {
    const queue = this.#keys.get(key)
    if (!queue || --queue.out > 0) return undefined
    const head = this.follower(key)
    if (!head) this.#keys.delete(key)
    return head
  }

  /** All entries that wait behind a head. */
  *[Symbol.iterator](): Generator<Entry> {
    for (const { waiting } of this.#keys.values()) yield* waiting
  }

  /** Returns a copy of all entries that wait behind a head. */
  toArray(): Entry[] {
    return [...this.#keys.values()].flatMap(({ waiting }) => waiting.toArray())
  }

  clear(): void {
    this.#keys.clear()
  }
}
