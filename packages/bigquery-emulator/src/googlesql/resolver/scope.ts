/** The names an expression may use: FROM sources, SELECT aliases, outer queries, WITH tables. */
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
  /** SELECT DISTINCT left it out: reading it is an error. */
  isInvisible?: boolean | undefined
  partition?: readonly PartitionScan[] | undefined
  /** The column that it is unchanged, where that is another one's. */
  origin?: string | undefined
}

/** One item of a FROM clause. Its alias is a range variable: it hides every column of that name. */
export interface Source {
  alias?: string | undefined
  columns: readonly ScopeColumn[]
  /** The row itself, where a row is one value: UNNEST and SELECT AS STRUCT. */
  value?: Typed | undefined
  /** The column of WITH OFFSET. */
  offset?: ScopeColumn | undefined
}

/** A column of a query's result; `as` is its name in the emitted SQL, unique where `name` may repeat. */
export interface OutputColumn {
  name: string
  as: string
  type: Type
  /** The literal behind the column, which UNION coerces as a literal. */
  constant?: Typed | undefined
  /** SELECT AS STRUCT and AS VALUE: the row is this value. */
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

/** WITH tables, innermost query first. */
export interface CommonTables {
  tables: Map<string, CommonTable>
  outer?: CommonTables | undefined
}

export interface Scope {
  context: Context
  outer?: Scope | undefined
  commonTables?: CommonTables | undefined
  sources: readonly Source[]
  /** What a bare name and `*` find of the sources; all their columns where JOIN … USING merged none. */
  columns?: readonly ScopeColumn[] | undefined
  /** The SELECT list's columns by lower-case name. HAVING, QUALIFY and ORDER BY take them before the rows' own. */
  aliases?: ReadonlyMap<string, Alias> | undefined
  /** Variables of WITH expressions, lambdas and functions. */
  locals?: ReadonlyMap<string, Typed> | undefined
  windows?: ReadonlyMap<string, WindowSpec> | undefined
  /** The condition PIVOT puts on every aggregate. */
  aggregateFilter?: string | undefined
  /** Where the expression stands, as errors name it, and which calls may stand there; none where it says nothing. */
  place?: ClausePlace | undefined
  /** Which columns the expression reads, outside of aggregates. */
  reads?: Reads | undefined
  /** Which parts of JSON columns are read together. */
  jsonReads?: JsonReads | undefined
}

/** A column of the SELECT list as a later clause finds it by name. */
export interface Alias {
  value: Typed
  isAggregate: boolean
  isWindow: boolean
  /** Several columns have the name. */
  isAmbiguous: boolean
}

export interface ClausePlace {
  clause: string
  aggregates: boolean
  windows: boolean
}

/** The clauses that arguments stand in, as `place` names them. */
export const aggregateArgument = 'the argument of an aggregate'
export const windowArgument = 'analytic function'

/** A scope with no names of its own, for a query that may use all of this one's: a subquery in an expression. */
export function correlated(scope: Scope): Scope {
  return {
    context: scope.context,
    outer: scope,
    commonTables: scope.commonTables,
    sources: [],
  }
}

/** A scope with no names of its own, for a query beside this one: a subquery in FROM. */
export function detached(scope: Scope): Scope {
  return {
    context: scope.context,
    outer: scope.outer,
    commonTables: scope.commonTables,
    sources: [],
  }
}

/** What a WITH table sees of the queries around: their variables, and no rows. */
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

export function equalNames(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
