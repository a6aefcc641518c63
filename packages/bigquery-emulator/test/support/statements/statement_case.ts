/** Test support: statements with what BigQuery answers. */

/** A statement, and the rows that it answers, with the cells of the REST API, or the message of its refusal. */
export type StatementCase = readonly [sql: string, expected: readonly (readonly unknown[])[] | RegExp]

export interface StatementGroup {
  theme: 'scripting' | 'information schema' | 'options' | 'parameterized types' | 'dbt'
  title: string
  /** The page of Google's documentation, or the source, from which the expected values were computed by hand. */
  source: string
  /** A script that runs first, in a new dataset `d`. */
  setup?: string
  /** In the order in which they run. */
  cases: readonly StatementCase[]
}
