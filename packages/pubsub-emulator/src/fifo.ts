/** A first-in first-out queue with constant-time ends, under every backlog. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** Puts an item back where the next shift finds it. */
  unshift(item: T): void {
    if (this.#head > 0) this.#items[--this.#head] = item
    else this.#items.unshift(item)
  }

  peek(): T | undefined {
    return this.#items[this.#head]
  }

  shift(): T | undefined {
    if (this.#head >= this.#items.length) return undefined
    const item = this.#items[this.#head]
    this.#items[this.#head++] = undefined
    // The dead part in front is dropped once it is the larger half, so that each item is moved at most once.
    if (this.#head > 512 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** A copy of the items, from first to last. */
  toArray(): T[] {
    return this.#items.slice(this.#head) as T[]
  }

  /** The items from first to last; the queue must not change meanwhile. */
  *[Symbol.iterator](): Generator<T> {
    for (let index = this.#head; index < this.#items.length; index++) yield this.#items[index] as T
  }
}
