/** Replay: a condition that somebody wrote, as part of a statement: it can say which rows, and nothing else. Pure.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */

/** Strings and quoted names, whose content is nobody's syntax: triple-quoted, quoted, in backticks. In raw strings, too, a quote after a
 * backslash ends nothing. */
const quoted =
  /'''(?:[^\\]|\\[^])*?'''|"""(?:[^\\]|\\[^])*?"""|'(?:[^'\\\n\r]|\\[^])*'|"(?:[^"\\\n\r]|\\[^])*"|`(?:[^`\\\n\r]|\\[^])*`/g

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** What is wrong with a condition, in a sentence; undefined for one that stays within the parentheses that it is put in. What BigQuery
 * finds wrong with it is another matter. */
export function conditionFault(condition: string): string | undefined {
  const rest = condition.replace(quoted, "''")
  if (/['"`]/.test(rest.replaceAll("''", ''))) return 'A quotation mark in it has no other that closes it.'
  const [found] = /;|--|#|\/\*|\*\//.exec(rest) ?? []
  if (found !== undefined) return `Expected one condition without comments and semicolons; it has "${found}".`
  const open: string[] = []
  for (const [bracket] of rest.matchAll(/[()[\]]/g)) {
    const opening = closing[bracket]
    if (opening === undefined) open.push(bracket)
    else if (open.pop() !== opening) return `A "${bracket}" in it closes nothing.`
  }
  return open.length > 0 ? `A "${open.at(-1)}" in it is not closed.` : undefined
}

/** The condition in parentheses; TRUE where there is none. Throws an Error for one that could reach beyond them. */
export function inParentheses(condition: string | undefined): string {
  if (condition === undefined) return 'TRUE'
  const fault = conditionFault(condition)
  if (fault !== undefined) throw new Error(`The condition cannot be used. ${fault}`)
  return `(\n${condition}\n)`
}
