/** The write-ahead log: buffers records and writes them to the disk in groups, with one synchronous write per group. */
import { close as closeFile, write as writeFile } from 'node:fs'
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
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
/** Time between two attempts to write while there is no space, in milliseconds. */
const retryMilliseconds = 500

/** What the system answers if the disk, the quota or the permitted size of a file is used up. */
const noSpace: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

interface Chunk {
  segment: Segment
  start: number
  buffer: Buffer
  used: number
  /** Messages in the segment up to the end of the chunk. */
  messages: number
}

/** Appends records. `committed` resolves when all appended records are durable. Without space it rejects, the records are kept, and they are
 * written at their places as soon as there is space: the log has no gap, and no record overtakes another. */
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
  #flushing: Promise<void> | undefined
  #lazyTimer: NodeJS.Timeout | undefined
  #failure: NodeJS.ErrnoException | undefined
  /** Resolves when the log can be written again. */
  #recovered = createDeferred<void>()
  readonly #closing = new AbortController()

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
    if (this.#active.size >= this.#segmentBytes) this.#rotateIfPossible()
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
    // All records of this turn of the event loop are in the group.
    this.#flushing ??= immediate().then(() => this.#flush())
    return this.#waiting.promise
  }

  /** Throws UNAVAILABLE if nothing can be written at the moment. */
  requireWritable(): void {
    if (this.#failure) throw this.#unavailable()
  }

  /** Calls `then` once all records appended before the call are durable, in the order of the calls. Rejects if they cannot be written now;
   * `then` is called all the same when they are. */
  async durable(then: () => void): Promise<void> {
    try {
      await this.committed()
    } catch (error) {
      void this.#recovered.promise.then(then)
      throw error
    }
    then()
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
    this.#closing.abort()
    if (!this.#failure) await this.committed()
    await this.#flushing
    this.#end.close()
    for (const segment of this.segments.values()) await close(segment.fd)
    this.segments.clear()
  }

  /** Without space for another file, the current segment goes on. */
  #rotateIfPossible(): void {
    try {
      this.rotate()
    } catch (error) {
      if (!noSpace.has((error as NodeJS.ErrnoException).code)) throw error
    }
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
        await this.#write(chunks)
        waiting?.resolve()
      } catch (error) {
        this.#failure = error as NodeJS.ErrnoException
        console.error(this.#unavailable().message)
        for (const waiter of [waiting, this.#waiting]) waiter?.reject(this.#unavailable())
        this.#waiting = undefined
        if (!(await this.#writeLater(chunks))) break
      }
      // Callers that waited for this group run before the next one is collected, so that their records are in it.
      await immediate()
      this.afterGroup()
      this.beforeGroup()
    }
    this.#flushing = undefined
  }

  async #write(chunks: readonly Chunk[]): Promise<void> {
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
  }

  /** Writes the chunks, and all that follow them, when there is space again. Resolves to false if that is in vain. */
  async #writeLater(chunks: Chunk[]): Promise<boolean> {
    while (noSpace.has(this.#failure?.code)) {
      await wait(retryMilliseconds, undefined, { signal: this.#closing.signal }).catch(() => undefined)
      if (this.#closing.signal.aborted) return false
      chunks.push(...this.#chunks.splice(0))
      try {
        await this.#write(chunks)
      } catch (error) {
        this.#failure = error as NodeJS.ErrnoException
        continue
      }
      // Their buffers are used again.
      chunks.length = 0
      // A record that arrived meanwhile has to be durable, too.
      if (this.#chunks.length > 0) continue
      this.#failure = undefined
      this.#recovered.resolve()
      this.#recovered = createDeferred<void>()
      console.error(`The write-ahead log in ${this.#directory} is written again.`)
      return true
    }
    return false
  }

  #unavailable(): RpcError {
    return new RpcError(
      'UNAVAILABLE',
      `The write-ahead log in ${this.#directory} cannot be written: ${this.#failure?.message}. ${noSpace.has(this.#failure?.code) ? 'Make room: then it goes on by itself.' : 'Restart when it can be written.'}`,
    )
  }
}
