/** Rows streamed lately, which BigQuery does not let a statement change. https://cloud.google.com/bigquery/docs/data-manipulation-language#limitations */
import type { StoredTable } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'

interface Batch {
  /** The DuckDB row ids of its rows, both ends included. */
  first: bigint
  last: bigint
  sinceMs: number
}

export class StreamingBuffer {
  /** How long a row stays in the buffer; undefined: it never enters it. */
  seconds: number | undefined
  /** By DuckDB's name of the table, which a table put in its place does not inherit. */
  readonly #batches = new Map<string, Batch[]>()

  get isOn(): boolean {
    return this.seconds !== undefined
  }

  /** Rows were streamed to the table. */
  note({ sql }: StoredTable, first: bigint, last: bigint): void {
    this.#batches.set(sql, [...this.#of(sql), { first, last, sinceMs: Date.now() }])
  }

  /** The condition that is true of the table's rows in the buffer; undefined when there are none. */
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

/** BigQuery's refusal of a statement that would change rows in the buffer. */
export function inStreamingBuffer({ project, dataset, table }: StoredTable): ApiError {
  return new ApiError(
    'invalidQuery',
    `UPDATE or DELETE statement over table ${project}.${dataset}.${table} would affect rows in the streaming buffer, which is not supported`,
    'query',
  )
}
