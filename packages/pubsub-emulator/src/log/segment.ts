/** Segments: the files of the write-ahead log, each with the bytes that are still needed. */
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** One file of the log. */
export interface Segment {
  readonly number: number
  readonly path: string
  readonly fd: number
  /** Bytes written. */
  size: number
  /** Bytes of message records that something still holds. */
  live: number
}

const namePattern = /^log-(\d{10})$/

/** The number in a segment's file name; undefined for other files. */
export function segmentNumber(fileName: string): number | undefined {
  const digits = namePattern.exec(fileName)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Opens a segment, creating it when absent. O_DSYNC makes each write return only once its data are on the disk:
 * write and fdatasync in one system call.
 */
export function openSegment(directory: string, number: number): Segment {
  const path = join(directory, `log-${String(number).padStart(10, '0')}`)
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC, 0o600)
  return { number, path, fd, size: 0, live: 0 }
}

/** Closes and deletes a segment whose records nobody needs. */
export async function removeSegment(segment: Segment): Promise<void> {
  closeSync(segment.fd)
  await unlink(segment.path)
}

/** Reads up to `length` bytes at `position`; fewer at the end of the file. */
export function readSegment(segment: Segment, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const count = readSync(segment.fd, buffer, read, length - read, position + read)
    if (count === 0) break
    read += count
  }
  return buffer.subarray(0, read)
}
