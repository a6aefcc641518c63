/** GoogleSQL resolver: resolves CAST and SAFE_CAST. https://cloud.google.com/bigquery/docs/reference/standard-sql/conversion_functions */
import type { Cast } from '../ast.ts'
import { duckType, pack } from '../duckdb_sql.ts'
import { Unsupported } from '../error.ts'
import { fromLocal, toLocal } from '../functions/time_zone.ts'
import { isLimited, withoutLimits } from '../limits.ts'
import { fieldName, isNumeric, rangeElement, sameType, STRING, typeName, type Type } from '../types.ts'
import { coerce } from './coercion.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { limitedSql } from './limits.ts'
import { literalText } from './literal.ts'
import { member } from './struct.ts'
import type { Scope } from './scope.ts'
import { attempt, mapArray, once, typed, type Typed } from './typed.ts'

export function resolveCast(node: Cast, scope: Scope): Typed {
  const { context } = scope
  if (node.format) throw unsupportedAt(context, 'CAST … FORMAT', node.at)
  const value = resolveExpression(node.value, scope)
  const refuse = (): Error =>
    errorAt(context, `Invalid cast from ${typeName(value.type)} to ${typeName(node.type)}`, node.at)
  const type = withoutLimits(node.type)
  const result = castTo(value, type, node.safe, refuse)
  if (!isLimited(node.type)) return result
  const sql = node.safe
    ? attempt([result.sql], (unlimited) => limitedSql(unlimited, node.type))
    : limitedSql(result.sql, node.type)
  return typed(sql, type)
}

/** Casts a value to a type. `refuse` creates the error if BigQuery doesn't support the cast. */
export function castTo(value: Typed, to: Type, safe: boolean, refuse: () => Error): Typed {
  const from = value.type
  if (from.kind === 'NULL') return coerce(value, to)
  if (from.kind === 'ARRAY' || from.kind === 'STRUCT' || to.kind === 'ARRAY' || to.kind === 'STRUCT')
    return castComposite(value, to, safe, refuse)
  if (from.kind === to.kind) return typed(value.sql, to, { partition: value.partition, origin: value.origin })
  if (to.kind === 'GEOGRAPHY' || from.kind === 'GEOGRAPHY') throw refuse()
  if (from.kind === 'STRING' && value.literal !== undefined && !safe && to.kind !== 'NULL') {
    const literal = literalText(to.kind, value.literal)
    if (literal && to.kind !== 'JSON') return literal
  }
  if (from.kind === 'FLOAT64' && to.kind === 'NUMERIC' && value.literal !== undefined) {
    const literal = literalText(to.kind, value.literal)
    if (literal) return literal
  }
  if (rangeElement(from) !== undefined || rangeElement(to) !== undefined)
    throw new Unsupported(`CAST of ${typeName(from)} to ${typeName(to)}`)
  if (castScalar('', from, to, safe) === undefined) throw refuse()
  return typed(
    once([value.sql], (sql) => castScalar(sql, from, to, safe)!),
    to,
  )
}

function castComposite(value: Typed, to: Type, safe: boolean, refuse: () => Error): Typed {
  const from = value.type
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') {
    if (value.items?.length === 0) return coerce(value, to)
    if (sameType(from, to)) return coerce(value, to)
    return typed(
      mapArray(value.sql, (element) => castTo(typed(element, from.element), to.element, safe, refuse).sql),
      to,
    )
  }
  if (from.kind !== 'STRUCT' || to.kind !== 'STRUCT' || from.fields.length !== to.fields.length)
    throw refuse()
  const members = to.fields.map(
    (field, i) => castTo(value.items?.[i] ?? member(value, i), field.type, safe, refuse).sql,
  )
  const packed = pack(to.fields.map(fieldName), members)
  return typed(value.items ? packed : `CASE WHEN ${value.sql} IS NULL THEN NULL ELSE ${packed} END`, to)
}

/** Returns the SQL of a scalar cast, or undefined if BigQuery doesn't support it. */
function castScalar(sql: string, from: Type, to: Type, safe: boolean): string | undefined {
  const cast = safe ? 'TRY_CAST' : 'CAST'
  if (from.kind === 'STRING' && to.kind !== 'STRING') {
    if (to.kind === 'BYTES') return `encode(${sql})`
    if (to.kind === 'JSON' || to.kind === 'NULL') return undefined
    return `bq_${safe ? 'safe_' : ''}string_to_${to.kind.toLowerCase()}(${sql})`
  }
  switch (to.kind) {
    case 'STRING':
      if (from.kind === 'JSON') return undefined
      return from.kind === 'BYTES' && safe
        ? attempt([sql], (bytes) => `decode(${bytes})`)
        : toText(typed(sql, from))
    case 'INT64':
      if (from.kind === 'BOOL') return `CAST(${sql} AS BIGINT)`
      if (from.kind === 'FLOAT64' || from.kind === 'NUMERIC') return `${cast}(round(${sql}) AS BIGINT)`
      return undefined
    case 'FLOAT64':
      return isNumeric(from) ? `CAST(${sql} AS DOUBLE)` : undefined
    case 'NUMERIC':
      if (from.kind === 'FLOAT64') return `bq_${safe ? 'safe_' : ''}float64_to_numeric(${sql})`
      return isNumeric(from) ? `${cast}(${sql} AS ${duckType(to)})` : undefined
    case 'BOOL':
      return from.kind === 'INT64' ? `(${sql} <> 0)` : undefined
    case 'DATE':
    case 'TIME':
      if (from.kind === 'DATETIME') return `CAST(${sql} AS ${to.kind})`
      return from.kind === 'TIMESTAMP' ? `CAST(${toLocal(sql)} AS ${to.kind})` : undefined
    case 'DATETIME':
      if (from.kind === 'DATE') return `CAST(${sql} AS TIMESTAMP)`
      return from.kind === 'TIMESTAMP' ? toLocal(sql) : undefined
    case 'TIMESTAMP':
      if (from.kind === 'DATE') return fromLocal(`CAST(${sql} AS TIMESTAMP)`)
      return from.kind === 'DATETIME' ? fromLocal(sql) : undefined
    default:
      return undefined
  }
}

/** Emits a scalar's text as CAST(… AS STRING) prints it. */
export function toText(value: Typed): string {
  const { sql, type } = value
  switch (type.kind) {
    case 'STRING':
      return sql
    case 'FLOAT64':
      return `bq_float_text(${sql})`
    case 'NUMERIC':
      return `bq_numeric_text(${sql})`
    case 'BYTES':
      return `decode(${sql})`
    case 'DATE':
      return `bq_date_text(${sql})`
    case 'TIME':
      return `bq_time_text(${sql})`
    case 'DATETIME':
      return `bq_datetime_text(${sql})`
    case 'TIMESTAMP':
      return `(bq_datetime_text(${toLocal(sql)}) || '+00')`
    case 'INTERVAL':
      return `bq_interval_text(${sql})`
    case 'NULL':
      return coerce(value, STRING).sql
    default:
      return `CAST(${sql} AS VARCHAR)`
  }
}
