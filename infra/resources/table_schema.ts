/** Warehouse: writes the columns of a table or view as BigQuery's JSON schema. Pure. */
import type { Column, ColumnType } from '../../schemas/warehouse/column.ts'

// BigQuery accepts two names for these types but always returns these. With the other, every preview would show a change.
// https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema
const returnedNames: Partial<Record<ColumnType, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
}

interface Field {
  name: string
  type: string
  mode: Column['mode']
  description: string
  fields?: Field[]
}

function field({ name, type, mode, description, fields }: Column): Field {
  return {
    name,
    type: returnedNames[type] ?? type,
    mode,
    description,
    ...(fields && { fields: fields.map(field) }),
  }
}

/** Returns the schema. The same columns always give the same bytes: any difference would be a change of the table. */
export function tableSchema(columns: readonly Column[]): string {
  return JSON.stringify(columns.map(field))
}
