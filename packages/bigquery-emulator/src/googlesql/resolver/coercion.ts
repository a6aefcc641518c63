/** GoogleSQL resolver: applies implicit conversions. https://cloud.google.com/bigquery/docs/reference/standard-sql/conversion_rules#coercion */
import { duckType, nullOf, pack } from '../duckdb_sql.ts'
import { InvalidLiteral } from '../error.ts'
import {
  arrayOf,
  FLOAT64,
  fieldName,
  identicalType,
  INT64,
  sameType,
  structOf,
  type Field,
  type ScalarKind,
  type Type,
} from '../types.ts'
import { literalText } from './literal.ts'
import { member } from './struct.ts'
import { mapArray, ofType, typed, type Typed } from './typed.ts'

const fromString = new Set(['DATE', 'TIMESTAMP', 'DATETIME', 'TIME'])
const widening: Partial<Record<ScalarKind, readonly ScalarKind[]>> = {
  INT64: ['NUMERIC', 'FLOAT64'],
  NUMERIC: ['FLOAT64'],
  DATE: ['DATETIME'],
}

/** Returns true if BigQuery converts the value to the type implicitly. */
export function isCoercible(value: Typed, to: Type): boolean {
  const from = value.type
  if (from.kind === 'NULL' || sameType(from, to)) return true
  if (from.kind === 'ARRAY') {
    // The only arrays that coerce to another element type are literals and parameters.
    if (to.kind !== 'ARRAY') return false
    if (value.isParameter) return isCoercible({ ...ofType(from.element), isParameter: true }, to.element)
    if (!value.isLiteral || !value.items) return false
    return value.items.every((item) => isCoercible(item, to.element))
  }
  if (from.kind === 'STRUCT') {
    if (to.kind !== 'STRUCT' || from.fields.length !== to.fields.length) return false
    const members = value.items ?? from.fields.map((field) => ofType(field.type))
    return members.every((item, i) => isCoercible(item, to.fields[i]!.type))
  }
  if (to.kind === 'ARRAY' || to.kind === 'STRUCT' || to.kind === 'NULL') return false
  if (widening[from.kind]?.includes(to.kind)) return true
  if (from.kind === 'FLOAT64') return value.isLiteral === true && to.kind === 'NUMERIC'
  if (from.kind !== 'STRING' || !fromString.has(to.kind)) return false
  return value.isParameter === true || value.literal !== undefined
}

/**
 * Returns the type that all values coerce to, or undefined. The types of columns and expressions take precedence
 * over those of literals. The first struct names the members.
 */
export function supertype(values: readonly Typed[]): Type | undefined {
  const given = values.filter((value) => value.type.kind !== 'NULL')
  const common = widest(given)
  const first = given.find(({ type }) => type.kind === 'STRUCT' || type.kind === 'ARRAY')
  return common && (first ? named(common, first.type) : common)
}

function widest(given: readonly Typed[]): Type | undefined {
  const own = given.filter((value) => !value.isLiteral && !value.isParameter)
  // Parameters coerce as literals do, but not to each other's types.
  const parameters = given.filter((value) => value.isParameter)
  const firm = own.length > 0 ? own : parameters.map(({ type }) => ofType(type))
  const flexible = given.filter((value) => value.isLiteral || (own.length > 0 && value.isParameter))
  // If all values are literals, a struct coerces by its type, in which an untyped NULL is an INT64.
  const asGiven = (value: Typed): Typed =>
    value.type.kind === 'STRUCT' && firm.length === 0 ? ofType(value.type) : value
  let common: Type | undefined
  for (const value of [...firm, ...flexible]) {
    if (!common) common = value.type
    else if (isCoercible(value, common)) continue
    else if (isCoercible(ofType(common), value.type)) common = value.type
    else {
      const wider = widen(common, value.type)
      if (wider) common = wider
      else if ([...firm, ...flexible].every((other) => isCoercible(asGiven(other), value.type)))
        common = value.type
      else return undefined
    }
  }
  return common ?? INT64
}

/** Returns the type with struct members named as in another type. */
function named(type: Type, names: Type): Type {
  if (type.kind === 'ARRAY' && names.kind === 'ARRAY') return arrayOf(named(type.element, names.element))
  if (type.kind !== 'STRUCT' || names.kind !== 'STRUCT' || type.fields.length !== names.fields.length)
    return type
  return structOf(
    type.fields.map((field, i) => ({
      name: names.fields[i]!.name,
      type: named(field.type, names.fields[i]!.type),
    })),
  )
}

/** Returns the narrowest type that holds both types, or undefined. */
function widen(a: Type, b: Type): Type | undefined {
  const kinds = new Set([a.kind, b.kind])
  if (kinds.has('FLOAT64') && (kinds.has('INT64') || kinds.has('NUMERIC'))) return FLOAT64
  if (a.kind !== 'STRUCT' || b.kind !== 'STRUCT' || a.fields.length !== b.fields.length) return undefined
  const fields: Field[] = []
  for (const [i, { name, type }] of a.fields.entries()) {
    const wider = supertype([ofType(type), ofType(b.fields[i]!.type)])
    if (!wider) return undefined
    fields.push({ name, type: wider })
  }
  return structOf(fields)
}

/**
 * Converts a value to a type that it is coercible to. Throws InvalidLiteral for a string that is not a date or
 * time and for a number out of NUMERIC's range.
 */
export function coerce(value: Typed, to: Type): Typed {
  const from = value.type
  if (from.kind === 'NULL')
    return typed(value.raises ? `CAST(${value.sql} AS ${duckType(to)})` : nullOf(to), to, {
      isNull: !value.raises,
    })
  if (identicalType(from, to)) return value
  if (from.kind === 'STRUCT' && to.kind === 'STRUCT') {
    const names = to.fields.map(fieldName)
    const { items } = value
    if (items)
      return typed(
        pack(
          names,
          items.map((item, i) => coerce(item, to.fields[i]!.type).sql),
        ),
        to,
      )
    const members = to.fields.map((field, i) => coerce(member(value, i), field.type).sql)
    return typed(`CASE WHEN ${value.sql} IS NULL THEN NULL ELSE ${pack(names, members)} END`, to)
  }
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') {
    if (!value.items)
      return typed(
        mapArray(value.sql, (element) => coerce(typed(element, from.element), to.element).sql),
        to,
      )
    const items = value.items.map((item) => coerce(item, to.element))
    return typed(`[${items.map((item) => item.sql).join(', ')}]::${duckType(to)}`, to, { items })
  }
  if (from.kind === 'STRING' && value.literal !== undefined && fromString.has(to.kind)) {
    const literal = literalText(to.kind as ScalarKind, value.literal)
    if (literal) return literal
    throw new InvalidLiteral(`Could not cast literal ${JSON.stringify(value.literal)} to type ${to.kind}`)
  }
  if (from.kind === 'STRING') return typed(`bq_string_to_${to.kind.toLowerCase()}(${value.sql})`, to)
  const isLiteral = value.isLiteral ?? false
  if (value.isLiteral && value.literal !== undefined && to.kind === 'NUMERIC') {
    const literal = literalText('NUMERIC', value.literal)
    if (literal) return literal
    throw new InvalidLiteral(`Invalid NUMERIC value: ${value.literal}`)
  }
  return typed(`CAST(${value.sql} AS ${duckType(to)})`, to, { isLiteral })
}

/** Converts an untyped NULL literal to INT64, for use where nothing else determines its type. */
export function settle(value: Typed): Typed {
  return value.type.kind === 'NULL' ? coerce(value, INT64) : value
}
