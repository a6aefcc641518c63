/** SQL lint: splits table names in one pair of backquotes into their parts, like BigQuery. */

/** Comments and strings, which are skipped, and names in backquotes.
 *  https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */
const tokens =
  /--[^\n]*|#[^\n]*|\/\*.*?\*\/|[rRbB]{0,2}(?:"""(?:\\.|.)*?"""|'''(?:\\.|.)*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|`((?:\\.|[^`\\])*)`/gs

export interface SplitText {
  text: string
  /** Converts a `line:column` in `text` to the position in the original. */
  original: (place: string) => string
}

/** Splits each name in backquotes for which `isTable` is true: `` `p.d.t` `` → `` `p`.`d`.`t` ``. */
export function splitPaths(sql: string, isTable: (path: string) => boolean): SplitText {
  /** Offsets of inserted characters in the new text. */
  const inserted: number[] = []
  const text = sql.replaceAll(tokens, (token: string, path: string | undefined, at: number) => {
    if (path === undefined || !path.includes('.') || !isTable(path)) return token
    const parts = path.split('.')
    let offset = at + inserted.length
    for (const part of parts.slice(0, -1)) {
      offset += part.length + 1
      inserted.push(offset, offset + 2)
      offset += 2
    }
    return parts.map((part) => `\`${part}\``).join('.')
  })
  return { text, original: (place) => originalPlace(text, inserted, place) }
}

function originalPlace(text: string, inserted: readonly number[], place: string): string {
  const [line = 1, column = 1] = place.split(':').map(Number)
  const start = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0)
  const end = start + column - 1
  const added = inserted.filter((offset) => offset >= start && offset < end).length
  return `${line}:${column - added}`
}
