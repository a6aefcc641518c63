/** Avro: checks a message in the JSON encoding. https://avro.apache.org/docs/1.11.1/specification/#json-encoding */
import { randomUUID } from 'node:crypto'
import { unimplemented } from '../errors.ts'
import { branchName, type Avro, type AvroRecord } from './avro.ts'

/** A number of a JSON text as it is written, because 1 and 1.0 are of different types. */
class Numeral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g
/** Begins the text that stands for a number. No message can know it. */
const mark = randomUUID()

/** Parses JSON, with numbers as they are written. Returns undefined for a text that is not JSON. */
function parse(text: string): unknown {
  try {
    // Checks the text as it is: afterwards every number is a string.
    JSON.parse(text)
    const marked = text.replaceAll(tokens, (token) => (numeral.test(token) ? `"${mark}${token}"` : token))
    return JSON.parse(marked, (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(mark) ? new Numeral(value.slice(mark.length)) : value,
    )
  } catch {
    return undefined
  }
}

/** Returns why a message is not of the schema, or undefined if it is. Throws UNIMPLEMENTED for what Google does not document. */
export function mismatchOfJson(message: Buffer, schema: AvroRecord): string | undefined {
  const value = parse(message.toString('utf8'))
  return value === undefined ? 'The message is not JSON' : mismatch(value, schema)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Numeral) return /[.eE]/.test(value.text) ? 'number_float' : 'number_integer'
  return typeof value
}

function mismatch(value: unknown, type: Avro): string | undefined {
  const found = kindOf(value)
  const expect = (...kinds: string[]): string | undefined =>
    kinds.includes(found)
      ? undefined
      : `JSON object with type ${found} does not match schema which expected ${kinds[0]}`
  switch (type.kind) {
    case 'null':
    case 'boolean':
    case 'string':
      return expect(type.kind)
    case 'int':
    case 'long':
      return expect('number_integer') ?? outOfRange((value as Numeral).text, type.kind === 'int' ? 31n : 63n)
    case 'float':
    case 'double':
      if (found === 'number_integer') throw unimplemented(`A JSON integer for a ${type.kind} is`)
      return expect('number_float')
    case 'bytes':
    case 'fixed':
      return (
        expect('string') ?? mismatchOfBytes(value as string, type.kind === 'fixed' ? type.size : undefined)
      )
    case 'enum':
      return (
        expect('string') ??
        (type.symbols.includes(value as string) ? undefined : `No symbol ${String(value)}`)
      )
    case 'array':
      return expect('array') ?? first(value as unknown[], (item) => mismatch(item, type.items))
    case 'map':
      return expect('object') ?? first(Object.values(value as object), (item) => mismatch(item, type.values))
    case 'union':
      return mismatchOfUnion(value, type.branches)
    default:
      return expect('object') ?? mismatchOfRecord(value as Record<string, unknown>, type)
  }
}

function first<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const why = check(item)
    if (why !== undefined) return why
  }
  return undefined
}

function outOfRange(text: string, bits: bigint): string | undefined {
  const value = BigInt(text)
  return value >= -(2n ** bits) && value < 2n ** bits ? undefined : `The number ${text} is out of range`
}

/** Each character is one byte. */
function mismatchOfBytes(text: string, size: number | undefined): string | undefined {
  if (Buffer.from(text, 'latin1').toString('latin1') !== text) return 'The text is not one of bytes'
  return size === undefined || text.length === size
    ? undefined
    : `The text has ${text.length} bytes, not ${size}`
}

/** A value of a union is null, or an object whose only member is named after the branch. */
function mismatchOfUnion(value: unknown, branches: readonly Avro[]): string | undefined {
  if (value === null)
    return branches.some(({ kind }) => kind === 'null') ? undefined : 'The union has no null'
  const [[name, inner] = [], ...others] = isObject(value) ? Object.entries(value) : []
  if (name === undefined || others.length > 0) return 'A value of a union names its branch'
  const branch = branches.find((candidate) => branchName(candidate) === name)
  if (branch) return mismatch(inner, branch)
  if (branches.some((candidate) => branchName(candidate).endsWith(`.${name}`)))
    throw unimplemented('A branch of a union without its namespace is')
  return `The union has no branch ${name}`
}

function mismatchOfRecord(value: Record<string, unknown>, { name, fields }: AvroRecord): string | undefined {
  const missing = fields.find((field) => !Object.hasOwn(value, field.name))
  if (missing?.hasDefault) throw unimplemented('A JSON message without a field that has a default is')
  if (missing) return `Field ${missing.name} of ${name} is missing`
  const why = first(fields, (field) => mismatch(value[field.name], field.type))
  if (why !== undefined) return why
  if (Object.keys(value).length > fields.length)
    throw unimplemented('A JSON message with fields that the schema does not have is')
  return undefined
}
