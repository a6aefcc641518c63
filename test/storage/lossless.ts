/** Storage tests: compares JSON without loss. Two texts are equal if all strings and all digits of all numbers are equal. White space, escapes,
 * the notation of numbers and the order of members are ignored. Of duplicate names the last counts. */

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown
// The installed types do not include the context argument yet: https://github.com/tc39/proposal-json-parse-with-source
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** A number as it is written in the source. */
class NumberSource {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Parses JSON, with numbers as they are written. */
function parse(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' ? new NumberSource(source!) : value,
  )
}

/** The canonical notation of a number: its digits as an integer, and the power of ten. */
function decimal(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(source) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

function write(value: unknown): string {
  if (value instanceof NumberSource) return decimal(value.source)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`
}

/** Returns the canonical text, which is the same for all equal texts. */
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
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberSource)
  )
}
