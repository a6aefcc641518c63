/** Recovery: opens a log directory and rebuilds the state from its checkpoint and the segments after it. */
import { fstatSync, ftruncateSync, mkdirSync, readdirSync } from 'node:fs'
import { StartError } from '../../../shared/src/command_errors.ts'
import type { BrokerChange } from '../journal.ts'
import type { Message } from '../message.ts'
import { MessageStore } from '../message_store.ts'
import { readCheckpoint } from './checkpoint.ts'
import type { Log } from './log.ts'
import { readEnd, removeEnd } from './log_end.ts'
import { headerBytes, kinds, readJsonRecord, readMessage, readNumbers, unseal } from './record.ts'
import {
  openSegment,
  readSegment,
  removeSegment,
  segmentNumber,
  segmentPath,
  type Segment,
} from './segment.ts'
import { LoggedState } from './state.ts'

export interface Recovered {
  state: LoggedState
  segments: Map<number, Segment>
  /** The segments to which neither the checkpoint nor the log after it refers. */
  superfluous: Segment[]
  /** What is missing from the log, for its user; undefined if nothing is. */
  lost: string | undefined
}

const blockBytes = 4 * 1024 * 1024

/** Yields the complete records of a segment in order. Sets the segment's size to the end of the last one. */
function* records(segment: Segment): Generator<{ payload: Buffer; position: number }> {
  const { size: fileBytes } = fstatSync(segment.fd)
  for (let buffer = readSegment(segment, 0, blockBytes), offset = 0; ;) {
    const payload = unseal(buffer, offset)
    if (payload) {
      yield { payload, position: segment.size }
      segment.size += headerBytes + payload.length
      offset += headerBytes + payload.length
      continue
    }
    // Either the record continues after the block, or the log ends here.
    const length = offset + 4 <= buffer.length ? headerBytes + buffer.readUInt32LE(offset) : 0
    // A length that the file cannot hold is no length.
    if (segment.size + length > fileBytes) return
    const next = readSegment(segment, segment.size, Math.max(blockBytes, length))
    if (offset === 0 && next.length <= buffer.length) return
    buffer = next
    offset = 0
  }
}

/** Returns the number of messages in the segment. */
function replay(state: LoggedState, segment: Segment): number {
  let messages = 0
  for (const { payload, position } of records(segment)) {
    const kind = payload[0]
    if (kind === kinds.message) {
      messages++
      const { id, publishTime, topic, body } = readMessage(payload)
      const size = headerBytes + payload.length
      const message: Message = { id, publishTime, segment, position, size, body: undefined, holders: 0 }
      state.published(topic, message, body)
    } else if (kind === kinds.settled || kind === kinds.attempted) {
      const { subscription, numbers } = readNumbers(payload)
      if (kind === kinds.settled) state.settled(subscription, numbers)
      else state.attempted(subscription, numbers)
    } else if (kind === kinds.change) state.changed(readJsonRecord(payload) as BrokerChange)
  }
  return messages
}

/** Opens the log in `directory` and creates it if it does not exist. An incomplete record at the end, which was never confirmed, is
 * removed. Throws for a damaged record before the end. */
export function recover(directory: string): Recovered {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const segments = new Map<number, Segment>()
  const numbers = readdirSync(directory)
    .map(segmentNumber)
    .filter((number) => number !== undefined)
  for (const number of numbers.toSorted((a, b) => a - b)) segments.set(number, openSegment(directory, number))

  const reader = new MessageStore(0)
  const state = new LoggedState((message) => reader.body(message))
  const { replayFrom, referred } = readCheckpoint(directory, segments, state, (message) =>
    reader.body(message),
  )
  const log = [...segments.values()].filter((segment) => segment.number >= replayFrom)
  const counts = new Map<number, number>()
  for (const [index, segment] of log.entries()) {
    counts.set(segment.number, replay(state, segment))
    if (!hasByte(segment, segment.size)) continue
    if (log.slice(index + 1).some((later) => hasByte(later, 0)))
      throw new StartError(
        `Damaged record in ${segment.path} at byte ${segment.size}, before the end of the log. Put a copy of the folder back, or move it away to begin with an empty one: its undelivered messages would be lost.`,
      )
    ftruncateSync(segment.fd, segment.size)
  }
  const lost = lossOf(directory, segments, counts, replayFrom)
  if (lost !== undefined) removeEnd(directory)
  const superfluous = [...segments.values()].filter(
    (segment) => !referred.has(segment) && (segment.number < replayFrom || segment.size === 0),
  )
  return { state, segments, superfluous, lost }
}

/** Compares the log with the end that the last run recorded. */
function lossOf(
  directory: string,
  segments: ReadonlyMap<number, Segment>,
  counts: ReadonlyMap<number, number>,
  replayFrom: number,
): string | undefined {
  const end = readEnd(directory)
  if (!end || end.segment < replayFrom) return undefined
  const bytes = segments.get(end.segment)?.size ?? 0
  if (bytes >= end.bytes) return undefined
  const messages = end.messages - (counts.get(end.segment) ?? 0)
  const file = segmentPath(directory, end.segment)
  return `Data is missing: ${file} has ${bytes.toLocaleString('en-US')} of the ${end.bytes.toLocaleString('en-US')} bytes that were written. ${messages.toLocaleString('en-US')} ${messages === 1 ? 'message is' : 'messages are'} missing; what was acknowledged since may be delivered again. If you have a copy of the file, stop, put it back and start again.`
}

function hasByte(segment: Segment, position: number): boolean {
  return readSegment(segment, position, 1).length > 0
}

/** Returns the segments to which neither a new checkpoint nor the log after it would refer. */
export function deadSegments({ segments, active }: Log): Segment[] {
  return [...segments.values()].filter((segment) => segment !== active && segment.live === 0)
}

/** Deletes segments. */
export async function removeSegments({ segments }: Log, dead: readonly Segment[]): Promise<void> {
  for (const segment of dead) {
    segments.delete(segment.number)
    await removeSegment(segment)
  }
}
