/** Warehouse: which changes of a column BigQuery allows, and the SQL that converts its values.
 * https://cloud.google.com/bigquery/docs/managing-table-schemas */
import type { TableReference } from '../googlesql/catalog.ts'
import { nullOf, quote } from '../googlesql/duckdb_sql.ts'
import { isWithin, withoutLimits } from '../googlesql/limits.ts'
import { sameType, typeName } from '../googlesql/types.ts'
import { ApiError } from './api_error.ts'
import type { FieldSchema } from './resource.ts'
import { typeOfField } from './schema.ts'

/** Names of columns have no case. */
export function sameName(a: FieldSchema, b: FieldSchema): boolean {
  return a.name.toLowerCase() === b.name.toLowerCase()
}

function modeOf(field: FieldSchema): string {
  return field.mode ?? 'NULLABLE'
}

/** Returns true if two fields of one type have the same limits. */
function isOfSameLimits(a: FieldSchema, b: FieldSchema): boolean {
  const [one, other] = [typeOfField(a), typeOfField(b)]
  return sameType(one, other) && isWithin(one, other) && isWithin(other, one)
}

/** Throws if rows for columns with limits come from columns with others. */
export function demandSameLimits(
  table: TableReference,
  to: readonly FieldSchema[],
  from: readonly FieldSchema[],
): void {
  for (const field of to) {
    const source = from.find((other) => sameName(other, field))
    if (!source || !sameType(typeOfField(source), typeOfField(field)) || isOfSameLimits(source, field))
      continue
    const [before, after] = [field, source].map((one) => typeName(typeOfField(one)))
    throw new ApiError(
      'invalid',
      `Provided Schema does not match Table ${table.project}:${table.dataset}.${table.table}. Field ${field.name} has changed type from ${before} to ${after}`,
    )
  }
}

/** Returns why a field cannot be changed to another, or undefined if it can. Records can gain members. */
export function widening(from: FieldSchema, to: FieldSchema, path: string): string | undefined {
  const relaxed = from.mode === 'REQUIRED' && modeOf(to) === 'NULLABLE'
  if (modeOf(from) !== modeOf(to) && !relaxed)
    return `Field ${path} has changed mode from ${modeOf(from)} to ${modeOf(to)}`
  if (!from.fields || !to.fields) {
    const [before, after] = [typeOfField(from), typeOfField(to)].map((type) => typeName(withoutLimits(type)))
    if (before !== after) return `Field ${path} has changed type from ${from.type} to ${to.type}`
    return isOfSameLimits(from, to)
      ? undefined
      : `A change of the parameters of a type, of field ${path}, is not supported by the local BigQuery; use ALTER COLUMN SET DATA TYPE`
  }
  const missing = from.fields.find((field) => !to.fields!.some((other) => sameName(other, field)))
  if (missing) return `Field ${path}.${missing.name} is missing in new schema`
  for (const field of to.fields) {
    const known = from.fields.find((other) => sameName(other, field))
    const problem = known && widening(known, field, `${path}.${field.name}`)
    if (problem !== undefined) return problem
    if (!known && field.mode === 'REQUIRED')
      return `Cannot add required fields to an existing schema. (field: ${path}.${field.name})`
  }
  return undefined
}

/** Returns SQL that converts an old value to the widened record. New members are NULL. */
export function widenedValue(sql: string, from: FieldSchema, to: FieldSchema): string {
  if (!from.fields || !to.fields) return sql
  const pack = (record: string): string => {
    const members = to.fields!.map((field) => {
      const known = from.fields!.find((other) => sameName(other, field))
      const value = known
        ? widenedValue(`(${record}).${quote(known.name)}`, known, field)
        : nullOf(typeOfField(field))
      return `${quote(field.name)} := ${value}`
    })
    return `CASE WHEN ${record} IS NULL THEN NULL ELSE struct_pack(${members.join(', ')}) END`
  }
  return to.mode === 'REPEATED' ? `list_transform(${sql}, lambda _r: ${pack('_r')})` : pack(sql)
}
