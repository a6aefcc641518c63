/** Console: a GoogleSQL statement with its parameters. Values are never part of the text. */

interface StatementParameter {
  type: 'STRING' | 'TIMESTAMP' | 'INT64'
  value: string
}

export interface Statement {
  /** Label of the job in BigQuery. */
  name: string
  /** GoogleSQL; values only as `@parameter`. */
  sql: string
  parameters?: Readonly<Record<string, StatementParameter>>
  /** True if the text has full table names: a view cannot use the default dataset. */
  isWholeNamed?: boolean
}

export function textParameter(value: string): StatementParameter {
  return { type: 'STRING', value }
}

/** RFC 3339. */
export function timestampParameter(value: string): StatementParameter {
  return { type: 'TIMESTAMP', value }
}
