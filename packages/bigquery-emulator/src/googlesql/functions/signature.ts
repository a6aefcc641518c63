/** GoogleSQL functions: parses function signatures such as `(STRING, [INT64, ...]) -> ARRAY<T>`. */
import { arrayOf, scalarNamed, type Scalar, type Type } from '../types.ts'

/** A type, a type variable, or an argument that is not a value. */
export type Pattern =
  | { kind: 'type'; type: Type }
  | { kind: 'variable'; name: 'T' | 'U' }
  | { kind: 'array'; element: Pattern }
  | { kind: 'PART' | 'INTERVAL_PART' | 'JSONPATH' | 'WORD' }

export interface Signature {
  /** The arguments as printed in error messages. */
  text: string
  required: readonly Pattern[]
  optional: readonly Pattern[]
  rest: Pattern | undefined
  returns: Pattern
}

function printed(text: string): string {
  return text
    .replaceAll('INTERVAL_PART', 'INTERVAL INT64 DATE_TIME_PART')
    .replaceAll(/(?<![_A-Z])PART/g, 'DATE_TIME_PART')
    .replaceAll('JSONPATH', 'STRING')
    .replaceAll(/\b[TU]\b/g, 'ANY')
}

export function parseSignature(source: string): Signature {
  const match = /^\((.*)\) -> (.+)$/.exec(source)
  if (!match) throw new TypeError(`not a signature: ${source}`)
  const required: Pattern[] = []
  const optional: Pattern[] = []
  let rest: Pattern | undefined
  for (const part of match[1]!.match(/\[[^\]]+\]|[^,[\s][^,]*/g) ?? []) {
    const inner = /^\[(.+?)(, \.\.\.)?\]$/.exec(part)
    if (!inner) required.push(parsePattern(part.trim()))
    else if (inner[2]) rest = parsePattern(inner[1]!)
    else optional.push(parsePattern(inner[1]!))
  }
  return { text: printed(`(${match[1]})`), required, optional, rest, returns: parsePattern(match[2]!) }
}

function parsePattern(text: string): Pattern {
  if (text === 'T' || text === 'U') return { kind: 'variable', name: text }
  if (text === 'PART' || text === 'INTERVAL_PART' || text === 'JSONPATH' || text === 'WORD')
    return { kind: text }
  const array = /^ARRAY<(.+)>$/.exec(text)
  if (array) {
    const element = parsePattern(array[1]!)
    return element.kind === 'type'
      ? { kind: 'type', type: arrayOf(element.type) }
      : { kind: 'array', element }
  }
  return { kind: 'type', type: scalarNamed(text) as Scalar }
}
