/** Replay: checks a user's condition before it becomes part of a statement: it may select rows and nothing else. Pure.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */

/** Strings and quoted names: triple-quoted, quoted, in backticks. A quotation mark after a backslash does not end them, not even in
 * raw strings. */
const quoted =
  /'''(?:[^\\]|\\[^])*?'''|"""(?:[^\\]|\\[^])*?"""|'(?:[^'\\\n\r]|\\[^])*'|"(?:[^"\\\n\r]|\\[^])*"|`(?:[^`\\\n\r]|\\[^])*`/g

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Returns the error message for a condition that could end the parentheses around it; undefined for a safe one. BigQuery checks
 * everything else. */
export function conditionFault(condition: string): string | undefined {
  const rest = condition.replace(quoted, "''")
  if (/['"`]/.test(rest.replaceAll("''", ''))) return 'A quotation mark in the condition is not closed.'
  const [forbidden] = /;|--|#|\/\*|\*\//.exec(rest) ?? []
  if (forbidden !== undefined)
    return `Expected one condition without comments and semicolons; got "${forbidden}".`
  const open: string[] = []
  for (const [bracket] of rest.matchAll(/[()[\]]/g)) {
    const opening = closing[bracket]
    if (opening === undefined) open.push(bracket)
    else if (open.pop() !== opening) return `A "${bracket}" in the condition closes nothing.`
  }
  return open.length > 0 ? `A "${open.at(-1)}" in the condition is not closed.` : undefined
}

/** Returns the condition in parentheses. Default: TRUE. Throws an Error for one that could end the parentheses. */
export function inParentheses(condition: string | undefined): string {
  if (condition === undefined) return 'TRUE'
  const fault = conditionFault(condition)
  if (fault !== undefined) throw new Error(`Invalid condition: ${fault}`)
  return `(\n${condition}\n)`
}
