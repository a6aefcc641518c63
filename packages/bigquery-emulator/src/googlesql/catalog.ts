/** What the compiler asks of the warehouse: which tables, views and functions there are. */
import type { Expression } from './ast.ts'
import type { Type } from './types.ts'

export interface TableReference {
  project: string
  dataset: string
  table: string
}

export interface TableColumn {
  name: string
  type: Type
  required: boolean
  /** Paths of the nested fields of mode REQUIRED, in lower case: `who.age`. */
  requiredFields?: readonly string[] | undefined
  description?: string | undefined
  /** A pseudocolumn, such as _PARTITIONTIME: found by name, left out of `*`. */
  hidden?: boolean
  /** The stored column that holds it, when the name differs. */
  stored?: string
}

/** A table that holds rows. */
export interface StoredTable extends TableReference {
  kind: 'table'
  /** How DuckDB calls it. */
  sql: string
  columns: readonly TableColumn[]
  /** The columns whose filter prunes partitions. */
  partitionColumns: readonly string[]
  requirePartitionFilter: boolean
  /** The condition, on `$table`, that a row's partition has expired; none where partitions stay. */
  expired?: string | undefined
  clustering: readonly string[]
  options: TableOptions
}

/** A saved query. */
export interface View extends TableReference {
  kind: 'view'
  query: string
  /** Names given to the query's columns, in their order. */
  columnNames?: readonly string[] | undefined
  options: TableOptions
}

export interface TableOptions {
  createdMs: number
  description?: string | undefined
}

export type Table = StoredTable | View

/** A function written in SQL. */
export interface Routine {
  name: string
  parameters: readonly { name: string; type: Type | 'ANY' }[]
  returns?: Type | undefined
  body: Expression
  source: string
}

/** What the caller of a statement may do. Each method throws where the caller may not, and is asked before anything is looked up: no error
 * tells what exists to a caller without rights on it. https://google.aip.dev/211 */
export interface Rights {
  /** Reading the rows of a table or view in a query. */
  demandQuery(table: TableReference): void
  demandTable(permission: string, table: TableReference): void
  demandDataset(permission: string, dataset: { project: string; dataset: string }): void
}

export interface Catalog {
  hasDataset(project: string, dataset: string): boolean
  datasets(project: string): readonly { name: string; location: string; createdMs: number }[]
  table(reference: TableReference): Table | undefined
  /** The tables and views of a dataset, by name. */
  tables(project: string, dataset: string): readonly Table[]
  routine(project: string, dataset: string, name: string): Routine | undefined
}
