/** Compaction: when the log has grown, writes a checkpoint and deletes the segments it makes superfluous. */
import { setImmediate } from 'node:timers/promises'
import type { Location, Message } from '../message.ts'
import type { MessageStore } from '../message_store.ts'
import { writeCheckpoint } from './checkpoint.ts'
import type { Log } from './log.ts'
import { kinds } from './record.ts'
import { deadSegments, removeSegments } from './recovery.ts'
import type { Segment } from './segment.ts'
import { messagePortions, type Snapshot } from './snapshot.ts'

/** A checkpoint is due when the log since the last one is this many times its size. */
const growth = 4
/** Segments with a smaller part still needed are emptied into the newest one, as the log grows. */
const sparsePart = 0.25
/** Bytes that are moved before others get their turn. */
const movedTogether = 1024 * 1024

export interface CompactionParts {
  directory: string
  log: Log
  store: MessageStore
  /** The state now, as a checkpoint keeps it. */
  snapshot: () => Snapshot
  /** The least bytes of log between two checkpoints. */
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

  /** Starts a compaction when one is due; called after every group of the log. */
  consider(): void {
    const { log, leastBytes } = this.#parts
    if (this.#running || log.bytesWritten < this.#due) return
    this.#running = this.#run(sparsePart)
      .catch((error: unknown) => {
        // The log is whole without it; the next attempt follows once more has been written.
        console.error('Pub/Sub could not compact its log:', error)
        return 0
      })
      .then((checkpointBytes) => {
        this.#due = log.bytesWritten + Math.max(leastBytes, growth * checkpointBytes)
        this.#running = undefined
        return undefined
      })
  }

  /** Empties every segment into a new one, so that nothing is left of what nobody needs. */
  async all(): Promise<void> {
    await this.#running
    await this.#run(Infinity)
  }

  /** Waits for a compaction under way. */
  async close(): Promise<void> {
    await this.#running
  }

  /** `part`: segments of which a smaller part is needed are emptied. */
  async #run(part: number): Promise<number> {
    const { directory, log, snapshot } = this.#parts
    const { number: replayFrom } = log.rotate()
    await this.#emptySparseSegments(part)
    // Messages of older segments that are not on the disk yet reach their subscriptions before this resumes.
    await log.committed()
    const now = snapshot()
    // Chosen now: a segment that dies while the checkpoint is written is still referred to by it.
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
    // What is read back has to be on the disk.
    await log.committed()
    for (const portion of messagePortions(this.#parts.snapshot())) {
      for (const message of portion) sparse.get(message.segment)?.add(message)
      await setImmediate()
    }
    for (const messages of sparse.values()) await this.#move(messages)
  }

  /** Writes the messages of one segment again, into the newest one. */
  async #move(messages: Iterable<Message>): Promise<void> {
    const { log, store } = this.#parts
    const inOrder = [...messages].toSorted((a, b) => a.position - b.position)
    for (let next = 0; next < inOrder.length;) {
      const moved: { message: Message; location: Location }[] = []
      for (let bytes = 0; bytes < movedTogether && next < inOrder.length; next++) {
        const message = inOrder[next]
        // Nobody holds it any more.
        if (!message || message.holders === 0) continue
        const payload = Buffer.from(store.record(message))
        // Replay skips it: only the checkpoint that follows refers to the new place.
        payload[0] = kinds.moved
        moved.push({ message, location: log.appendPayload(payload) })
        bytes += message.size
      }
      await log.committed()
      for (const { message, location } of moved) store.move(message, location)
    }
  }
}
