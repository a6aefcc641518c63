/** Rows streamed lately, which BigQuery does not let a statement change. https://cloud.google.com/bigquery/docs/data-manipulation-language#limitations */
import type { TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'

const nameOf = ({ project, dataset, table }: TableReference): string => `${project}.${dataset}.${table}`

export class StreamingBuffer {
  /** How long a row stays in the buffer; undefined: it never enters it. */
  seconds: number | undefined
  readonly #lastMs = new Map<string, number>()

  /** Rows were streamed to the table. */
  note(table: TableReference): void {
    this.#lastMs.set(nameOf(table), Date.now())
  }

  /** Throws while the table has rows in the buffer. */
  demandEmpty(table: TableReference): void {
    const lastMs = this.#lastMs.get(nameOf(table))
    if (this.seconds === undefined || lastMs === undefined || Date.now() >= lastMs + this.seconds * 1000)
      return
    throw new ApiError(
      'invalidQuery',
      `UPDATE or DELETE statement over table ${nameOf(table)} would affect rows in the streaming buffer, which is not supported`,
      'query',
    )
  }
}
