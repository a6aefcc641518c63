/** Readers: a small pool of read connections, each for one query at a time. Readers never wait for the writer. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { isOutOfMemory } from './memory.ts'
import type { Database } from './open.ts'

export class Readers {
  readonly #idle: DuckDBConnection[]
  readonly #waiting: ((connection: DuckDBConnection) => void)[] = []

  readonly #raise: () => Promise<boolean>

  /** `raise` raises the memory limit, if it can. */
  constructor(connections: DuckDBConnection[], raise: () => Promise<boolean>) {
    this.#idle = connections
    this.#raise = raise
  }

  static async open(database: Database, raise: () => Promise<boolean>, count = 4): Promise<Readers> {
    const connections = await Promise.all(Array.from({ length: count }, () => database.connect()))
    return new Readers(connections, raise)
  }

  /** Lends a connection to the task, which runs again with more memory if it needs it. */
  async use<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection =
      this.#idle.pop() ?? (await new Promise<DuckDBConnection>((take) => this.#waiting.push(take)))
    try {
      for (;;) {
        try {
          return await task(connection)
        } catch (error) {
          if (!isOutOfMemory(error) || !(await this.#raise())) throw error
        }
      }
    } finally {
      const next = this.#waiting.shift()
      if (next) next(connection)
      else this.#idle.push(connection)
    }
  }

  close(): void {
    for (const connection of this.#idle) connection.closeSync()
  }
}
