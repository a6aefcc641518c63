/** The message store: keeps bodies in memory up to a budget and reads the others back from the log. */
import { readMessage, unseal } from './log/record.ts'
import { readSegment, type Segment } from './log/segment.ts'
import type { Body, Location, Message } from './message.ts'

const blockBytes = 1024 * 1024
const cachedBlocks = 8

interface Block {
  segment: Segment
  start: number
  buffer: Buffer
}

/** Counts who holds each message, so that bodies leave the memory and segments the disk when nobody does. */
export class MessageStore {
  readonly #budget: number
  #resident = 0
  #blocks: Block[] = []

  /** `budget`: bytes of message records whose bodies may stay in memory. */
  constructor(budget: number) {
    this.#budget = budget
  }

  /** Keeps a new message's body at hand while the budget lasts. */
  admit(message: Message, body: Body): void {
    if (this.#resident + message.size > this.#budget) return
    message.body = body
    this.#resident += message.size
  }

  hold(message: Message): void {
    if (message.holders++ === 0) message.segment.live += message.size
  }

  release(message: Message): void {
    if (--message.holders > 0) return
    message.segment.live -= message.size
    if (message.body) this.#resident -= message.size
    message.body = undefined
  }

  /** The message's body, from memory or from the log. */
  body(message: Message): Body {
    return message.body ?? this.#read(message)
  }

  /** A message that is still held lies somewhere else from now on. */
  move(message: Message, location: Location): void {
    if (message.holders === 0) return
    message.segment.live -= message.size
    Object.assign(message, location)
    message.segment.live += message.size
  }

  /** The payload of a message's record. */
  record(message: Message): Buffer {
    const { segment, position, size } = message
    const { start, buffer } = this.#block(message)
    const payload = unseal(buffer, position - start)
    if (!payload) throw new Error(`Damaged record in ${segment.path} at byte ${position} (${size} bytes).`)
    return payload
  }

  #read(message: Message): Body {
    const { body } = readMessage(this.record(message))
    // A copy, so that a message in flight does not keep a whole block alive.
    return { ...body, data: Buffer.from(body.data) }
  }

  /** Backlogs drain in the order they were written: one block serves many messages. */
  #block({ segment, position, size }: Message): Block {
    const cached = this.#blocks.find(
      (block) =>
        block.segment === segment &&
        block.start <= position &&
        position + size <= block.start + block.buffer.length,
    )
    if (cached) return cached
    const buffer = readSegment(segment, position, Math.max(size, blockBytes))
    const block = { segment, start: position, buffer }
    this.#blocks = [block, ...this.#blocks.slice(0, cachedBlocks - 1)]
    return block
  }
}
