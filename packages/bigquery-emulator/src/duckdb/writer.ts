/** Writer: the only write connection. It runs one transaction at a time, so transactions cannot conflict. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { Mutex } from './mutex.ts'

export class Writer {
  readonly #connection: DuckDBConnection
  readonly #turns = new Mutex()

  constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  /**
   * Runs the task in its own transaction. Once this resolves, its changes are in the log on disk.
   * `committed` runs right after the commit, before the next transaction.
   */
  transaction<T>(task: (connection: DuckDBConnection) => Promise<T>, committed?: () => void): Promise<T> {
    return this.#turns.run(async () => {
      await this.#connection.run('BEGIN')
      try {
        const result = await task(this.#connection)
        await this.#connection.run('COMMIT')
        committed?.()
        return result
      } catch (error) {
        await this.#connection.run('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  /** Resolves when every transaction requested so far has ended. */
  settled(): Promise<void> {
    return this.#turns.run(() => Promise.resolve())
  }

  async close(): Promise<void> {
    await this.#turns.run(async () => {
      await this.#connection.run('CHECKPOINT warehouse').catch(() => undefined)
      this.#connection.closeSync()
    })
  }
}
