/** GoogleSQL resolver: resolves queries: WITH tables, the body, ORDER BY, LIMIT and pipes. */
import type { Query, QueryBody } from '../ast.ts'
import { quote } from '../duckdb_sql.ts'
import { settled, typeName } from '../types.ts'
import { coerce, isCoercible } from './coercion.ts'
import { errorAt, freshName } from './context.ts'
import { limitSql, orderingSql } from './order.ts'
import { applyPipe } from './pipe.ts'
import { columnsOf, visibleColumns } from './columns.ts'
import { mentions, recursionProblem } from './recursion.ts'
import { asSource, projection, uniqueNames } from './relation.ts'
import {
  detached,
  withoutRows,
  type CommonTables,
  type OutputColumn,
  type Relation,
  type Scope,
} from './scope.ts'
import { resolveFrom } from './from.ts'
import { resolveSelect } from './select.ts'
import { resolveSetOperation } from './set_operation.ts'
import { ofType, typed } from './typed.ts'

/** Resolves a query. `base` has no sources; it contains the names of the outer queries. */
export function resolveQuery(query: Query, base: Scope): Relation {
  const commonTables: CommonTables = { tables: new Map(), outer: base.commonTables }
  const scope: Scope = { ...base, commonTables }
  const beside: Scope = { ...scope, outer: withoutRows(scope.outer) }
  const definitions = query.with.map((table) => defineCommonTable(table, query.recursive, beside))
  const recursive = query.recursive ? 'RECURSIVE ' : ''
  const prefix = definitions.length === 0 ? '' : `WITH ${recursive}${definitions.join(', ')} `
  let relation = resolveOrdered(query, scope)
  let alias: string | undefined
  for (const pipe of query.pipes) ({ relation, alias } = applyPipe(pipe, relation, alias, scope))
  return { sql: prefix + relation.sql, columns: relation.columns }
}

function resolveOrdered(query: Query, scope: Scope): Relation {
  if (query.body.kind === 'select') return resolveSelect(query.body, scope, query)
  const relation = resolveBody(query.body, scope)
  if (!query.order && !query.limit) return relation
  const { sql, source } = asSource(relation, undefined, scope.context)
  const place = { clause: 'ORDER BY clause after set operation', aggregates: false, windows: true }
  // The members of a SELECT AS STRUCT have no names here.
  const inner: Scope = { ...scope, sources: source.value ? [] : [source], place }
  const outputs = source.value ? [source.value] : columnsOf(source)
  const order = query.order
    ? ` ORDER BY ${query.order.map((item) => orderingSql(item, inner, outputs)).join(', ')}`
    : ''
  return {
    sql: `SELECT ${outputs.map(({ sql: column }) => column).join(', ')} FROM ${sql}${order}${limitSql(query, scope)}`,
    columns: relation.columns.map(({ partition, ...column }) => ({
      ...withoutConstant(column),
      ...(!query.limit && { partition }),
    })),
  }
}

export function resolveBody(body: QueryBody, scope: Scope): Relation {
  switch (body.kind) {
    case 'select':
      return resolveSelect(body, scope, {})
    case 'subquery': {
      const { sql, columns } = resolveQuery(body.query, scope)
      return { sql: `(${sql})`, columns }
    }
    case 'setOperation':
      return resolveSetOperation(body, scope)
    default: {
      const from = resolveFrom(body.from, detached(scope))
      const columns = visibleColumns(from).filter((column) => !column.hidden)
      return projection(columns, ` FROM ${from.sql}`)
    }
  }
}

function defineCommonTable({ name, query }: Query['with'][number], recursive: boolean, scope: Scope): string {
  const tables = scope.commonTables!.tables
  const sqlName = freshName(scope.context, 'cte')
  if (recursive && query.body.kind === 'setOperation' && mentions(query.body.right, name))
    return defineRecursive(name, sqlName, query, scope)
  if (recursive && mentions(query, name))
    throw errorAt(scope.context, `Recursive reference to ${name} must be in a UNION ALL term`, query.at)
  const { sql, columns } = resolveQuery(query, scope)
  tables.set(name.toLowerCase(), { sqlName, columns: columns.map(withoutConstant) })
  return `${sqlName} AS (${sql})`
}

function defineRecursive(name: string, sqlName: string, query: Query, scope: Scope): string {
  if (query.body.kind !== 'setOperation' || query.body.operator !== 'UNION' || query.order || query.limit)
    throw errorAt(scope.context, 'A recursive WITH table must be a UNION of two terms', query.at)
  const base = resolveBody(query.body.left, scope)
  const columns = uniqueNames(
    base.columns.map(({ name: column, type, isValue }) => ({ name: column, type: settled(type), isValue })),
  )
  scope.commonTables!.tables.set(name.toLowerCase(), { sqlName, columns })
  const problem = recursionProblem(query.body.right, name)
  if (problem !== undefined) throw errorAt(scope.context, problem, query.at)
  const step = resolveBody(query.body.right, scope)
  if (step.columns.length !== columns.length)
    throw errorAt(
      scope.context,
      `Queries in UNION ALL have mismatched column count; query 1 has ${columns.length} columns, query 2 has ${step.columns.length} columns`,
      query.at,
    )
  const converted = step.columns.map((column, i) => {
    const target = columns[i]!
    if (!isCoercible(column.constant ?? ofType(column.type), target.type)) {
      const types = `(${typeName(column.type)}) to column type in non-recursive term (${typeName(target.type)})`
      throw errorAt(scope.context, `Cannot coerce column ${i + 1} of recursive term ${types}`, query.at)
    }
    return `${coerce(typed(`r.${quote(column.as)}`, column.type), target.type).sql} AS ${quote(target.as)}`
  })
  const all = query.body.all ? ' ALL' : ''
  const names = columns.map((column) => quote(column.as)).join(', ')
  return `${sqlName}(${names}) AS (SELECT * FROM (${base.sql}) UNION${all} SELECT ${converted.join(', ')} FROM (${step.sql}) r)`
}

function withoutConstant(column: OutputColumn): OutputColumn {
  return { ...column, constant: undefined }
}
