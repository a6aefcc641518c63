/** Console: a statement of GoogleSQL with its values, which never stand in the text. */

export interface StatementParameter {
  type: 'STRING' | 'TIMESTAMP' | 'INT64'
  value: string
}

export interface Statement {
  /** Labels the job in BigQuery. */
  name: string
  /** GoogleSQL; values only as `@parameter`. */
  sql: string
  parameters?: Readonly<Record<string, StatementParameter>>
  /** Names of tables stand whole in the text: a view is not made with a default dataset. */
  isWholeNamed?: boolean
}

export function textParameter(value: string): StatementParameter {
  return { type: 'STRING', value }
}

/** RFC 3339. */
export function timestampParameter(value: string): StatementParameter {
  return { type: 'TIMESTAMP', value }
}
