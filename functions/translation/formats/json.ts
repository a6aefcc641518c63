/** Translation layer: reads JSON and NDJSON. A number that a double cannot hold stays the text it was written as. Pure. */
import { translationLimits } from '../../../schemas/translation/input.ts'
import { nesting } from '../../event/json_members.ts'
import { isPlainObject } from '../../linkage/values.ts'
import { withReadableNames } from './names.ts'
import { FormatError, readLines, readWhole, type Read, type RecordReader } from './reader.ts'

/** Text in which a number may lose digits: all others are parsed at full speed. */
const suspicious = /[\d.]{16}|[eE][+-]?\d{3}/

/** The value of a JSON text. Throws FormatError. */
export function parseJson(text: string): unknown {
  const limit = translationLimits.nestingLevels
  if (text.length > 2 * limit && nesting(text) > limit)
    throw new FormatError(`Objects and lists nest deeper than ${limit} levels.`)
  const { columns } = translationLimits
  if (text.length > columns * shortestMember && mostMembers(text) > columns)
    throw new FormatError(`An object has more than ${columns} fields, the most are ${columns}.`)
  try {
    return suspicious.test(text) ? (JSON.parse(text, exactly) as unknown) : JSON.parse(text)
  } catch (error) {
    throw new FormatError(`Expected JSON: ${(error as Error).message.split(/, (?:\.\.\.)?"/, 1)[0]!}.`, {
      cause: error,
    })
  }
}

/** Characters of a member of two thousand, its comma included: in what is shorter none need be counted. */
const shortestMember = 5

/** Members of the object that has the most, counted without parsing: a million of them would take seconds and half a gigabyte. Of what
 * is no JSON, any number. */
function mostMembers(text: string): number {
  const counts: number[] = []
  let most = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{') counts.push(1)
    // Elements of a list may be as many as there are.
    else if (character === '[') counts.push(Number.NEGATIVE_INFINITY)
    else if (character === '}' || character === ']') counts.pop()
    else if (character === ',' && counts.length > 0) most = Math.max(most, ++counts[counts.length - 1]!)
  }
  return most
}

function exactly(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined && !isExact(context.source, value)
    ? context.source
    : value
}

/** Whether a double has all digits of a number, and of an integer no more than it counts by one. */
export function isExact(source: string, value: number): boolean {
  // No double is written with so many characters.
  if (!Number.isFinite(value) || source.length > 32) return false
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false
  return digitsOf(source) === digitsOf(String(value))
}

/** The significant digits; two numbers of nearly the same value with the same digits are the same. */
function digitsOf(number: string): string {
  return number
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
}

/** What stands at a path of names; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const name of path.split('.')) at = isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  return at
}

/** The records of a value: of the list at the path, of the value if it is a list, else the value itself. */
export function recordsOf(value: unknown, path: string | undefined): readonly Read[] {
  const named = withReadableNames(value)
  const found = path === undefined ? named : valueAt(named, path)
  if (found === undefined || found === null)
    throw new FormatError(`Expected a list of records at ${path ?? 'the top'}, got nothing.`)
  return (Array.isArray(found) ? found : [found]).map(recordOf)
}

function recordOf(value: unknown): Read {
  return isPlainObject(value)
    ? { record: value }
    : { problem: `Expected an object, got ${kindOfRecord(value)}.` }
}

function kindOfRecord(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

export function jsonReader(path?: string): RecordReader {
  return readWhole(
    translationLimits.wholeCharacters,
    (text) => (text.trim() === '' ? [] : recordsOf(parseJson(text), path)),
    'Send one record a line (NDJSON), which has no such limit.',
  )
}

export function ndjsonReader(): RecordReader {
  return readLines(translationLimits.recordCharacters, (line, row) =>
    line.trim() === '' ? [] : [readLine(line, row)],
  )
}

function readLine(line: string, row: number): Read {
  try {
    return { row, ...recordOf(withReadableNames(parseJson(line))) }
  } catch (error) {
    return { row, problem: (error as FormatError).message }
  }
}
