/** Streaming buffer: recently streamed rows, which BigQuery doesn't let a statement change.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#limitations */
import type { StoredTable } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'

interface Batch {
  /** The DuckDB row ids of the first and the last row. */
  first: bigint
  last: bigint
  sinceMs: number
}

export class StreamingBuffer {
  /** How long a row stays in the buffer. undefined: rows skip the buffer. */
  seconds: number | undefined
  /** Keyed by DuckDB's name of the table, which a replacement of the table doesn't reuse. */
  readonly #batches = new Map<string, Batch[]>()

  get isOn(): boolean {
    return this.seconds !== undefined
  }

  /** Records rows that were streamed to the table. */
  note({ sql }: StoredTable, first: bigint, last: bigint): void {
    this.#batches.set(sql, [...this.#of(sql), { first, last, sinceMs: Date.now() }])
  }

  /** Returns the condition that is true for the table's rows in the buffer, or undefined if there are none. */
  condition({ sql }: StoredTable, alias: string): string | undefined {
    const batches = this.#of(sql)
    if (batches.length === 0) return undefined
    return `(${batches.map(({ first, last }) => `${alias}.rowid BETWEEN ${first} AND ${last}`).join(' OR ')})`
  }

  #of(sql: string): Batch[] {
    const { seconds } = this
    if (seconds === undefined) return []
    return (this.#batches.get(sql) ?? []).filter(({ sinceMs }) => Date.now() < sinceMs + seconds * 1000)
  }
}

/** Returns BigQuery's error for a statement that would change rows in the buffer. */
export function inStreamingBuffer({ project, dataset, table }: StoredTable): ApiError {
  return new ApiError(
    'invalidQuery',
    `UPDATE or DELETE statement over table ${project}.${dataset}.${table} would affect rows in the streaming buffer, which is not supported`,
    'query',
  )
}
