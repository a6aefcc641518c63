/** Console: a GoogleSQL statement with its parameters. Values are never part of the text. */

/** One value, or an array with `values`. */
export type StatementParameter = { type: 'STRING' | 'TIMESTAMP' | 'INT64' } & (
  { value: string } | { values: readonly string[] }
)

export interface Statement {
  /** Label of the job in BigQuery. */
  name: string
  /** GoogleSQL; values only as `@parameter`. */
  sql: string
  parameters?: Readonly<Record<string, StatementParameter>>
  /** True if the text has full table names: a view cannot use the default dataset. */
  isWholeNamed?: boolean
  /** True if it does not run: the result has no rows, and the bytes that it would read. Default: false. */
  estimate?: boolean
  /** Bytes that it may read. Default: `consoleMaxBytesBilled`. */
  maxBytes?: number
}

export function textParameter(value: string): StatementParameter {
  return { type: 'STRING', value }
}

/** RFC 3339. */
export function timestampParameter(value: string): StatementParameter {
  return { type: 'TIMESTAMP', value }
}
