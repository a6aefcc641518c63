/** Segments: the files of the write-ahead log. */
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
  /** Size of the message records that are still needed, in bytes. */
  live: number
}

const namePattern = /^log-(\d{10})$/

/** Returns the number in a segment's file name, or undefined for other files. */
export function segmentNumber(fileName: string): number | undefined {
  const digits = namePattern.exec(fileName)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the path of a segment's file. */
export function segmentPath(directory: string, number: number): string {
  return join(directory, `log-${String(number).padStart(10, '0')}`)
}

/**
 * Opens a segment and creates it if it does not exist. With O_DSYNC each write returns when its data is on the disk: write
 * and fdatasync in one system call.
 */
export function openSegment(directory: string, number: number): Segment {
  const path = segmentPath(directory, number)
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC, 0o600)
  return { number, path, fd, size: 0, live: 0 }
}

/** Closes and deletes a segment whose records are no longer needed. */
export async function removeSegment(segment: Segment): Promise<void> {
  closeSync(segment.fd)
  await unlink(segment.path)
}

/** Reads `length` bytes at `position`, or fewer at the end of the file. */
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
