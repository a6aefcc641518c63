/** GoogleSQL resolver: resolves the FROM clause to sources and SQL. */
import type { From } from '../ast.ts'
import { quote } from '../duckdb_sql.ts'
import { INT64, typeName } from '../types.ts'
import { columnsOf } from './columns.ts'
import { errorAt, freshName } from './context.ts'
import { resolveExpression } from './expression.ts'
import { resolveJoin } from './join.ts'
import { isKnownName } from './names.ts'
import { withOwnScans } from './partition_bounds.ts'
import { applyPivots } from './pivot.ts'
import { resolveQuery } from './query.ts'
import { asSource, sourceOf } from './relation.ts'
import { findCommonTable, type ScopeColumn, type Scope, type Source } from './scope.ts'
import { resolveTable } from './table.ts'
import { typed } from './typed.ts'

export interface FromClause {
  sql: string
  sources: readonly Source[]
  /** The columns that bare names and `*` refer to, if JOIN … USING merged columns. */
  columns?: readonly ScopeColumn[] | undefined
  /** True for an UNNEST that depends on the tables before it. */
  lateral?: boolean
  /** The item's name in the emitted SQL, if the clause is one item. */
  table?: string
  /** For UNNEST: the array, and the names of element and offset. */
  elements?: Elements
}

interface Elements {
  array: string
  value: string
  offset: string | undefined
}

/** Resolves a FROM item. `scope` contains the sources to the left, which UNNEST may use. */
export function resolveFrom(node: From, scope: Scope): FromClause {
  switch (node.kind) {
    case 'join':
      return resolveJoin(node, scope)
    case 'unnest':
      return resolveUnnest(node, scope)
    case 'table':
      return resolveTableItem(node, scope)
    default: {
      const relation = resolveQuery(node.query, { ...scope, sources: [], columns: undefined })
      const { sql, source } = asSource(relation, node.alias, scope.context)
      return applyPivots(node, { sql, sources: [source] }, scope)
    }
  }
}

/**
 * Resolves a name in FROM: a WITH table or a table of the catalog. A path may also be an array of a table to the
 * left, which takes precedence.
 */
function resolveTableItem(node: From & { kind: 'table' }, scope: Scope): FromClause {
  const { parts } = node.path
  const asArray = (): FromClause =>
    resolveUnnest(
      {
        kind: 'unnest',
        array: { kind: 'identifier', path: parts, at: node.at },
        alias: node.alias ?? parts.at(-1),
        offset: node.offset,
        at: node.at,
      },
      scope,
    )
  if (parts.length > 1 && isKnownName(parts[0]!, scope)) return asArray()
  const common = parts.length === 1 ? findCommonTable(scope.commonTables, parts[0]!) : undefined
  if (common) {
    const table = freshName(scope.context, 't')
    const source = sourceOf(withOwnScans(common.columns, table), table, node.alias ?? parts[0])
    return applyPivots(node, { sql: `${common.sqlName} ${table}`, sources: [source], table }, scope)
  }
  return applyPivots(node, resolveTable(node, scope), scope)
}

export function resolveUnnest(node: From & { kind: 'unnest' }, scope: Scope): FromClause {
  const place = { clause: 'FROM clause', aggregates: false, windows: false }
  const array = resolveExpression(node.array, { ...scope, place })
  if (array.type.kind !== 'ARRAY') {
    const message = `Values referenced in UNNEST must be arrays. UNNEST contains expression of type ${typeName(array.type)}`
    throw errorAt(scope.context, message, node.at)
  }
  if (node.offset !== undefined && node.offset.toLowerCase() === node.alias?.toLowerCase())
    throw errorAt(scope.context, `Duplicate alias ${node.offset} found`, node.at)
  const table = freshName(scope.context, 'u')
  const offset = node.offset === undefined ? undefined : 'o'
  const source: Source = {
    alias: node.alias,
    columns: [],
    value: typed(`${table}.v`, array.type.element),
    offset:
      node.offset === undefined
        ? undefined
        : { name: node.offset, type: INT64, sql: `${table}.${quote('o')}` },
  }
  const elements = { array: array.sql, value: 'v', offset }
  return {
    sql: `LATERAL (SELECT ${elementsSql(elements)}) ${table}`,
    sources: [source],
    lateral: true,
    table,
    elements,
  }
}

function elementsSql({ array, value, offset }: Elements): string {
  return `UNNEST(${array}) AS ${value}${offset === undefined ? '' : `, generate_subscripts(${array}, 1) - 1 AS ${offset}`}`
}

/**
 * Joins a table with the elements of one of its own arrays, as one item. For a lateral join, DuckDB would hash the
 * rows.
 */
export function withElements(left: FromClause, right: FromClause): FromClause | undefined {
  const { table } = left
  const [source] = right.sources
  if (table === undefined || !right.elements || !source?.value) return undefined
  const { array, offset } = right.elements
  const isOfTable = (array.match(/\b_[a-z]+\d+\./g) ?? []).every((name) => name === `${table}.`)
  if (!isOfTable || array.includes('SELECT')) return undefined
  const named = { array, value: `${right.table}_v`, offset: offset && `${right.table}_o` }
  const element: Source = {
    ...source,
    value: { ...source.value, sql: `${table}.${named.value}` },
    offset: source.offset && { ...source.offset, sql: `${table}.${named.offset}` },
  }
  return {
    sql: `(SELECT *, ${elementsSql(named)} FROM ${left.sql}) ${table}`,
    sources: [...left.sources, element],
    columns: left.columns && [...left.columns, ...columnsOf(element)],
    table,
  }
}
