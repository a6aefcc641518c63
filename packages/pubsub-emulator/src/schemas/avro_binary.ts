/** Avro: checks a message in the binary encoding. https://avro.apache.org/docs/1.11.1/specification/#binary-encoding */
import { isUtf8 } from 'node:buffer'
import type { Avro, AvroRecord } from './avro.ts'

/** A message that is not of its schema. */
class Mismatch extends Error {}

/** Returns why a message is not of the schema, or undefined if it is. */
export function mismatchOfBinary(message: Buffer, schema: AvroRecord): string | undefined {
  const reader = new BinaryReader(message)
  try {
    reader.skip(schema)
  } catch (error) {
    if (error instanceof Mismatch) return error.message
    throw error
  }
  return reader.isAtEnd ? undefined : 'Too much data to parse for schema.'
}

class BinaryReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  skip(type: Avro): void {
    switch (type.kind) {
      case 'null':
        return
      case 'boolean':
        if (this.#take(1)[0]! > 1) throw new Mismatch('A boolean is neither 0 nor 1')
        return
      case 'int':
        if (BigInt.asIntN(32, this.#long()) !== this.#last) throw new Mismatch('An int is out of range')
        return
      case 'long':
        this.#long()
        return
      case 'float':
        this.#take(4)
        return
      case 'double':
        this.#take(8)
        return
      case 'bytes':
        this.#take(this.#length())
        return
      case 'string':
        if (!isUtf8(this.#take(this.#length()))) throw new Mismatch('A string is not UTF-8')
        return
      case 'fixed':
        this.#take(type.size)
        return
      case 'enum':
        this.#index(type.symbols.length)
        return
      case 'union':
        this.skip(type.branches[this.#index(type.branches.length)]!)
        return
      case 'array':
        this.#blocks(() => this.skip(type.items))
        return
      case 'map':
        this.#blocks(() => {
          this.skip({ kind: 'string' })
          this.skip(type.values)
        })
        return
      default:
        for (const field of type.fields) this.skip(field.type)
    }
  }

  /** Items come in blocks, each after their number. A negative number precedes the size of the block. */
  #blocks(item: () => void): void {
    for (;;) {
      let count = this.#long()
      if (count === 0n) return
      if (count < 0n) {
        count = -count
        this.#length()
      }
      for (; count > 0n; count--) {
        const before = this.#at
        item()
        // Counting items of no bytes would otherwise not end.
        if (this.#at === before) return this.#blocks(item)
      }
    }
  }

  #last = 0n

  /** Reads a zigzag number of variable length. */
  #long(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#take(1)[0]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte > 0x7f) continue
      if (value >= 2n ** 64n) break
      this.#last = (value >> 1n) ^ -(value & 1n)
      return this.#last
    }
    throw new Mismatch('A number is too long')
  }

  #length(): number {
    const length = this.#long()
    if (length < 0n) throw new Mismatch('A length is negative')
    return Number(length)
  }

  #index(count: number): number {
    const index = this.#long()
    if (index < 0n || index >= BigInt(count)) throw new Mismatch('An index is out of range')
    return Number(index)
  }

  #take(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new Mismatch('Not enough data to parse for schema.')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
