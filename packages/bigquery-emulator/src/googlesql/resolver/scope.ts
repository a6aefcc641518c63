/** GoogleSQL resolver: defines the names that an expression may use: FROM sources, SELECT aliases, outer queries, WITH tables. */
import type { WindowSpec } from '../ast.ts'
import type { Type } from '../types.ts'
import type { Context } from './context.ts'
import type { JsonReads } from './json_reads.ts'
import type { Reads } from './reads.ts'
import { typed, type PartitionScan, type Typed } from './typed.ts'

export interface ScopeColumn {
  name: string
  type: Type
  sql: string
  hidden?: boolean | undefined
  /** True if SELECT DISTINCT dropped the column. Reading it is an error. */
  isInvisible?: boolean | undefined
  partition?: readonly PartitionScan[] | undefined
  /** The column that this one is an unchanged copy of, if any. */
  origin?: string | undefined
}

/** One item of a FROM clause. Its alias is a range variable, which hides every column of that name. */
export interface Source {
  alias?: string | undefined
  /** A table without an alias is also called by its path, if that is written as one quoted name. */
  quoted?: string | undefined
  columns: readonly ScopeColumn[]
  /** The row, if it is a single value: UNNEST and SELECT AS STRUCT. */
  value?: Typed | undefined
  /** The column of WITH OFFSET. */
  offset?: ScopeColumn | undefined
}

/** A column of a query's result. `as` is its name in the emitted SQL; unlike `name`, it is unique. */
export interface OutputColumn {
  name: string
  as: string
  type: Type
  /** The literal that the column is, which UNION coerces as a literal. */
  constant?: Typed | undefined
  /** True for SELECT AS STRUCT and AS VALUE, where this value is the row. */
  isValue?: boolean | undefined
  partition?: readonly PartitionScan[] | undefined
  origin?: string | undefined
}

export interface Relation {
  sql: string
  columns: readonly OutputColumn[]
}

export interface CommonTable {
  sqlName: string
  columns: readonly OutputColumn[]
}

/** WITH tables. `outer` contains those of the enclosing query. */
export interface CommonTables {
  tables: Map<string, CommonTable>
  outer?: CommonTables | undefined
}

export interface Scope {
  context: Context
  outer?: Scope | undefined
  commonTables?: CommonTables | undefined
  sources: readonly Source[]
  /**
   * The columns that bare names and `*` refer to, if JOIN … USING merged columns. Default: all columns of the
   * sources.
   */
  columns?: readonly ScopeColumn[] | undefined
  /**
   * The SELECT list's columns by lowercase name. In HAVING, QUALIFY and ORDER BY they take precedence over the
   * rows' columns.
   */
  aliases?: ReadonlyMap<string, Alias> | undefined
  /** Variables of WITH expressions, lambdas and functions. */
  locals?: ReadonlyMap<string, Typed> | undefined
  windows?: ReadonlyMap<string, WindowSpec> | undefined
  /** The condition that PIVOT adds to every aggregate. */
  aggregateFilter?: string | undefined
  /** The clause of the expression, as named in errors, and the calls that it allows. Undefined: no restriction. */
  place?: ClausePlace | undefined
  /** Records the columns that the expression reads outside of aggregates. */
  reads?: Reads | undefined
  /** The parts of JSON columns that are read in one pass. */
  jsonReads?: JsonReads | undefined
}

/** A column of the SELECT list, as later clauses refer to it. */
export interface Alias {
  value: Typed
  isAggregate: boolean
  isWindow: boolean
  /** True if several columns have the name. */
  isAmbiguous: boolean
}

export interface ClausePlace {
  clause: string
  aggregates: boolean
  windows: boolean
}

/** The `clause` of an argument's `place`. */
export const aggregateArgument = 'the argument of an aggregate'
export const windowArgument = 'analytic function'

/** Creates an empty scope for a subquery in an expression. It may use all names of the given scope. */
export function correlated(scope: Scope): Scope {
  return {
    context: scope.context,
    outer: scope,
    commonTables: scope.commonTables,
    sources: [],
  }
}

/** Creates an empty scope for a subquery in FROM. It may not use the names of the given scope. */
export function detached(scope: Scope): Scope {
  return {
    context: scope.context,
    outer: scope.outer,
    commonTables: scope.commonTables,
    sources: [],
  }
}

/** Returns the outer scopes as a WITH table sees them: with their variables, but without their rows. */
export function withoutRows(scope: Scope | undefined): Scope | undefined {
  if (!scope) return undefined
  const { context, commonTables, locals } = scope
  return { context, commonTables, locals, sources: [], outer: withoutRows(scope.outer) }
}

export function valueOf(column: ScopeColumn): Typed {
  return typed(column.sql, column.type, { partition: column.partition, origin: column.origin ?? column.sql })
}

export function findCommonTable(tables: CommonTables | undefined, name: string): CommonTable | undefined {
  for (let level = tables; level; level = level.outer) {
    const found = level.tables.get(name.toLowerCase())
    if (found) return found
  }
  return undefined
}

/** Returns true if the name is a range variable of the source. */
export function isCalled({ alias, quoted }: Source, name: string): boolean {
  return equalNames(alias, name) || equalNames(quoted, name)
}

export function equalNames(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
