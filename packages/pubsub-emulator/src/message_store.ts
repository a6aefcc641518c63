/** The message store: keeps bodies in memory up to a budget and reads the others from the log. */
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

/** Counts the holders of each message, so that unneeded bodies leave the memory and unneeded segments leave the disk. */
export class MessageStore {
  readonly #budget: number
  #resident = 0
  #blocks: Block[] = []

  /** `budget` is the maximum size in bytes of the records whose bodies are kept in memory. */
  constructor(budget: number) {
    this.#budget = budget
  }

  /** Keeps a new message's body in memory if the budget allows. */
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

  /** Returns the message's body, from memory or from the log. */
  body(message: Message): Body {
    return message.body ?? this.#read(message)
  }

  /** Updates the location of a message that was moved. */
  move(message: Message, location: Location): void {
    if (message.holders === 0) return
    message.segment.live -= message.size
    Object.assign(message, location)
    message.segment.live += message.size
  }

  /** Returns the payload of a message's record. */
  record(message: Message): Buffer {
    const { segment, position, size } = message
    const { start, buffer } = this.#block(message)
    const payload = unseal(buffer, position - start)
    if (!payload) throw new Error(`Damaged record in ${segment.path} at byte ${position} (${size} bytes).`)
    return payload
  }

  #read(message: Message): Body {
    const { body } = readMessage(this.record(message))
    // A copy, so that a message in flight does not keep a whole block in memory.
    return { ...body, data: Buffer.from(body.data) }
  }

  /** Backlogs are read in the order in which they were written, so one block contains many messages. */
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
