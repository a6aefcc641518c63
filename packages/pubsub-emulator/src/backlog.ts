/** The backlog of a subscription: messages that may be delivered now, and messages that wait behind an ordering key. */
import { Fifo } from '../../shared/src/fifo.ts'
import type { Entry, Message } from './message.ts'
import { Ordering } from './ordering.ts'

export class Backlog {
  /** Unordered messages that were never delivered. Only the message is stored, because there may be millions. */
  #fresh = new Fifo<Message>()
  /** Redeliveries, and the first messages of ordering keys. They are delivered first. */
  #returned = new Fifo<Entry>()
  readonly #ordering = new Ordering()

  /** The number of messages that may be delivered now. */
  get ready(): number {
    return this.#fresh.length + this.#returned.length
  }

  add(entry: Entry): void {
    if (entry.key === '') {
      if (entry.attempts === 0) this.#fresh.push(entry.message)
      else this.#returned.push(entry)
    } else if (this.#ordering.add(entry)) this.#returned.push(entry)
  }

  /** Removes and returns the next entry to deliver. It stays out until `giveBack`, `takeBack` or `settle`. */
  next(): Entry | undefined {
    return this.#returned.shift() ?? fresh(this.#fresh.shift())
  }

  /** Removes and returns the entry to deliver in the same batch, directly after one of the same key. */
  follower(key: string): Entry | undefined {
    return this.#ordering.follower(key)
  }

  /** Returns an entry for another delivery. An ordered one waits for the others of its key that are out, and keeps its place among them. */
  giveBack(entry: Entry): void {
    const next = entry.key === '' ? entry : this.#ordering.giveBack(entry)
    if (next) this.#returned.push(next)
  }

  /** Returns an ordered entry to its key as not delivered, because an earlier one is delivered again. */
  takeBack(entry: Entry): void {
    this.#ordering.takeBack(entry)
  }

  /** Removes an entry that is settled. Returns true if the next one of its key may now be delivered. */
  settle(entry: Entry): boolean {
    const head = entry.key === '' ? undefined : this.#ordering.settle(entry)
    if (head) this.#returned.push(head)
    return head !== undefined
  }

  /** Removes and yields the messages published before `time` that were never delivered. */
  *dropBefore(time: number): Generator<Entry> {
    for (
      let message = this.#fresh.peek();
      message && message.publishTime < time;
      message = this.#fresh.peek()
    ) {
      this.#fresh.shift()
      yield { message, attempts: 0, key: '' }
    }
  }

  /** All messages, in no order: the unordered ones that were never delivered, and the others. */
  snapshot(): { fresh: Message[]; entries: Entry[] } {
    const entries = this.#returned.toArray().concat(this.#ordering.toArray())
    return { fresh: this.#fresh.toArray(), entries }
  }

  /** All entries. */
  *[Symbol.iterator](): Generator<Entry> {
    yield* this.#returned
    yield* this.#ordering
    for (const message of this.#fresh) yield { message, attempts: 0, key: '' }
  }

  clear(): void {
    this.#fresh = new Fifo()
    this.#returned = new Fifo()
    this.#ordering.clear()
  }
}

function fresh(message: Message | undefined): Entry | undefined {
  return message && { message, attempts: 0, key: '' }
}
