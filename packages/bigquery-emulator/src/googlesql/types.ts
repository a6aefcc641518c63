/** GoogleSQL compiler: defines BigQuery's data types. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types */
import { Unsupported } from './error.ts'

export const scalarKinds = [
  'INT64',
  'FLOAT64',
  'NUMERIC',
  'BOOL',
  'STRING',
  'BYTES',
  'DATE',
  'DATETIME',
  'TIME',
  'TIMESTAMP',
  'JSON',
  'INTERVAL',
  'GEOGRAPHY',
] as const

/** A range of each type is a kind of its own: its values are texts. */
export const rangeKinds = ['RANGE<DATE>', 'RANGE<DATETIME>', 'RANGE<TIMESTAMP>'] as const
export type RangeKind = (typeof rangeKinds)[number]
export type ScalarKind = (typeof scalarKinds)[number] | RangeKind

/** A STRUCT's member. An anonymous member has no name. */
export interface Field {
  name?: string | undefined
  type: Type
}

/** The parameters of a column's type: the digits of a NUMERIC and those after its point, or the length of a STRING or BYTES. */
export type Limits = readonly [number] | readonly [digits: number, scale: number]

/** The types of values have no limits: only columns and casts do. */
export type Scalar = { kind: ScalarKind; limits?: Limits | undefined }
export type ArrayType = { kind: 'ARRAY'; element: Type }
export type StructType = { kind: 'STRUCT'; fields: readonly Field[] }
/** NULL is the type of an untyped NULL literal. It coerces to every type and is INT64 in results. */
export type Type = Scalar | ArrayType | StructType | { kind: 'NULL' }

export const INT64: Type = { kind: 'INT64' }
export const FLOAT64: Type = { kind: 'FLOAT64' }
export const NUMERIC: Type = { kind: 'NUMERIC' }
export const BOOL: Type = { kind: 'BOOL' }
export const STRING: Type = { kind: 'STRING' }
export const BYTES: Type = { kind: 'BYTES' }
export const DATE: Type = { kind: 'DATE' }
export const DATETIME: Type = { kind: 'DATETIME' }
export const TIME: Type = { kind: 'TIME' }
export const TIMESTAMP: Type = { kind: 'TIMESTAMP' }
export const JSON_TYPE: Type = { kind: 'JSON' }
export const INTERVAL: Type = { kind: 'INTERVAL' }
export const NULL_TYPE: Type = { kind: 'NULL' }

export function arrayOf(element: Type): ArrayType {
  return { kind: 'ARRAY', element }
}

export function structOf(fields: readonly Field[]): StructType {
  return { kind: 'STRUCT', fields }
}

const aliases: Record<string, ScalarKind> = {
  INT: 'INT64',
  SMALLINT: 'INT64',
  INTEGER: 'INT64',
  BIGINT: 'INT64',
  TINYINT: 'INT64',
  BYTEINT: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  DECIMAL: 'NUMERIC',
}

export const refusedTypes: readonly string[] = ['BIGNUMERIC', 'BIGDECIMAL']

export function isRefusedType(name: string): boolean {
  return refusedTypes.includes(name.toUpperCase())
}

const known = new Set<string>(scalarKinds)

/** Returns the scalar type with that name in SQL or in a REST schema, or undefined. */
export function scalarNamed(name: string): Scalar | undefined {
  const upper = name.toUpperCase()
  if (isRefusedType(upper)) throw new Unsupported(`Type ${upper}`)
  const kind = aliases[upper] ?? upper
  return known.has(kind) ? { kind: kind as ScalarKind } : undefined
}

/** Returns the type of the ranges of an element type, or undefined if there is none. */
export function rangeOf(element: string | undefined): { kind: RangeKind } | undefined {
  const kind = rangeKinds.find((range) => range === `RANGE<${element?.toUpperCase()}>`)
  return kind && { kind }
}

/** Returns the name of a range's element type, or undefined for another type. */
export function rangeElement({ kind }: Type): string | undefined {
  return /^RANGE<(\w+)>$/.exec(kind)?.[1]
}

/** Returns GEOGRAPHY or RANGE if the type is or contains one: values that are stored and read back, and that few functions take. */
export function opaqueIn(type: Type): 'GEOGRAPHY' | 'RANGE' | undefined {
  if (type.kind === 'ARRAY') return opaqueIn(type.element)
  if (type.kind === 'STRUCT') return type.fields.map((field) => opaqueIn(field.type)).find(Boolean)
  if (type.kind === 'GEOGRAPHY') return 'GEOGRAPHY'
  return rangeElement(type) === undefined ? undefined : 'RANGE'
}

/** Returns the stored name of a struct member. Anonymous members are numbered. */
export function fieldName(field: Field, index: number): string {
  return field.name ?? `_field_${index + 1}`
}

/** Returns the type as BigQuery prints it: `ARRAY<STRUCT<a INT64>>`. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'ARRAY':
      return `ARRAY<${typeName(type.element)}>`
    case 'STRUCT':
      return `STRUCT<${type.fields.map((f) => (f.name === undefined ? '' : `${f.name} `) + typeName(f.type)).join(', ')}>`
    case 'NULL':
      return 'INT64'
    default:
      return type.limits ? `${type.kind}(${type.limits.join(', ')})` : type.kind
  }
}

/** Returns true if two types are equal, ignoring the names of struct members. */
export function sameType(a: Type, b: Type): boolean {
  if (a.kind === 'ARRAY' && b.kind === 'ARRAY') return sameType(a.element, b.element)
  if (a.kind === 'STRUCT' && b.kind === 'STRUCT')
    return (
      a.fields.length === b.fields.length && a.fields.every((f, i) => sameType(f.type, b.fields[i]!.type))
    )
  return a.kind === b.kind
}

/** Returns true if two types are equal, including the names of struct members. A value then needs no repacking. */
export function identicalType(a: Type, b: Type): boolean {
  if (a.kind === 'ARRAY' && b.kind === 'ARRAY') return identicalType(a.element, b.element)
  if (a.kind === 'STRUCT' && b.kind === 'STRUCT')
    return (
      a.fields.length === b.fields.length &&
      a.fields.every((f, i) => {
        const other = b.fields[i]!
        return fieldName(f, i) === fieldName(other, i) && identicalType(f.type, other.type)
      })
    )
  return a.kind === b.kind
}

const numeric = new Set(['INT64', 'FLOAT64', 'NUMERIC'])

export function isNumeric(type: Type): boolean {
  return numeric.has(type.kind)
}

const civil = new Set(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP'])

/** Returns true for a date or time type. */
export function isCivil(type: Type): boolean {
  return civil.has(type.kind)
}

/** Returns the type, or INT64 for an untyped NULL literal. */
export function settled(type: Type): Type {
  return type.kind === 'NULL' ? INT64 : type
}
