/** GoogleSQL functions: checks the pattern of FORMAT against the types of its arguments. A literal pattern is checked at compile time. https://cloud.google.com/bigquery/docs/reference/standard-sql/string_functions#format_string */

const specifier = /^%([-+ #0']*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z])/

/** A `%` with its flags, width, precision and conversion. `*` reads an argument. */
export interface FormatSpecifier {
  length: number
  flags: string
  width: string | undefined
  precision: string | undefined
  letter: string
}

/** Parses the specifier at the start of the text. */
export function readSpecifier(text: string): FormatSpecifier | undefined {
  const match = specifier.exec(text)
  if (!match) return undefined
  const [whole, flags = '', width, precision, letter = ''] = match
  return { length: whole.length, flags, width, precision, letter }
}

const expected: readonly [letters: string, types: readonly string[], name: string][] = [
  ['dioxX', ['INT64'], 'integer'],
  ['u', [], 'UINT'],
  ['fFeEgG', ['FLOAT64', 'NUMERIC'], 'FLOAT64'],
  ['s', ['STRING'], 'STRING'],
  ['pP', ['JSON'], 'PROTO or JSON'],
]
const letters = 'dioxXufFeEgGspPtT'

/** Returns the conversion that reads each argument of a valid pattern; `d` for a `*`. */
export function conversions(pattern: string): string[] {
  const letters: string[] = []
  for (let at = pattern.indexOf('%'); at >= 0; at = pattern.indexOf('%', at)) {
    const found = pattern[at + 1] === '%' ? undefined : readSpecifier(pattern.slice(at))
    for (const size of [found?.width, found?.precision]) if (size === '*') letters.push('d')
    if (found) letters.push(found.letter)
    at += found?.length ?? 2
  }
  return letters
}

/**
 * Throws BigQuery's error unless values of these types match the pattern. `types` doesn't include the pattern
 * itself.
 */
export function demandFormat(pattern: string, types: readonly string[]): void {
  let used = 0
  const take = (letter: string): void => {
    const type = types[used++]
    const rule = expected.find(([of]) => of.includes(letter))
    if (type !== undefined && rule && !rule[1].includes(type))
      throw new Error(`Invalid type for argument ${used + 1} to FORMAT; Expected ${rule[2]}; Got ${type}`)
  }
  for (let at = pattern.indexOf('%'); at >= 0; at = pattern.indexOf('%', at)) {
    if (pattern[at + 1] === '%') {
      at += 2
      continue
    }
    const found = readSpecifier(pattern.slice(at))
    if (!found) throw new Error(`Invalid FORMAT string: "${pattern}"`)
    if (!letters.includes(found.letter))
      throw new Error(`Invalid format specifier character "${found.letter}" in FORMAT string: "${pattern}"`)
    for (const size of [found.width, found.precision]) if (size === '*') take('d')
    take(found.letter)
    at += found.length
  }
  if (used === types.length) return
  const counts = `Expected ${used + 1}; Got ${types.length + 1}`
  const problem = used > types.length ? 'Too few' : 'Too many'
  throw new Error(`${problem} arguments to FORMAT for pattern "${pattern}"; ${counts}`)
}
