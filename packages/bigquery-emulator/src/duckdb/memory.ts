/** DuckDB: its memory limit, which follows the rows that are stored. DuckDB reads and writes 2,048 rows of a column at once, all in memory
 * (https://duckdb.org/docs/stable/internals/vector): a hundred rows of 6 MB need more than any fixed limit for ordinary rows. */
import { totalmem } from 'node:os'

const mebibyte = 1024 ** 2

/** The part of the machine's memory, or of its control group's, that writes may take, and that saving what was written may take. */
const partForWrites = 0.6
const partForCheckpoints = 0.8

export class Memory {
  readonly #set: (limit: string) => Promise<unknown>
  readonly #base: number
  readonly #available: number
  #limit: number

  /** `base` is the limit to begin with and `available` the memory there is, both in bytes. `set` sets the limit, in DuckDB's notation. */
  constructor(set: (limit: string) => Promise<unknown>, base: number, available = availableMemory()) {
    this.#set = set
    this.#base = base
    this.#available = available
    this.#limit = base
  }

  /** Doubles the limit, up to what rows of `storedBytes` in all can need. Resolves to false if it is as large already. */
  async raise(storedBytes = Infinity): Promise<boolean> {
    const most = Math.max(this.#base, Math.min(this.#available * partForWrites, this.#base + 2 * storedBytes))
    if (this.#limit >= most) return false
    this.#limit = Math.min(most, 2 * this.#limit)
    await this.#apply(this.#limit)
    return true
  }

  /** Runs the task with all memory that there is for it. Saving rows that were accepted must not fail for a limit. */
  async all<T>(task: () => Promise<T>): Promise<T> {
    await this.#apply(Math.max(this.#limit, this.#available * partForCheckpoints))
    try {
      return await task()
    } finally {
      // DuckDB refuses a limit below what is in use. The next task tries again.
      await this.#apply(this.#limit).catch(() => undefined)
    }
  }

  async #apply(bytes: number): Promise<void> {
    await this.#set(`${Math.floor(bytes / mebibyte)}MiB`)
  }
}

/** Memory of the machine or of the control group of the process, in bytes. */
function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** True if DuckDB failed for its memory limit, at any step. */
export function isOutOfMemory(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return /Out of Memory|failed to (?:pin|allocate)|could not allocate block|failed to offload/.test(message)
}
