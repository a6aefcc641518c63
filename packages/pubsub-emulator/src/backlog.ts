/** The backlog of a subscription: what may be delivered now, and what waits behind an ordering key. */
import { Fifo } from './fifo.ts'
import type { Entry, Message } from './message.ts'
import { Ordering } from './ordering.ts'

export class Backlog {
  /** Never delivered and unordered: nothing but the message is kept of them, because there may be millions. */
  #fresh = new Fifo<Message>()
  /** Redeliveries, and the heads of ordering keys; they go first. */
  #returned = new Fifo<Entry>()
  readonly #ordering = new Ordering()

  /** How many may be delivered now. */
  get ready(): number {
    return this.#fresh.length + this.#returned.length
  }

  add(entry: Entry): void {
    if (entry.key === '') {
      if (entry.attempts === 0) this.#fresh.push(entry.message)
      else this.#returned.push(entry)
    } else if (this.#ordering.add(entry)) this.#returned.push(entry)
  }

  /** The next entry to deliver; it is the taker's until `giveBack`, `takeBack` or `settle`. */
  next(): Entry | undefined {
    return this.#returned.shift() ?? fresh(this.#fresh.shift())
  }

  /** The entry to deliver in the same batch right behind one of the same key. */
  follower(key: string): Entry | undefined {
    return this.#ordering.follower(key)
  }

  /** An entry is due for another delivery. */
  giveBack(entry: Entry): void {
    this.#returned.push(entry)
  }

  /** An ordered entry counts as not delivered, because one before it has to be delivered again. */
  takeBack(entry: Entry): void {
    this.#ordering.takeBack(entry)
  }

  /** An entry is done with; true when that frees the next one of its key. */
  settle({ key }: Entry): boolean {
    const head = key === '' ? undefined : this.#ordering.settle(key)
    if (head) this.#returned.push(head)
    return head !== undefined
  }

  /** Takes out the fresh messages published before `time`. */
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

  /** Everything in it, in no order: what was never delivered and is unordered, and the rest. */
  snapshot(): { fresh: Message[]; entries: Entry[] } {
    const entries = this.#returned.toArray().concat(this.#ordering.toArray())
    return { fresh: this.#fresh.toArray(), entries }
  }

  /** Everything in it. */
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
