/** Converts between REST schemas and the compiler's types.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema */
import type { TableColumn } from '../googlesql/catalog.ts'
import { isLimited, withoutLimits } from '../googlesql/limits.ts'
import {
  arrayOf,
  DATE,
  fieldName,
  rangeElement,
  rangeOf,
  scalarNamed,
  structOf,
  TIMESTAMP,
  type Scalar,
  type Type,
} from '../googlesql/types.ts'
import { ApiError } from './api_error.ts'
import { limitMembers, limitsOfField } from './field_limits.ts'
import type { FieldSchema, TableFields } from './resource.ts'

const restNames: Record<string, string> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
  STRUCT: 'RECORD',
}

/** Returns a field's type, with its limits. REPEATED makes it an array. */
export function typeOfField(field: FieldSchema): Type {
  const name = (field.type ?? '').toUpperCase()
  const isRecord = name === 'RECORD' || name === 'STRUCT'
  const base = isRecord
    ? structOf((field.fields ?? []).map((member) => ({ name: member.name, type: typeOfField(member) })))
    : name === 'RANGE'
      ? rangeOf(field.rangeElementType?.type)
      : scalarNamed(name)
  if (name === 'RANGE' && !base)
    throw new ApiError(
      'invalid',
      `Field ${field.name} is type RANGE but its rangeElementType is not DATE, DATETIME or TIMESTAMP`,
    )
  if (!base) throw new ApiError('invalid', `Invalid value for type: ${field.type} is not a valid value`)
  if (isRecord && (field.fields ?? []).length === 0)
    throw new ApiError('invalid', `Field ${field.name} is type RECORD but has no schema`)
  const limits = limitsOfField(field, base)
  const type = limits ? ({ ...base, limits } as Type) : base
  return field.mode === 'REPEATED' ? arrayOf(type) : type
}

/** Converts a type to a field of a schema. */
export function fieldOfType(name: string, type: Type): FieldSchema {
  if (type.kind === 'ARRAY') return { ...fieldOfType(name, type.element), mode: 'REPEATED' }
  const field: FieldSchema = { name, type: restNames[type.kind] ?? type.kind, mode: 'NULLABLE' }
  const element = rangeElement(type)
  if (element !== undefined) return { ...field, type: 'RANGE', rangeElementType: { type: element } }
  if (type.kind === 'STRUCT')
    field.fields = type.fields.map((member, i) => fieldOfType(fieldName(member, i), member.type))
  return { ...field, ...limitMembers(type as Scalar) }
}

/** Returns a field with another type. It keeps its mode and description, and those of its members. */
export function retyped(field: FieldSchema, type: Type): FieldSchema {
  const inner = type.kind === 'ARRAY' ? type.element : type
  const { precision: _precision, scale: _scale, maxLength: _length, fields, ...kept } = field
  const { mode: _mode, ...changed } = fieldOfType(field.name, inner)
  if (inner.kind !== 'STRUCT' || !fields) return { ...kept, ...changed }
  return { ...kept, ...changed, fields: fields.map((member, i) => retyped(member, inner.fields[i]!.type)) }
}

/** Members of a field that BigQuery holds against every value. Keeping them without that would store what BigQuery refuses. */
export const refusedFieldMembers: readonly string[] = ['roundingMode', 'collation']

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

const legalName = /^[A-Za-z_][A-Za-z0-9_]{0,299}$/

/** Throws for names and types that BigQuery doesn't accept. */
export function checkFields(fields: readonly FieldSchema[]): void {
  const seen = new Set<string>()
  for (const field of fields) {
    if (!legalName.test(field.name ?? ''))
      throw new ApiError(
        'invalid',
        `Invalid field name "${field.name}". Fields must contain only letters, numbers, and underscores, start with a letter or underscore, and be at most 300 characters long.`,
      )
    const lower = field.name.toLowerCase()
    if (seen.has(lower)) throw new ApiError('invalid', `Duplicate field name: ${field.name}`)
    seen.add(lower)
    typeOfField(field)
    const limit = refusedFieldMembers.find((name) =>
      isGiven((field as unknown as Record<string, unknown>)[name]),
    )
    if (isGiven(field.timestampPrecision) && String(field.timestampPrecision) !== '6')
      throw new ApiError(
        'invalid',
        `A TIMESTAMP in picoseconds (field ${field.name}) is not supported by the local BigQuery`,
      )
    if (field.rangeElementType !== undefined && field.type.toUpperCase() !== 'RANGE')
      throw new ApiError('invalid', `Field ${field.name} has a rangeElementType but is not of type RANGE`)
    if (limit !== undefined)
      throw new ApiError(
        'invalid',
        `Member ${limit} of field ${field.name} is not supported by the local BigQuery`,
      )
    if (field.fields) checkFields(field.fields)
  }
}

/** Returns the type of a column's values, and that with its limits if it has any. */
export function columnType(field: FieldSchema): { type: Type; limited?: Type } {
  const type = typeOfField(field)
  return isLimited(type) ? { type: withoutLimits(type), limited: type } : { type }
}

/** Returns the paths of the fields of mode REQUIRED inside a field, in lower case. */
function requiredWithin(field: FieldSchema, path = field.name.toLowerCase()): string[] {
  return (field.fields ?? []).flatMap((member) => {
    const inside = `${path}.${member.name.toLowerCase()}`
    return [...(member.mode === 'REQUIRED' ? [inside] : []), ...requiredWithin(member, inside)]
  })
}

/** Returns the columns of a table, followed by the pseudocolumns of ingestion-time partitioning. */
export function columnsOfTable(table: TableFields): TableColumn[] {
  const columns = (table.schema?.fields ?? []).map((field): TableColumn => ({
    name: field.name,
    ...columnType(field),
    required: field.mode === 'REQUIRED',
    requiredFields: requiredWithin(field),
    description: field.description,
  }))
  if (!isIngestionTime(table)) return columns
  const date = `CAST($table."_PARTITIONTIME" AT TIME ZONE 'UTC' AS DATE)`
  return [
    ...columns,
    { name: '_PARTITIONTIME', type: TIMESTAMP, required: false, hidden: true },
    { name: '_PARTITIONDATE', type: DATE, required: false, hidden: true, stored: date },
  ]
}

export function isIngestionTime(table: TableFields): boolean {
  return table.timePartitioning !== undefined && table.timePartitioning.field === undefined
}

/** Returns the columns whose filter prunes partitions. */
export function partitionColumns(table: TableFields): string[] {
  if (isIngestionTime(table)) return ['_PARTITIONTIME', '_PARTITIONDATE']
  const field = table.timePartitioning?.field ?? table.rangePartitioning?.field
  return field === undefined ? [] : [field]
}

/** Returns the length of the partitions by a column of time. Undefined for other tables. */
export function partitionUnit({ timePartitioning }: TableFields): string | undefined {
  return timePartitioning?.field === undefined ? undefined : timePartitioning.type?.toLowerCase()
}
