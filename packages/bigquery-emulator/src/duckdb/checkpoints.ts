/** Checkpoints: move what was written from DuckDB's log into its file. DuckDB's own ones run inside a commit with the limit of that moment, and
 * one that fails leaves the file unusable until the next start. */
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Commits } from './commits.ts'
import type { Memory } from './memory.ts'

const mebibyte = 1024 ** 2

/** The log is moved when it has this size in bytes, or a quarter of the file up to the second size: each time, the newest rows of the file
 * are written again. */
const least = 16 * mebibyte
const most = 128 * mebibyte

/** Free space in bytes without which no checkpoint starts. */
const spareSpace = 64 * mebibyte

export class Checkpoints {
  readonly #path: string
  readonly #memory: Memory
  readonly #warn: (line: string) => void
  #isWarned = false

  /** `path` is the file of the warehouse. */
  constructor(path: string, memory: Memory, warn: (line: string) => void) {
    this.#path = path
    this.#memory = memory
    this.#warn = warn
  }

  /** True if the log is long enough to be moved. */
  get isDue(): boolean {
    const [file, log] = this.#sizes()
    return log > Math.min(most, Math.max(least, file / 4))
  }

  /** Moves the log. Does nothing if the disk has no room for it: the rows are safe in the log. */
  async run(connection: DuckDBConnection, commits: Commits): Promise<boolean> {
    const [, log] = this.#sizes()
    const { bavail, bsize } = await statfs(dirname(this.#path))
    const needed = 2 * log + spareSpace
    if (bavail * bsize < needed) {
      if (!this.#isWarned)
        this.#warn(
          `The disk of ${this.#path} has ${megabytes(bavail * bsize)} left, less than the ${megabytes(needed)} that saving ${this.#path}.wal needs. Make room: until then the log grows.`,
        )
      this.#isWarned = true
      return false
    }
    this.#isWarned = false
    commits.saving()
    await this.#memory.all(() => connection.run('CHECKPOINT warehouse'))
    commits.saved()
    return true
  }

  #sizes(): [file: number, log: number] {
    return [bytesOf(this.#path), bytesOf(`${this.#path}.wal`)]
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MB`
}

/** Returns the size of a file in bytes, 0 if it does not exist. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
