/** Event: describes the violations of a value that its compiled check has refused. Valid values cost nothing here. */
import type { TSchema } from 'typebox'
import { Test } from 'typebox/format'
import { Build } from 'typebox/schema'
import { boundedSchema } from './bounded_schema.ts'
import type { Violation, ViolationCode } from '../../schemas/warehouse/violations.ts'

export type FieldCheck = (value: unknown) => boolean

export function compile(schema: TSchema): FieldCheck {
  // Compiled with the first value, for a shorter cold start.
  let compiled: ReturnType<ReturnType<typeof Build>['Evaluate']> | undefined
  return (value) => (compiled ??= Build(boundedSchema(schema)).Evaluate()).Check(value)
}

/** The JSON Schema keywords that fields use. */
interface Keywords {
  type?: string
  anyOf?: readonly TSchema[]
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, TSchema>>
  items?: TSchema
  required?: readonly string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

function keywordsOf(schema: TSchema): Keywords {
  return schema
}

/** Checks of parts of fields, compiled with the first value that is invalid there. */
const partChecks = new WeakMap<TSchema, FieldCheck>()

function accepts(schema: TSchema, value: unknown): boolean {
  let check = partChecks.get(schema)
  if (!check) partChecks.set(schema, (check = compile(schema)))
  return check(value)
}

const noMembers: Readonly<Record<string, TSchema>> = {}

/** Returns the violations of a value that the schema refuses: those of the members of an object or of the first invalid element of a
 * list if there are any, else that of the value itself. */
export function valueViolations(schema: TSchema, field: string, value: unknown): readonly Violation[] {
  const { type, properties = noMembers, required = [], items } = keywordsOf(schema)
  if (type === 'object' && isOfType(type, value)) {
    const object = value as Readonly<Record<string, unknown>>
    const inner = Object.entries(properties).flatMap(([name, memberSchema]) => {
      const member = Object.hasOwn(object, name) ? object[name] : undefined
      const isValid = member === undefined ? !required.includes(name) : accepts(memberSchema, member)
      return isValid ? [] : valueViolations(memberSchema, `${field}.${name}`, member)
    })
    if (inner.length > 0) return inner
  }
  if (items && Array.isArray(value)) {
    const code = codeOf(schema, value)
    const index = code ? -1 : value.findIndex((element) => !accepts(items, element))
    if (index >= 0) return valueViolations(items, `${field}[${index}]`, value[index])
  }
  return [
    {
      field,
      code: codeOf(schema, value) ?? 'wrong_type',
      expected: describeExpected(schema),
      got: describeGot(value),
    },
  ]
}

function codeOf(schema: TSchema, value: unknown): ViolationCode | undefined {
  const keywords = keywordsOf(schema)
  const { type, anyOf, enum: values } = keywords
  if (value === undefined) return 'missing'
  if (anyOf) {
    const same = anyOf.find((alternative) => isOfType(keywordsOf(alternative).type, value))
    return same ? codeOf(same, value) : 'wrong_type'
  }
  if (values) return typeof value === 'string' ? 'not_listed' : 'wrong_type'
  if (!isOfType(type, value)) return 'wrong_type'
  if (typeof value === 'number') return 'out_of_range'
  if (typeof value === 'string') {
    const { minLength, maxLength } = keywords
    return lengthCode(characters(value, maxLength), minLength, maxLength) ?? formatCode(value, keywords)
  }
  if (Array.isArray(value)) return lengthCode(value.length, keywords.minItems, keywords.maxItems)
  return undefined
}

function lengthCode(length: number, min = 0, max = Infinity): ViolationCode | undefined {
  return length < min ? 'too_short' : length > max ? 'too_long' : undefined
}

function formatCode(value: string, { format, pattern }: Keywords): ViolationCode {
  return pattern === undefined || (format !== undefined && !Test(format, value))
    ? 'invalid_format'
    : 'pattern'
}

/** Returns the length in code points, as JSON Schema counts, if it matters for the limit; else in UTF-16 code units. */
function characters(text: string, max = Infinity): number {
  return text.length <= max || text.length > 2 * max ? text.length : Array.from(text).length
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value) || value === Infinity || value === -Infinity
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === undefined || typeof value === type
}

const narrowing = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]

const expectations = new WeakMap<TSchema, string>()

/** Describes what a schema accepts: its type and the keywords that narrow it. */
export function describeExpected(schema: TSchema): string {
  let text = expectations.get(schema)
  if (text === undefined) expectations.set(schema, (text = expectationOf(schema)))
  return text
}

function expectationOf(schema: TSchema): string {
  const { type, anyOf, enum: values } = keywordsOf(schema)
  if (anyOf && type === undefined) return anyOf.map(describeExpected).join(' or ')
  if (values) return `one of ${values.join(', ')}`
  const keywords: Readonly<Record<string, unknown>> = { ...schema }
  const narrowed = narrowing.filter((keyword) => keyword in keywords)
  return [type ?? 'any value', ...narrowed.map((keyword) => `${keyword} ${String(keywords[keyword])}`)].join(
    ', ',
  )
}

/** Describes the type of a value. The value itself is never reported. */
export function describeGot(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' ? `string of ${value.length} characters` : typeof value
}
