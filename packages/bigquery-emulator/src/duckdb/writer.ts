/** Writer: the only write connection. It runs one transaction at a time, so transactions cannot conflict. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Commits } from './commits.ts'
import type { Checkpoints } from './checkpoints.ts'
import { Mutex } from './mutex.ts'

export class Writer {
  readonly #connection: DuckDBConnection
  readonly #checkpoints: Checkpoints
  readonly #commits: Commits
  readonly #warn: (line: string) => void
  #rows = 0
  readonly #turns = new Mutex()

  constructor(
    connection: DuckDBConnection,
    checkpoints: Checkpoints,
    commits: Commits,
    warn: (line: string) => void,
  ) {
    this.#connection = connection
    this.#checkpoints = checkpoints
    this.#commits = commits
    this.#warn = warn
  }

  /**
   * Runs the task in its own transaction. Once this resolves, its changes are in the log on disk.
   * `committed` runs right after the commit, before the next transaction.
   */
  async transaction<T>(
    task: (connection: DuckDBConnection) => Promise<T>,
    committed?: () => void,
  ): Promise<T> {
    try {
      return await this.#turns.run(() => this.#transaction(task, committed))
    } finally {
      // After the caller has its answer.
      void this.#turns.run(() => this.#checkpointIfDue())
    }
  }

  async #transaction<T>(
    task: (connection: DuckDBConnection) => Promise<T>,
    committed?: () => void,
  ): Promise<T> {
    await this.#connection.run('BEGIN')
    try {
      this.#rows = 0
      const result = await task(this.#connection)
      await this.#connection.run('COMMIT')
      this.#commits.note(this.#rows)
      committed?.()
      return result
    } catch (error) {
      await this.#connection.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  async #checkpointIfDue(): Promise<void> {
    try {
      if (this.#checkpoints.isDue) await this.#checkpoints.run(this.#connection, this.#commits)
    } catch (error) {
      this.#warn(`The local BigQuery could not save its log: ${(error as Error).message.split('\n', 1)[0]}`)
    }
  }

  /** Counts rows that the current transaction streams. */
  count(rows: number): void {
    this.#rows += rows
  }

  /** Resolves when every transaction requested so far has ended. */
  settled(): Promise<void> {
    return this.#turns.run(() => Promise.resolve())
  }

  async close(): Promise<void> {
    await this.#turns.run(async () => {
      await this.#checkpoints.run(this.#connection, this.#commits).catch(() => undefined)
      this.#commits.close()
      this.#connection.closeSync()
    })
  }
}
