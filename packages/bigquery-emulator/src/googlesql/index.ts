/** GoogleSQL compiler: compiles GoogleSQL to typed DuckDB SQL. It uses no clock, no files and no database. */
import type { Query } from './ast.ts'
import type {
  Catalog,
  Rights,
  Routine,
  StoredTable,
  SystemFacts,
  TableColumn,
  TableReference,
} from './catalog.ts'
import { quote } from './duckdb_sql.ts'
import { parseProgram } from './parser/script.ts'
import { parseScript, parseSingleQuery } from './parser/statement.ts'
import type { Context, ScriptNames } from './resolver/context.ts'
import { bindParameter, type QueryParameter } from './resolver/parameter.ts'
import { boundOf } from './resolver/partition_bounds.ts'
import { demandFilters } from './resolver/partition_filter.ts'
import { resolveQuery } from './resolver/query.ts'
import { finalRelation } from './resolver/relation.ts'
import type { Typed } from './resolver/typed.ts'
import type { Type } from './types.ts'

export type { Catalog, Table } from './catalog.ts'
export { compileDml, isDml } from './compile_dml.ts'
export { SqlError, NotFound, AlreadyExists, Unsupported } from './error.ts'
export type { Context } from './resolver/context.ts'
export type { QueryParameter } from './resolver/parameter.ts'
export type { Statement } from './statement_ast.ts'
export type { Type } from './types.ts'
export { parseProgram, parseScript, parseSingleQuery }

export interface CompileOptions {
  project: string
  defaultDataset?: { project: string; dataset: string } | undefined
  parameters?: readonly QueryParameter[] | undefined
  /** The caller's email address, for SESSION_USER(). */
  user: string
  /** The caller's permissions. Default: all. */
  rights?: Rights | undefined
  /** What the views of jobs and partitions read. Default: they are refused. */
  system?: SystemFacts | undefined
  temporary?: ReadonlyMap<string, Routine>
  /** The names of the script around the statement. */
  script?: ScriptNames | undefined
}

export interface ResultColumn {
  name: string
  type: Type
  /** The column's name in the emitted SQL. */
  as: string
}

/** The columns of a view's query, and what it reads. */
interface CompiledView {
  columns: ResultColumn[]
  /** The tables and views that the query reads. */
  references: TableReference[]
}

/** A query that DuckDB can run. */
export interface CompiledQuery extends CompiledView {
  sql: string
  /** The columns of stored tables that the query reads. */
  reads: ColumnsRead[]
}

export interface ColumnsRead {
  table: StoredTable
  columns: readonly TableColumn[]
  /** SQL of the first and of the last value of the partition column that the query reads, in µs since 1970. Undefined: no limit. */
  from?: string | undefined
  until?: string | undefined
}

/** Creates the context of one statement. Statements don't share a context, because the catalog changes between them. */
export function newContext(source: string, catalog: Catalog, options: CompileOptions): Context {
  const {
    project,
    defaultDataset,
    user,
    rights,
    system,
    parameters = [],
    temporary = new Map(),
    script,
  } = options
  const named = new Map<string, Typed>()
  const positional: Typed[] = []
  for (const parameter of parameters) {
    const bound = bindParameter(parameter)
    if (parameter.name) named.set(parameter.name.toLowerCase(), bound)
    else positional.push(bound)
  }
  return {
    catalog,
    source,
    project,
    defaultDataset,
    user,
    rights,
    system,
    parameters: { named, positional },
    references: new Map(),
    scans: [],
    scanned: new Map(),
    temporary,
    names: { last: 0 },
    script,
  }
}

export function compileQuery(query: Query, context: Context): CompiledQuery {
  const { sql, columns } = finalRelation(resolveQuery(query, { context, sources: [] }))
  demandFilters(context.scans)
  return {
    sql,
    columns: columns.map(({ name, type, as }) => ({ name, type, as })),
    references: [...context.references.values()],
    reads: columnsRead(sql, context),
  }
}

/**
 * Compiles a view to its columns and references. A missing partition filter is not an error here, but in queries
 * of the view.
 */
export function compileView(text: string, catalog: Catalog, options: CompileOptions): CompiledView {
  const context = newContext(text, catalog, options)
  const { columns } = finalRelation(resolveQuery(parseSingleQuery(text), { context, sources: [] }))
  return {
    columns: columns.map(({ name, type, as }) => ({ name, type, as })),
    references: [...context.references.values()],
  }
}

/** Returns the columns of stored tables that the emitted SQL names; for a wildcard table, all columns. */
export function columnsRead(sql: string, { scanned, scans }: Context): ColumnsRead[] {
  const named = namedColumns(sql)
  return [...scanned].map(([name, table]) => {
    const scan = scans.find((one) => one.name === name)
    return {
      table,
      columns: table.columns.filter(
        (column) => !column.hidden && (name.startsWith('*') || named.has(`${name}.${quote(column.name)}`)),
      ),
      ...(scan && { from: boundOf(scan, 'from'), until: boundOf(scan, 'until') }),
    }
  })
}

/** Returns each `table."column"` of the SQL. A text in quotes may add more, but hides none: matches may overlap. */
function namedColumns(sql: string): ReadonlySet<string> {
  return new Set(
    Array.from(sql.matchAll(/\b(\w+)\.(?=("(?:[^"]|"")*"))/g), ([, table, column]) => `${table}.${column}`),
  )
}
