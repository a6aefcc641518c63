/** The end of the log, in a small file beside it: after a loss, recovery can tell how much is missing. A log alone does not know its length. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** How far a segment is durable. */
export interface End {
  segment: number
  bytes: number
  /** Messages in these bytes. */
  messages: number
}

/** Minimum time in ms between two writes: of a loss, what was written since the last one is not reported. */
const intervalMs = 20
/** Every version of the file has this length, so that a shorter one leaves nothing of a longer one. */
const fileBytes = 128

function pathIn(directory: string): string {
  return join(directory, 'end')
}

/** Returns the end that the last run recorded, or undefined if there is none. */
export function readEnd(directory: string): End | undefined {
  try {
    return JSON.parse(readFileSync(pathIn(directory), 'utf8')) as End
  } catch {
    // A folder of an earlier version, or a write that a crash left incomplete: the log counts.
    return undefined
  }
}

export function removeEnd(directory: string): void {
  rmSync(pathIn(directory), { force: true })
}

export class LogEnd {
  readonly #directory: string
  #fd: number | undefined
  #next: End | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Records how far the log is durable, soon. */
  note(end: End): void {
    this.#next = end
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#write()
    }, intervalMs).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#write()
    if (this.#fd !== undefined) closeSync(this.#fd)
  }

  #write(): void {
    if (!this.#next) return
    try {
      this.#fd ??= openSync(pathIn(this.#directory), 'w', 0o600)
      writeSync(this.#fd, JSON.stringify(this.#next).padEnd(fileBytes), 0)
      this.#next = undefined
    } catch {
      // The log itself reports a full disk. Without this file, the size of a later loss is reported as too small.
    }
  }
}
