/** The write-ahead log: buffers records and writes them to the disk in groups, with one synchronous write per group. */
import { close as closeFile, write as writeFile } from 'node:fs'
import { promisify } from 'node:util'
import { createDeferred, type Deferred } from '../deferred.ts'
import { RpcError } from '../errors.ts'
import type { Location } from '../message.ts'
import { LogEnd } from './log_end.ts'
import { headerBytes, kinds, seal } from './record.ts'
import { openSegment, type Segment } from './segment.ts'

const write = promisify(writeFile)
const close = promisify(closeFile)

const chunkBytes = 256 * 1024
const spareChunks = 4
/** Maximum delay of a record for which no caller waits, in milliseconds. */
const lazyMilliseconds = 5

interface Chunk {
  segment: Segment
  start: number
  buffer: Buffer
  used: number
  /** Messages in the segment up to the end of the chunk. */
  messages: number
}

/** Appends records. `committed` resolves when all appended records are durable. */
export class Log {
  readonly segments: Map<number, Segment>
  /** Called before a group is written, to append collected records. */
  beforeGroup: () => void = () => undefined
  /** Called when a group is durable. */
  afterGroup: () => void = () => undefined
  /** Bytes appended since opening. */
  bytesWritten = 0
  readonly #directory: string
  readonly #segmentBytes: number
  readonly #end: LogEnd
  #active: Segment
  #messages = 0
  #chunks: Chunk[] = []
  readonly #spares: Buffer[] = []
  #waiting: Deferred<void> | undefined
  #flushing = false
  #lazyTimer: NodeJS.Timeout | undefined
  #failure: Error | undefined

  /** `segments` are those of earlier runs. Appending starts in a new one. */
  constructor(directory: string, segments: Map<number, Segment>, segmentBytes: number) {
    this.#directory = directory
    this.#segmentBytes = segmentBytes
    this.segments = segments
    this.#end = new LogEnd(directory)
    this.#active = this.#open(Math.max(0, ...segments.keys()) + 1)
  }

  /** The segment of the next record. */
  get active(): Segment {
    return this.#active
  }

  /** Buffers a record with a payload of `size` bytes, which `fill` writes. Returns its location. */
  append(size: number, fill: (buffer: Buffer, offset: number) => void): Location {
    if (this.#active.size >= this.#segmentBytes) this.rotate()
    const total = headerBytes + size
    let chunk = this.#chunks.at(-1)
    if (chunk?.segment !== this.#active || chunk.used + total > chunk.buffer.length) {
      const spare = total <= chunkBytes ? this.#spares.pop() : undefined
      const buffer = spare ?? Buffer.allocUnsafeSlow(Math.max(chunkBytes, total))
      chunk = { segment: this.#active, start: this.#active.size, buffer, used: 0, messages: 0 }
      this.#chunks.push(chunk)
    }
    const start = chunk.used
    fill(chunk.buffer, start + headerBytes)
    chunk.used = start + total
    if (chunk.buffer[start + headerBytes] === kinds.message) this.#messages++
    chunk.messages = this.#messages
    seal(chunk.buffer, start, chunk.used)
    const location = { segment: this.#active, position: this.#active.size, size: total }
    this.#active.size += total
    this.bytesWritten += total
    return location
  }

  /** Buffers a record with a payload. Returns its location. */
  appendPayload(payload: Buffer): Location {
    return this.append(payload.length, (buffer, offset) => payload.copy(buffer, offset))
  }

  /** Resolves once all records appended before the call are durable. Concurrent callers share one write. */
  committed(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#unavailable())
    this.#waiting ??= createDeferred<void>()
    if (!this.#flushing) {
      this.#flushing = true
      // All records of this turn of the event loop are in the group.
      setImmediate(() => void this.#flush())
    }
    return this.#waiting.promise
  }

  /** Schedules a write within a few milliseconds, for records for which no caller waits. */
  soon(): void {
    if (this.#lazyTimer || this.#flushing || this.#failure) return
    this.#lazyTimer = setTimeout(() => {
      this.#lazyTimer = undefined
      this.committed().catch(() => undefined)
    }, lazyMilliseconds)
  }

  /** Starts a new segment and returns it. */
  rotate(): Segment {
    this.#active = this.#open(this.#active.number + 1)
    this.#messages = 0
    return this.#active
  }

  /** Writes the buffered records and closes all segments. */
  async close(): Promise<void> {
    clearTimeout(this.#lazyTimer)
    if (!this.#failure) await this.committed()
    this.#end.close()
    for (const segment of this.segments.values()) await close(segment.fd)
    this.segments.clear()
  }

  #open(number: number): Segment {
    const segment = openSegment(this.#directory, number)
    this.segments.set(number, segment)
    return segment
  }

  async #flush(): Promise<void> {
    this.beforeGroup()
    while (this.#chunks.length > 0 || this.#waiting) {
      const chunks = this.#chunks
      const waiting = this.#waiting
      this.#chunks = []
      this.#waiting = undefined
      try {
        for (const { segment, start, buffer, used } of chunks)
          for (let done = 0; done < used;)
            done += (await write(segment.fd, buffer, done, used - done, start + done)).bytesWritten
        const last = chunks.at(-1)
        if (last)
          this.#end.note({
            segment: last.segment.number,
            bytes: last.start + last.used,
            messages: last.messages,
          })
        for (const { buffer } of chunks)
          if (buffer.length === chunkBytes && this.#spares.length < spareChunks) this.#spares.push(buffer)
        waiting?.resolve()
      } catch (error) {
        this.#failure = error as Error
        console.error(this.#unavailable().message)
        for (const waiter of [waiting, this.#waiting]) waiter?.reject(this.#unavailable())
        break
      }
      // Callers that waited for this group run before the next one is collected, so that their records are in it.
      await new Promise((resolve) => setImmediate(resolve))
      this.afterGroup()
      this.beforeGroup()
    }
    this.#flushing = false
  }

  #unavailable(): RpcError {
    return new RpcError(
      'UNAVAILABLE',
      `The write-ahead log in ${this.#directory} cannot be written: ${this.#failure?.message}. Make room and restart.`,
    )
  }
}
