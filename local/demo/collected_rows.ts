/** Demo: keeps the rows that the layers write while the history is made, until they are loaded. */
import type { RowResult, RowText } from '../../functions/google/bigquery.ts'
import { tables, type TableName } from '../../schemas/warehouse.ts'

export interface CollectedRows {
  /** Takes rows as BigQuery would. */
  append: (table: TableName, rows: readonly RowText[]) => Promise<readonly RowResult[]>
  /** Table → its rows as newline-delimited JSON, in the form of a load job. */
  files: () => ReadonlyMap<TableName, readonly string[]>
}

export function collectRows(): CollectedRows {
  const collected = new Map<TableName, string[]>()
  return {
    append: async (table, rows) => {
      const lines = collected.get(table) ?? []
      collected.set(table, lines)
      for (const { json } of rows) lines.push(loadForm(table, json))
      return rows.map(() => ({ kind: 'written' }))
    },
    files: () => collected,
  }
}

/** The JSON columns of each table. */
const jsonColumns = new Map(
  Object.values(tables).map(({ name, columns }) => [
    name as TableName,
    columns.filter(({ type }) => type === 'JSON').map((column) => column.name),
  ]),
)

/** A streamed row has the value of a JSON column as text, a loaded one as it is.
 * https://cloud.google.com/bigquery/docs/json-data#load_from_newline_delimited_json_files */
function loadForm(table: TableName, json: string): string {
  const columns = jsonColumns.get(table)!
  if (columns.length === 0) return json
  const row = JSON.parse(json) as Record<string, unknown>
  for (const name of columns) if (typeof row[name] === 'string') row[name] = JSON.parse(row[name])
  return JSON.stringify(row)
}
