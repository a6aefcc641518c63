/** Console: type and parameters of a query. Each query has its own file; test/console/queries.test.ts compiles them all. */

/** A query that runs with the caller's rights. */
export interface Query {
  /** Its section in the response, and the label of the job in BigQuery. */
  name: string
  description: string
  /** True if a shorter period reads less: the text names the partitions. False if it reads a fixed number of days, as most views do. */
  readsOnlyPeriod: boolean
  /** GoogleSQL over the views of the default dataset; values only as `@parameter`. */
  sql: string
  /** The same columns from tables hourly_counts and hourly_errors alone, for an environment with many events. Default: `sql`, which reads no events. */
  counted?: string
}

/** The parameters that a query may use, and their BigQuery types: the period from `from` to `to`; the part of it from `live` on, which is not
 * counted yet; the time since which events that were stored before are known; and the width of a part of the period in seconds. */
export const parameterTypes = {
  from: 'TIMESTAMP',
  to: 'TIMESTAMP',
  live: 'TIMESTAMP',
  known: 'TIMESTAMP',
  bucket: 'INT64',
} as const

type ParameterName = keyof typeof parameterTypes
export type Values = Readonly<Record<ParameterName, string>>

/** Returns the parameters of a query. Throws an Error for an undeclared one. */
export function periodParameters(sql: string): readonly ParameterName[] {
  const named = new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name!))
  return [...named].map((name) => {
    if (name in parameterTypes) return name as ParameterName
    throw new Error(`@${name} is not a parameter of console queries: declare it in query.ts`)
  })
}
