/** A first-in first-out queue with operations in constant time at both ends. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** Puts an item back at the front. */
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
    // The unused front part is dropped when it is the larger half, so that each item is moved at most once.
    if (this.#head > 512 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** Returns a copy of the items, from first to last. */
  toArray(): T[] {
    return this.#items.slice(this.#head) as T[]
  }

  /** The items from first to last. The queue must not change during the iteration. */
  *[Symbol.iterator](): Generator<T> {
    for (let index = this.#head; index < this.#items.length; index++) yield this.#items[index] as T
  }
}
