/** Translation layer: reads JSON and NDJSON. A number that a double cannot hold becomes text. Pure. */
import { shapeFault } from '../../../schemas/json_shape.ts'
import { translationLimits } from '../../../schemas/translation/input.ts'
import { isPlainObject } from '../../linkage/values.ts'
import { withReadableNames, type Naming } from './names.ts'
import { FormatError, readLines, readWhole, type Read, type RecordReader } from './reader.ts'

/** Matches text in which a number may lose digits. Any other text is parsed at full speed. */
const longNumber = /[\d.]{16}|[eE][+-]?\d{3}/

/** Returns the value of a JSON text. Throws FormatError. */
export function parseJson(text: string): unknown {
  const { nestingLevels: levels, columns: members } = translationLimits
  const fault = shapeFault(text, { levels, members })
  if (fault === 'too_deep') throw new FormatError(`Objects and lists nest deeper than ${levels} levels.`)
  if (fault === 'too_wide') throw new FormatError(`An object has more than ${members} fields, the maximum.`)
  try {
    return longNumber.test(text) ? (JSON.parse(text, exactNumbers) as unknown) : JSON.parse(text)
  } catch (error) {
    throw new FormatError(`Expected JSON: ${(error as Error).message.split(/, (?:\.\.\.)?"/, 1)[0]!}.`, {
      cause: error,
    })
  }
}

function exactNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined && !isExact(context.source, value)
    ? context.source
    : value
}

/** Returns true if the double `value` has all digits of `source`, and an integer is in the safe range. */
export function isExact(source: string, value: number): boolean {
  // A double needs fewer characters.
  if (!Number.isFinite(value) || source.length > 32) return false
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false
  return digitsOf(source) === digitsOf(String(value))
}

/** Returns the significant digits. Two numbers of nearly the same value with the same digits are equal. */
function digitsOf(number: string): string {
  return number
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
}

/** Returns the value at a path of names; undefined if there is none. */
function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const name of path.split('.')) at = isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  return at
}

/** Returns the records of a value: the elements if the value, or the value at the path, is a list; else the value itself. */
export function recordsOf(value: unknown, path: string | undefined, naming?: Naming): readonly Read[] {
  const named = withReadableNames(value, naming)
  const records = path === undefined ? named : valueAt(named, path)
  if (records === undefined || records === null)
    throw new FormatError(`Expected a list of records at ${path ?? 'the top level'}, got nothing.`)
  return (Array.isArray(records) ? records : [records]).map(recordOf)
}

function recordOf(value: unknown): Read {
  return isPlainObject(value)
    ? { record: value }
    : { problem: `Expected an object, got ${describeRecord(value)}.` }
}

function describeRecord(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

export function jsonReader(path?: string, naming?: Naming): RecordReader {
  return readWhole(
    translationLimits.wholeCharacters,
    (text) => (text.trim() === '' ? [] : recordsOf(parseJson(text), path, naming)),
    'Send one record per line (NDJSON), which has no such limit.',
  )
}

export function ndjsonReader(naming?: Naming): RecordReader {
  return readLines(translationLimits.recordCharacters, (line, row) =>
    line.trim() === '' ? [] : [readLine(line, row, naming)],
  )
}

function readLine(line: string, row: number, naming: Naming | undefined): Read {
  try {
    return { row, ...recordOf(withReadableNames(parseJson(line), naming)) }
  } catch (error) {
    return { row, problem: (error as FormatError).message }
  }
}
