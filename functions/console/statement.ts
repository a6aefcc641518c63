/** Console: a statement of GoogleSQL with its values, which never stand in the text. */

export interface Parameter {
  type: 'STRING' | 'TIMESTAMP' | 'INT64'
  value: string
}

export interface Statement {
  /** Labels the job in BigQuery. */
  name: string
  /** GoogleSQL; values only as `@parameter`. */
  sql: string
  parameters?: Readonly<Record<string, Parameter>>
  /** Names of tables stand whole in the text: a view is not made with a default dataset. */
  isWholeNamed?: boolean
}

export function text(value: string): Parameter {
  return { type: 'STRING', value }
}

/** RFC 3339. */
export function timestamp(value: string): Parameter {
  return { type: 'TIMESTAMP', value }
}
