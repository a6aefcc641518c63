/** Linkage layer: casts a value that a schema refuses to one that it accepts, if the value has one meaning: a number from its text, text from
 * a number, another case, trimmed or cut text. Pure. */
import type { TSchema } from 'typebox'
import { keywordsOf, type Keywords } from './keywords.ts'

const decimal = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** Patterns of codes: the case of their letters has no meaning. */
const codePattern = /^\^\[A-Z\]\{\d\}\$$/

/** Yields the casts of a value to the type of the schema, the closest first. The caller checks whether the schema accepts them. `mayCut`:
 * true if a text beyond `maxLength` may be cut. */
export function* castsTo(schema: TSchema, value: unknown, mayCut: boolean): Generator {
  const keywords = keywordsOf(schema)
  const { type, anyOf = [], enum: listed = 'const' in keywords ? [keywords.const] : undefined } = keywords
  for (const alternative of anyOf) yield* castsTo(alternative, value, mayCut)
  if (listed) yield* listed.filter((each) => isSameText(each, value))
  else if (type === 'number' || type === 'integer') yield* numbersIn(value)
  else if (type === 'string' || keywords.maxLength !== undefined) yield* textsOf(value, keywords, mayCut)
  else if (type === 'boolean' && typeof value === 'string') {
    const text = value.trim().toLowerCase()
    if (text === 'true' || text === 'false') yield text === 'true'
  }
}

function isSameText(listed: unknown, value: unknown): boolean {
  const [wanted, given] = [scalarText(listed), scalarText(value)]
  return given !== undefined && wanted?.toLowerCase() === given.trim().toLowerCase()
}

function* numbersIn(value: unknown): Generator<number> {
  const text = typeof value === 'string' ? value.trim() : ''
  const number = Number(text)
  if (decimal.test(text) && Number.isFinite(number)) yield number
}

function* textsOf(
  value: unknown,
  { pattern, format, normalize, whole, maxLength }: Keywords,
  mayCut: boolean,
): Generator<string> {
  const text = scalarText(value)?.trim()
  if (text === undefined || text === '') return
  yield text
  if (pattern !== undefined && codePattern.test(pattern)) yield text.toUpperCase()
  // A cut identifier would be another one.
  const isId = pattern !== undefined || format !== undefined || normalize !== undefined || whole === true
  if (maxLength !== undefined && mayCut && !isId) yield cut(text, maxLength)
}

/** Returns the text of a string, number or boolean. Undefined for other values, and for numbers that have no plain decimal notation. */
function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : 'e'
  return text.includes('e') ? undefined : text
}

/** Cuts a text to this many code points, as JSON Schema counts. */
function cut(text: string, length: number): string {
  return Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('')
    .trimEnd()
}
