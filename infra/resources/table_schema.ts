/** Warehouse: the columns of a table or view as BigQuery's own JSON. Pure. */
import type { Column, ColumnType } from '../../schemas/warehouse/column.ts'

// BigQuery takes either name of a type but answers with these; any other would show as a change for ever.
// https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema
const answered: Partial<Record<ColumnType, string>> = { INT64: 'INTEGER', FLOAT64: 'FLOAT', BOOL: 'BOOLEAN' }

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
    type: answered[type] ?? type,
    mode,
    description,
    ...(fields && { fields: fields.map(field) }),
  }
}

/** The JSON is always the same for the same columns: a difference in one byte would be a change to the table. */
export function tableSchema(columns: readonly Column[]): string {
  return JSON.stringify(columns.map(field))
}
