/** GoogleSQL compiler: defines the catalog that the compiler reads: tables, views and functions. */
import type { Expression } from './ast.ts'
import type { Type } from './types.ts'

export interface TableReference {
  project: string
  dataset: string
  table: string
}

export interface TableColumn {
  name: string
  /** The type of its values. */
  type: Type
  /** The type with the limits that values are held against when they are written, if it has any. */
  limited?: Type | undefined
  required: boolean
  /** Paths of the nested fields of mode REQUIRED, in lowercase: `who.age`. */
  requiredFields?: readonly string[] | undefined
  description?: string | undefined
  /** True for a pseudocolumn such as _PARTITIONTIME: it is found by name but is not part of `*`. */
  hidden?: boolean
  /** The stored column that holds the pseudocolumn's value, if its name differs. */
  stored?: string
}

/** A table with stored rows. */
export interface StoredTable extends TableReference {
  kind: 'table'
  /** The table's name in DuckDB SQL. */
  sql: string
  columns: readonly TableColumn[]
  /** The columns that prune partitions when a query filters on them. */
  partitionColumns: readonly string[]
  /** The length of a partition of the first of these columns, if it is a column of time: hour, day, month or year. */
  partitionUnit?: string | undefined
  requirePartitionFilter: boolean
  /** The id of a row's partition, on `$table`. Undefined if the table is not partitioned. */
  partitionId?: string | undefined
  /** The condition, on `$table`, that is true for rows of expired partitions. Undefined if partitions don't expire. */
  expired?: string | undefined
  clustering: readonly string[]
  /** What a snapshot or a clone was made of, and when, in ms since 1970. A snapshot is read only. */
  base?: { kind: 'SNAPSHOT' | 'CLONE'; of: TableReference; atMs: number } | undefined
  options: TableOptions
}

/** A saved query. */
export interface View extends TableReference {
  kind: 'view'
  query: string
  /** Names for the query's columns, in order. */
  columnNames?: readonly string[] | undefined
  options: TableOptions
}

export interface TableOptions {
  createdMs: number
  description?: string | undefined
  friendlyName?: string | undefined
  labels?: Readonly<Record<string, string>> | undefined
  expirationMs?: number | undefined
  partitionExpirationMs?: number | undefined
  requirePartitionFilter?: boolean | undefined
}

export type Table = StoredTable | View

/** A SQL user-defined function. */
export interface Routine {
  name: string
  parameters: readonly { name: string; type: Type | 'ANY' }[]
  returns?: Type | undefined
  body: Expression
  source: string
}

/** A function of a dataset. */
export interface StoredRoutine extends Routine {
  /** The name without project and dataset. */
  id: string
  /** The text of the body, without its parentheses. */
  bodyText: string
  description?: string | undefined
  /** Unknown for functions that an earlier version created. */
  createdMs?: number | undefined
  modifiedMs?: number | undefined
}

/**
 * The caller's permissions. Each method throws if the permission is missing. It is called before any lookup, so
 * that no error reveals to an unauthorized caller whether a resource exists. https://google.aip.dev/211
 */
export interface Rights {
  /** Throws unless the caller may read the rows of a table or view in a query. */
  demandQuery(table: TableReference): void
  demandTable(permission: string, table: TableReference): void
  demandDataset(permission: string, dataset: { project: string; dataset: string }): void
}

/** What INFORMATION_SCHEMA shows of a dataset. */
export interface DatasetFacts {
  name: string
  location: string
  createdMs: number
  modifiedMs: number
  description?: string
  friendlyName?: string
  labels?: Readonly<Record<string, string>>
  defaultTableExpirationMs?: string | undefined
  defaultPartitionExpirationMs?: string | undefined
  maxTimeTravelHours?: string
  storageBillingModel?: string
}

/** A job, as the views of jobs show it. */
export interface JobFacts {
  id: string
  project: string
  user: string
  type: string
  statementType: string | undefined
  priority: string
  query: string | undefined
  createdMs: number
  /** Undefined while it runs. */
  endedMs: number | undefined
  bytesProcessed: bigint | undefined
  destination: TableReference | undefined
  error: { reason: string; location?: string; message: string } | undefined
  labels: Readonly<Record<string, string>>
}

/** What the server knows beyond the catalog. */
export interface SystemFacts {
  /** Returns the jobs of a project, or those of the caller alone. Throws without the permission. */
  jobs(project: string, whose: 'all' | 'own'): readonly JobFacts[]
  /** Returns when the table's rows last changed, in ms since 1970. */
  lastModifiedMs(table: StoredTable): number
}

export interface Catalog {
  hasDataset(project: string, dataset: string): boolean
  datasets(project: string): readonly DatasetFacts[]
  table(reference: TableReference): Table | undefined
  /** Returns the tables and views of a dataset, by name. */
  tables(project: string, dataset: string): readonly Table[]
  routine(project: string, dataset: string, name: string): StoredRoutine | undefined
  /** Returns the functions of a dataset, by name. */
  routines(project: string, dataset: string): readonly StoredRoutine[]
}
