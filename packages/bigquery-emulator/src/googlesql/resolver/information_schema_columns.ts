/** GoogleSQL resolver: builds the INFORMATION_SCHEMA views of columns and their fields.
 * https://cloud.google.com/bigquery/docs/information-schema-columns, /information-schema-column-field-paths */
import type { Table } from '../catalog.ts'
import { INT64, STRING, typeName, type Type } from '../types.ts'
import type { Context } from './context.ts'
import { viewColumns } from './table.ts'

type Cell = string | number | null
type Columns = [name: string, type: Type][]

/** The columns that name a table. */
export const identity: Columns = [
  ['table_catalog', STRING],
  ['table_schema', STRING],
  ['table_name', STRING],
]

export function identify({ project, dataset, table }: Table): Cell[] {
  return [project, dataset, table]
}

interface ColumnFacts {
  name: string
  type: Type
  limited?: Type | undefined
  required?: boolean
  description?: string | undefined
}

function columnsOfTable(table: Table, context: Context): readonly ColumnFacts[] {
  return table.kind === 'view'
    ? viewColumns(table, context)
    : table.columns.filter((column) => !column.hidden)
}

export const columnViews: Readonly<
  Record<string, (tables: readonly Table[], context: Context) => { columns: Columns; rows: Cell[][] }>
> = {
  COLUMNS: (tables, context) => ({
    columns: [
      ...identity,
      ['column_name', STRING],
      ['ordinal_position', INT64],
      ['is_nullable', STRING],
      ['data_type', STRING],
      ['is_generated', STRING],
      ['generation_expression', STRING],
      ['is_stored', STRING],
      ['is_hidden', STRING],
      ['is_updatable', STRING],
      ['is_system_defined', STRING],
      ['is_partitioning_column', STRING],
      ['clustering_ordinal_position', INT64],
      ['rounding_mode', STRING],
    ],
    rows: tables.flatMap((table) =>
      columnsOfTable(table, context).map(({ name, type, limited, required }, i) => [
        ...identify(table),
        name,
        i + 1,
        isRequired(required, type) ? 'NO' : 'YES',
        typeName(limited ?? type),
        'NEVER',
        null,
        null,
        'NO',
        null,
        'NO',
        table.kind === 'table' && table.partitionColumns.includes(name) ? 'YES' : 'NO',
        table.kind === 'table' && table.clustering.includes(name) ? table.clustering.indexOf(name) + 1 : null,
      ]),
    ),
  }),
  COLUMN_FIELD_PATHS: (tables, context) => ({
    columns: [
      ...identity,
      ['column_name', STRING],
      ['field_path', STRING],
      ['data_type', STRING],
      ['description', STRING],
      ['rounding_mode', STRING],
    ],
    rows: tables.flatMap((table) =>
      columnsOfTable(table, context).flatMap(({ name, type, limited, description }) =>
        fieldPaths(name, limited ?? type).map(([path, fieldType]) => [
          ...identify(table),
          name,
          path,
          typeName(fieldType),
          path === name ? (description ?? null) : null,
        ]),
      ),
    ),
  }),
}

function fieldPaths(path: string, type: Type): [string, Type][] {
  const inner = type.kind === 'ARRAY' ? type.element : type
  const deeper =
    inner.kind === 'STRUCT' ? inner.fields.flatMap((f) => fieldPaths(`${path}.${f.name}`, f.type)) : []
  return [[path, type], ...deeper]
}

/** An array is never NULL, so that BigQuery calls its column not nullable. */
function isRequired(required: boolean | undefined, type: Type): boolean {
  return required === true || type.kind === 'ARRAY'
}
