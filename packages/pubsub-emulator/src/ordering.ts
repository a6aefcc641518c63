/** Ordering keys: delivers the messages of a key in the order of publishing, one batch at a time.
 * https://cloud.google.com/pubsub/docs/ordering */
import { Fifo } from '../../shared/src/fifo.ts'
import type { Entry } from './message.ts'

interface KeyQueue {
  waiting: Fifo<Entry>
  /** Entries that left the queue and are not settled: the head, and the entries delivered together with it. */
  out: Set<Entry>
}

/** The waiting messages of all ordering keys of a subscription. */
export class Ordering {
  readonly #keys = new Map<string, KeyQueue>()

  /** Adds an entry. Returns true if it is the first of its key, so that it may be delivered now. */
  add(entry: Entry): boolean {
    const queue = this.#keys.get(entry.key)
    if (!queue) {
      this.#keys.set(entry.key, { waiting: new Fifo(), out: new Set([entry]) })
      return true
    }
    queue.waiting.push(entry)
    return false
  }

  /** Removes and returns the entry to deliver directly after the one of the same key that was just delivered. */
  follower(key: string): Entry | undefined {
    const queue = this.#keys.get(key)
    const entry = queue?.waiting.shift()
    if (queue && entry) queue.out.add(entry)
    return entry
  }

  /** Puts an entry that was out back among the waiting entries of its key, in the order of publishing. */
  takeBack(entry: Entry): void {
    const queue = this.#keys.get(entry.key)
    if (!queue) return
    queue.out.delete(entry)
    const { waiting } = queue
    const earlier: Entry[] = []
    for (let front = waiting.peek(); front && front.message.id < entry.message.id; front = waiting.peek())
      earlier.push(waiting.shift()!)
    for (const each of [...earlier, entry].toReversed()) waiting.unshift(each)
  }

  /** Puts back an entry that is delivered again. Returns the first of its key to deliver if no other one is out. */
  giveBack(entry: Entry): Entry | undefined {
    this.takeBack(entry)
    return this.#keys.get(entry.key)?.out.size === 0 ? this.follower(entry.key) : undefined
  }

  /** Records that an entry is settled. Returns the next one of its key to deliver if no other one is out. */
  settle(entry: Entry): Entry | undefined {
    const queue = this.#keys.get(entry.key)
    queue?.out.delete(entry)
    if (!queue || queue.out.size > 0) return undefined
    const head = this.follower(entry.key)
    if (!head) this.#keys.delete(entry.key)
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
