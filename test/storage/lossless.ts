/** Storage tests: JSON compared without loss. Two texts are equal when their strings are, and every number to its last digit; spaces, escapes,
 * how a number is written and the order of members do not count, and of a name given twice the last does. */

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown
// https://github.com/tc39/proposal-json-parse-with-source: the installed types do not know it yet.
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** A number as it was written. */
class Written {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Parses JSON, its numbers kept as they are written. */
function parse(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' ? new Written(source!) : value,
  )
}

/** A number in the one way of all that are equal: its digits as a whole number, and the power of ten. */
function decimal(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(source) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === ''
    ? '0'
    : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

function write(value: unknown): string {
  if (value instanceof Written) return decimal(value.source)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`
}

/** The one text of all that are equal. */
export function canonical(text: string): string {
  return write(parse(text))
}

/** The members of a JSON object: name → canonical text. */
export function canonicalMembers(text: string): Map<string, string> {
  const value = parse(text)
  return isObject(value)
    ? new Map(Object.entries(value).map(([name, member]) => [name, write(member)]))
    : new Map()
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Written)
}
