/** Warehouse: which changes of a column BigQuery allows, and the SQL that converts its values. Pure.
 * https://cloud.google.com/bigquery/docs/managing-table-schemas */
import { duckType, nullOf, quote } from '../googlesql/duckdb_sql.ts'
import type { FieldSchema } from './resource.ts'
import { typeOfField } from './schema.ts'

/** Names of columns have no case. */
export function sameName(a: FieldSchema, b: FieldSchema): boolean {
  return a.name.toLowerCase() === b.name.toLowerCase()
}

function modeOf(field: FieldSchema): string {
  return field.mode ?? 'NULLABLE'
}

/** Returns why a field cannot be changed to another, or undefined if it can. Records can gain members. */
export function widening(from: FieldSchema, to: FieldSchema, path: string): string | undefined {
  const relaxed = from.mode === 'REQUIRED' && modeOf(to) === 'NULLABLE'
  if (modeOf(from) !== modeOf(to) && !relaxed)
    return `Field ${path} has changed mode from ${modeOf(from)} to ${modeOf(to)}`
  if (!from.fields || !to.fields)
    return duckType(typeOfField(from)) === duckType(typeOfField(to))
      ? undefined
      : `Field ${path} has changed type from ${from.type} to ${to.type}`
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
