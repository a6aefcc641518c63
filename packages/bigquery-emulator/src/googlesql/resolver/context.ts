/** GoogleSQL resolver: holds the state of one compilation: the catalog, the text, the parameters, and the tables read so far. */
import type { Catalog, Rights, StoredTable, SystemFacts, TableReference } from '../catalog.ts'
import { Inexpressible } from '../duckdb_sql.ts'
import { InvalidLiteral, SqlError, Unsupported } from '../error.ts'
import type { PartitionScan, Typed } from './typed.ts'

export interface Context {
  catalog: Catalog
  /** The text that offsets in the syntax tree refer to. */
  source: string
  project: string
  /** The dataset of table names without one. */
  defaultDataset?: { project: string; dataset: string } | undefined
  parameters: { named: ReadonlyMap<string, Typed>; positional: readonly Typed[] }
  /** The caller's email address, for SESSION_USER(). */
  user: string
  /** The caller's permissions. Undefined: all. */
  rights: Rights | undefined
  /** Undefined where a text is only checked, as that of a view. */
  system?: SystemFacts | undefined
  /** Every table and view that the query reads, including the tables of views, by full name. */
  references: Map<string, TableReference>
  scans: PartitionScan[]
  /** The stored tables that the query scans, by their names in the emitted SQL. */
  scanned: Map<string, StoredTable>
  /** The temporary functions of the script. */
  temporary: ReadonlyMap<string, import('../catalog.ts').Routine>
  names: { last: number }
  /** What the script around the statement defines. */
  script?: ScriptNames | undefined
}

/** The names of a script, as its statements see them. */
export interface ScriptNames {
  /** Returns the value of a variable. `at` is where the statement names it. */
  variable(name: string, at: number): Typed | undefined
  /** Returns the value of a system variable, by its name in lowercase without `@@`. */
  system(name: string): Typed | undefined
  /** Returns a temporary table of the script. `create` also returns one that does not exist yet. */
  temporaryTable(name: string, create?: boolean): TableReference | undefined
}

/** Returns a name that the query doesn't use. */
export function freshName(context: Context, prefix: string): string {
  return `_${prefix}${++context.names.last}`
}

export function errorAt(context: Context, message: string, at?: number): SqlError {
  return new SqlError(message, context.source, at)
}

export function unsupportedAt(context: Context, feature: string, at?: number): Unsupported {
  return new Unsupported(feature, context.source, at)
}

/** Returns the task's result. Turns an Inexpressible or InvalidLiteral error into a query error with its position. */
export function placed<T>(context: Context, at: number | undefined, task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (error instanceof Inexpressible) throw unsupportedAt(context, error.message, at)
    if (error instanceof InvalidLiteral) throw errorAt(context, error.message, at)
    throw error
  }
}
