/** Console: type of a question: one query of the closed set that `POST /v1/console/ask` runs with the caller's rights. */

/** BigQuery types of parameters. `STRING[]` is an ARRAY<STRING>. */
export type ParameterType = 'STRING' | 'TIMESTAMP' | 'INT64' | 'STRING[]'

export interface Question {
  /** Name in the request, and label of the job in BigQuery. */
  name: string
  description: string
  /** Every parameter that the request may set. One whose name ends with `?` may be missing. */
  parameters: Readonly<Record<string, ParameterType>>
  /** GoogleSQL over the default dataset; values only as `@parameter`. `has` is true for an optional parameter that the request sets: a text
   * without the condition of a missing one lets BigQuery prune partitions and clusters. */
  sql: (has: (parameter: string) => boolean) => string
}

/** A parameter without the mark of an optional one. */
export interface QuestionParameter {
  name: string
  type: ParameterType
  isOptional: boolean
}

export function parametersOf({ parameters }: Question): readonly QuestionParameter[] {
  return Object.entries(parameters).map(([name, type]) => {
    const isOptional = name.endsWith('?')
    return { name: isOptional ? name.slice(0, -1) : name, type, isOptional }
  })
}

/** Returns the text for each combination of optional parameters that changes one condition: none, all, and each one alone. Tests compile
 * them. */
export function textsOf(question: Question): readonly string[] {
  const optional = parametersOf(question).filter(({ isOptional }) => isOptional)
  const sets = [[], optional, ...optional.map((one) => [one])]
  return [...new Set(sets.map((set) => question.sql((name) => set.some((one) => one.name === name))))]
}
