/** Compaction: writes a checkpoint when the log has grown, and deletes the segments that are no longer needed. */
import { setImmediate } from 'node:timers/promises'
import type { Location, Message } from '../message.ts'
import type { MessageStore } from '../message_store.ts'
import { writeCheckpoint } from './checkpoint.ts'
import type { Log } from './log.ts'
import { kinds } from './record.ts'
import { deadSegments, removeSegments } from './recovery.ts'
import type { Segment } from './segment.ts'
import { messagePortions, type Snapshot } from './snapshot.ts'

/** A checkpoint is written when the log since the previous one has this many times its size. */
const growth = 4
/** Segments of which a smaller part is needed are copied into the newest one, as the log grows. */
const sparsePart = 0.25
/** Bytes to move before other tasks of the event loop run. */
const movedTogether = 1024 * 1024

export interface CompactionParts {
  directory: string
  log: Log
  store: MessageStore
  /** Returns the current state for a checkpoint. */
  snapshot: () => Snapshot
  /** Minimum size of the log between two checkpoints, in bytes. */
  leastBytes: number
}

export class Compaction {
  readonly #parts: CompactionParts
  #due: number
  #running: Promise<void> | undefined

  constructor(parts: CompactionParts) {
    this.#parts = parts
    this.#due = parts.leastBytes
  }

  /** Starts a compaction if the log has grown enough. Called after every group of the log. */
  consider(): void {
    const { log, leastBytes } = this.#parts
    if (this.#running || log.bytesWritten < this.#due) return
    this.#running = this.#run(sparsePart)
      .catch((error: unknown) => {
        // The log is complete without it. The next attempt follows when more has been written.
        console.error('Pub/Sub could not compact its log:', error)
        return 0
      })
      .then((checkpointBytes) => {
        this.#due = log.bytesWritten + Math.max(leastBytes, growth * checkpointBytes)
        this.#running = undefined
        return undefined
      })
  }

  /** Copies the needed records of all segments into a new one and deletes the others. */
  async all(): Promise<void> {
    await this.#running
    await this.#run(Infinity)
  }

  /** Waits for a running compaction. */
  async close(): Promise<void> {
    await this.#running
  }

  /** Copies the segments of which a smaller part than `part` is needed. */
  async #run(part: number): Promise<number> {
    const { directory, log, snapshot } = this.#parts
    const { number: replayFrom } = log.rotate()
    await this.#emptySparseSegments(part)
    // Messages of older segments that are not durable yet reach their subscriptions before this resumes.
    await log.committed()
    const now = snapshot()
    // Computed now: the checkpoint still refers to segments that become unneeded while it is written.
    const dead = deadSegments(log).filter((segment) => segment.number < replayFrom)
    const bytes = await writeCheckpoint(directory, now, replayFrom)
    await removeSegments(log, dead)
    return bytes
  }

  async #emptySparseSegments(part: number): Promise<void> {
    const { log } = this.#parts
    const sparse = new Map<Segment, Set<Message>>()
    for (const segment of log.segments.values())
      if (segment !== log.active && segment.live > 0 && segment.live < segment.size * part)
        sparse.set(segment, new Set())
    if (sparse.size === 0) return
    // Records must be durable before they are read from the file.
    await log.committed()
    for (const portion of messagePortions(this.#parts.snapshot())) {
      for (const message of portion) sparse.get(message.segment)?.add(message)
      await setImmediate()
    }
    for (const messages of sparse.values()) await this.#move(messages)
  }

  /** Copies the messages of a segment to the newest one. */
  async #move(messages: Iterable<Message>): Promise<void> {
    const { log, store } = this.#parts
    const inOrder = [...messages].toSorted((a, b) => a.position - b.position)
    for (let next = 0; next < inOrder.length;) {
      const moved: { message: Message; location: Location }[] = []
      for (let bytes = 0; bytes < movedTogether && next < inOrder.length; next++) {
        const message = inOrder[next]
        // No subscription or topic holds it any more.
        if (!message || message.holders === 0) continue
        const payload = Buffer.from(store.record(message))
        // Replay skips the copy: only the following checkpoint refers to it.
        payload[0] = kinds.moved
        moved.push({ message, location: log.appendPayload(payload) })
        bytes += message.size
      }
      await log.committed()
      for (const { message, location } of moved) store.move(message, location)
    }
  }
}
