/** Readers: a small pool of read connections, each for one query at a time. Readers never wait for the writer. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database } from './open.ts'

export class Readers {
  readonly #idle: DuckDBConnection[]
  readonly #waiting: ((connection: DuckDBConnection) => void)[] = []

  constructor(connections: DuckDBConnection[]) {
    this.#idle = connections
  }

  static async open(database: Database, count = 4): Promise<Readers> {
    return new Readers(await Promise.all(Array.from({ length: count }, () => database.connect())))
  }

  /** Lends a connection to the task. */
  async use<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection =
      this.#idle.pop() ?? (await new Promise<DuckDBConnection>((take) => this.#waiting.push(take)))
    try {
      return await task(connection)
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
