/** Console: what a query of the console is. Each stands in a file of its own; test/console/queries.test.ts compiles them all. */

/** A question to the warehouse, asked with the caller's own rights. */
export interface Query {
  /** Its section in the answer; it also labels the job in BigQuery. */
  name: string
  description: string
  /** GoogleSQL over the views of the dataset, which is the default dataset; values only as `@parameter`. */
  sql: string
}

/** The parameters that a query may name, and their BigQuery types. */
export const parameterTypes = { from: 'TIMESTAMP', to: 'TIMESTAMP', bucket: 'INT64' } as const

export type ParameterName = keyof typeof parameterTypes
export type Values = Readonly<Record<ParameterName, string>>

/** The parameters that the text names, each once. */
export function periodParameters(sql: string): readonly ParameterName[] {
  const named = new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name!))
  return [...named].map((name) => {
    if (name in parameterTypes) return name as ParameterName
    throw new Error(`@${name} is no parameter of the console's queries: declare it in query.ts`)
  })
}
