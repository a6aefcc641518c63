/** PIVOT and UNPIVOT. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#pivot_operator */
import type { Expression, Pivot, Unpivot } from '../ast.ts'
import { quote, text } from '../duckdb_sql.ts'
import { STRING } from '../types.ts'
import { identifiersIn, isAggregateCall } from './ast_search.ts'
import { coerce, supertype } from './coercion.ts'
import { errorAt, freshName, unsupportedAt, type Context } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { FromClause } from './from.ts'
import { columnsOf } from './columns.ts'
import { projection, sourceOf } from './relation.ts'
import { equalNames, type Column, type Relation, type Scope } from './scope.ts'
import { typed, type Typed } from './typed.ts'

interface Pivoted {
  alias?: string | undefined
  pivots: readonly (Pivot | Unpivot)[]
}

/** A FROM item with its pivots applied, the last one's alias outside. */
export function applyPivots({ alias, pivots }: Pivoted, from: FromClause, scope: Scope): FromClause {
  let result = from
  for (const pivot of pivots) {
    const relation =
      pivot.kind === 'pivot' ? pivotRelation(pivot, result, scope) : unpivotRelation(pivot, result, scope)
    const table = freshName(scope.context, 'p')
    const source = sourceOf(relation.columns, table, pivot.alias ?? alias)
    result = { sql: `(${relation.sql}) ${table}`, sources: [source] }
  }
  return result
}

function pivotRelation(node: Pivot, from: FromClause, { context }: Scope): Relation {
  const scope: Scope = {
    context,
    sources: from.sources,
    place: { clause: 'PIVOT clause', aggregates: false, windows: false },
  }
  const aggregating: Scope = { ...scope, place: { ...scope.place!, aggregates: true } }
  const used = new Set(identifiersIn([node.aggregates, node.by]).map(([first]) => first!.toLowerCase()))
  const keys = from.sources.flatMap(columnsOf).filter((column) => !used.has(column.name.toLowerCase()))
  for (const { name, type } of keys)
    if (type.kind === 'JSON' || type.kind === 'ARRAY')
      throw errorAt(
        context,
        `Column ${name} of type ${type.kind} cannot be used as an implicit grouping column of a PIVOT clause`,
        node.at,
      )
  for (const { value } of node.aggregates)
    if (value.kind !== 'call' || !isAggregateCall(value))
      throw errorAt(context, 'PIVOT expression must be an aggregate function call', value.at)
  const by = resolveExpression(node.by, scope)
  const spread = node.values.flatMap(({ value, alias }) => {
    const match = coerce(resolveExpression(value, scope), by.type)
    const filtered: Scope = {
      ...aggregating,
      aggregateFilter: `(${by.sql} IS NOT DISTINCT FROM ${match.sql})`,
    }
    const name = alias ?? pivotName(value, context)
    return node.aggregates.map((aggregate): Column => {
      const { sql, type } = resolveExpression(aggregate.value, filtered)
      return { name: aggregate.alias === undefined ? name : `${aggregate.alias}_${name}`, type, sql }
    })
  })
  const group = keys.length === 0 ? '' : ` GROUP BY ${keys.map((key) => key.sql).join(', ')}`
  return projection([...keys, ...spread], ` FROM ${from.sql}${group}`)
}

/** The column BigQuery makes of a pivoted value. */
function pivotName(node: Expression, context: Context): string {
  if (node.kind === 'null') return 'NULL'
  if (node.kind !== 'literal')
    throw unsupportedAt(context, 'A pivot value that is no literal and has no alias', node.at)
  if (node.type === 'STRING' || node.type === 'BOOL') return node.text
  if (node.type === 'INT64')
    return node.text.startsWith('-') ? `minus_${node.text.slice(1)}` : `_${node.text}`
  return node.text.replace(/\W/g, '_')
}

function unpivotRelation(node: Unpivot, from: FromClause, { context }: Scope): Relation {
  const all = from.sources.flatMap(columnsOf)
  const spread = new Set(node.groups.flatMap((group) => group.columns.map((name) => name.toLowerCase())))
  const keys = all.filter((column) => !spread.has(column.name.toLowerCase()))
  const find = (name: string): Column => {
    const column = all.find((c) => equalNames(c.name, name))
    if (!column) throw errorAt(context, `Unrecognized name: ${name}`, node.at)
    return column
  }
  const uneven = node.groups.find(({ columns }) => columns.length !== node.values.length)
  if (uneven)
    throw errorAt(
      context,
      `The number of columns in a column set of UNPIVOT IN clause must be ${node.values.length}, but ${uneven.columns.length} are there`,
      node.at,
    )
  const types = node.values.map((name, i) => {
    const values = node.groups.map((group) => typed('', find(group.columns[i]!).type))
    const type = supertype(values)
    if (!type) throw errorAt(context, `Columns unpivoted into ${name} have no common type`, node.at)
    return type
  })
  const labels = node.groups.map(({ label, columns }): Typed => {
    const bare: Scope = { context, sources: [] }
    return label ? resolveExpression(label, bare) : typed(text(columns.join('_')), STRING)
  })
  const parts = node.groups.map(({ columns }, k) => {
    const values = columns.map((name, i): Column => {
      const column = find(name)
      const value = coerce(typed(column.sql, column.type), types[i]!)
      return { name: node.values[i]!, type: types[i]!, sql: value.sql }
    })
    const label: Column = { name: node.name, type: labels[0]!.type, sql: labels[k]!.sql }
    return projection([...keys, ...values, label], ` FROM ${from.sql}`)
  })
  const union = parts.map((part) => part.sql).join(' UNION ALL ')
  const { columns } = parts[0]!
  if (node.includeNulls) return { sql: union, columns }
  const present = node.values.map((name) => `${quote(name)} IS NOT NULL`).join(' OR ')
  return { sql: `SELECT * FROM (${union}) WHERE ${present}`, columns }
}
