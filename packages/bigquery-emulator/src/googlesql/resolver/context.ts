/** What one compilation carries along: the catalog, the text, the parameters, and what was read. */
import type { Catalog, Rights, StoredTable, TableReference } from '../catalog.ts'
import { Inexpressible } from '../duckdb_sql.ts'
import { InvalidLiteral, SqlError, Unsupported } from '../error.ts'
import type { PartitionScan, Typed } from './typed.ts'

export interface Context {
  catalog: Catalog
  /** The text that offsets in the syntax tree refer to. */
  source: string
  project: string
  /** The dataset of table names that name none. */
  defaultDataset?: { project: string; dataset: string } | undefined
  parameters: { named: ReadonlyMap<string, Typed>; positional: readonly Typed[] }
  /** The caller's address, for SESSION_USER(). */
  user: string
  /** What the caller may do; undefined for everything. */
  rights: Rights | undefined
  /** Every table and view the query reads, views' own tables included, by full name. */
  references: Map<string, TableReference>
  scans: PartitionScan[]
  /** The stored tables it scans, by the name each has in the emitted SQL. */
  scanned: Map<string, StoredTable>
  /** The temporary functions of the script. */
  temporary: ReadonlyMap<string, import('../catalog.ts').Routine>
  names: { last: number }
}

/** A name no query uses. */
export function freshName(context: Context, prefix: string): string {
  return `_${prefix}${++context.names.last}`
}

export function errorAt(context: Context, message: string, at?: number): SqlError {
  return new SqlError(message, context.source, at)
}

export function unsupportedAt(context: Context, feature: string, at?: number): Unsupported {
  return new Unsupported(feature, context.source, at)
}

/** The task's result; what DuckDB cannot express becomes a refusal with its place. */
export function placed<T>(context: Context, at: number | undefined, task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (error instanceof Inexpressible) throw unsupportedAt(context, error.message, at)
    if (error instanceof InvalidLiteral) throw errorAt(context, error.message, at)
    throw error
  }
}
