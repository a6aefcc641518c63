/** A cache of limited size for minted and checked tokens. It drops the least recently used entry. */
export class LruCache<Value> {
  // A Map iterates in insertion order, so its first key is the least recently used one.
  readonly #entries = new Map<string, Value>()
  readonly #capacity: number
  /** The entry that was read last. A caller sends one token again and again, and moving it to the end of the map costs more than finding it. */
  #last: { key: string; value: Value } | undefined

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string): Value | undefined {
    if (this.#last?.key === key) return this.#last.value
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#last = { key, value }
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#capacity) return
    for (const oldest of this.#entries.keys()) {
      this.delete(oldest)
      return
    }
  }

  delete(key: string): void {
    if (this.#last?.key === key) this.#last = undefined
    this.#entries.delete(key)
  }
}
