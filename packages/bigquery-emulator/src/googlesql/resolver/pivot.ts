/** GoogleSQL resolver: resolves PIVOT and UNPIVOT. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#pivot_operator */
import type { Expression, Pivot, Unpivot } from '../ast.ts'
import { quote, text } from '../duckdb_sql.ts'
import { sameType, STRING, typeName } from '../types.ts'
import { identifiersIn, isAggregateCall, unparenthesized } from './ast_search.ts'
import { coerce, isCoercible } from './coercion.ts'
import { errorAt, freshName, unsupportedAt, type Context } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { FromClause } from './from.ts'
import { columnsOf } from './columns.ts'
import { ungroupable } from './grouping.ts'
import { projection, sourceOf } from './relation.ts'
import { equalNames, valueOf, type ScopeColumn, type Relation, type Scope } from './scope.ts'
import { typed, type Typed } from './typed.ts'

interface Pivoted {
  pivots: readonly (Pivot | Unpivot)[]
}

/** Applies the pivots of a FROM item. The item's own alias is no longer visible afterwards. */
export function applyPivots({ pivots }: Pivoted, from: FromClause, scope: Scope): FromClause {
  let result = from
  for (const pivot of pivots) {
    const relation =
      pivot.kind === 'pivot' ? pivotRelation(pivot, result, scope) : unpivotRelation(pivot, result, scope)
    const table = freshName(scope.context, 'p')
    const source = sourceOf(relation.columns, table, pivot.alias)
    result = { sql: `(${relation.sql}) ${table}`, sources: [source] }
  }
  return result
}

function pivotRelation(node: Pivot, from: FromClause, { context }: Scope): Relation {
  if (from.sources.some(({ value }) => value))
    throw errorAt(context, 'PIVOT is not allowed on value tables', node.at)
  const scope: Scope = {
    context,
    sources: from.sources,
    place: { clause: 'PIVOT clause', aggregates: false, windows: false },
  }
  const aggregating: Scope = { ...scope, place: { ...scope.place!, aggregates: true } }
  const used = new Set(identifiersIn([node.aggregates, node.by]).map(([first]) => first!.toLowerCase()))
  const keys = from.sources.flatMap(columnsOf).filter((column) => !used.has(column.name.toLowerCase()))
  for (const { name, type } of keys)
    if (ungroupable(type) !== undefined)
      throw errorAt(
        context,
        `Column ${name} of type ${ungroupable(type)} cannot be used as an implicit grouping column of a PIVOT clause`,
        node.at,
      )
  if (node.aggregates.length > 1 && node.aggregates.some(({ alias }) => alias === undefined)) {
    const rule = 'unless it is the only pivot expression in the PIVOT clause'
    throw errorAt(context, `PIVOT expression must specify an alias ${rule}`, node.at)
  }
  for (const { value } of node.aggregates) {
    const call = unparenthesized(value)
    if (call.kind === 'cast') throw unsupportedAt(context, 'PIVOT of a cast', value.at)
    if (call.kind !== 'call' || !isAggregateCall(call))
      throw errorAt(context, 'PIVOT expression must be an aggregate function call', value.at)
  }
  const by = resolveExpression(node.by, scope)
  const spread = node.values.flatMap(({ value, alias }) => {
    const match = pivotValue(value, by, scope)
    const filtered: Scope = {
      ...aggregating,
      aggregateFilter: `(${by.sql} IS NOT DISTINCT FROM ${match.sql})`,
    }
    if (alias === undefined && by.type.kind === 'FLOAT64')
      throw errorAt(context, 'PIVOT values of type FLOAT64 must specify an alias', value.at)
    const name = alias ?? pivotName(value, context)
    return node.aggregates.map((aggregate): ScopeColumn => {
      const { sql, type } = resolveExpression(aggregate.value, filtered)
      return { name: aggregate.alias === undefined ? name : `${aggregate.alias}_${name}`, type, sql }
    })
  })
  const group = keys.length === 0 ? '' : ` GROUP BY ${keys.map((key) => key.sql).join(', ')}`
  return projection([...keys, ...spread], ` FROM ${from.sql}${group}`)
}

/** Resolves a value of PIVOT's IN list. It must have the type of the input column; only literals are coerced. */
function pivotValue(node: Expression, by: Typed, scope: Scope): Typed {
  const value = resolveExpression(node, scope)
  const isFitting = value.type.kind === 'NULL' || sameType(value.type, by.type)
  if (isFitting || (value.isLiteral && isCoercible(value, by.type))) return coerce(value, by.type)
  const types = `${typeName(by.type)} to match the PIVOT FOR expression; found ${typeName(value.type)}`
  throw errorAt(scope.context, `PIVOT IN list item must be type ${types}`, node.at)
}

/** Returns BigQuery's column name for a pivoted value. */
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
  const find = (name: string): ScopeColumn => {
    const hits = all.filter((c) => equalNames(c.name, name))
    const [column] = hits
    if (hits.length > 1) throw errorAt(context, `Column name ${name} is ambiguous`, node.at)
    if (!column) throw errorAt(context, `Unrecognized name: ${name}`, node.at)
    return column
  }
  const origins = node.groups.flatMap(({ columns }) => columns.map((name) => valueOf(find(name)).origin))
  const keys = all.filter((column) => !origins.includes(valueOf(column).origin))
  if (new Set(origins).size < origins.length)
    throw errorAt(context, 'Column names in UNPIVOT IN clause cannot be repeated', node.at)
  if (from.sources.some(({ value }) => value))
    throw errorAt(context, 'UNPIVOT is not allowed on value tables', node.at)
  const uneven = node.groups.find(({ columns }) => columns.length !== node.values.length)
  if (uneven)
    throw errorAt(
      context,
      `The number of columns in a column set of UNPIVOT IN clause must be ${node.values.length}, but ${uneven.columns.length} are there`,
      node.at,
    )
  const types = node.values.map((_, i) => {
    const [first, ...others] = node.groups.map((group) => find(group.columns[i]!).type)
    const other = others.find((type) => !sameType(type, first!))
    if (other) {
      const found = `Expected ${typeName(first!)}, Found ${typeName(other)}`
      const rule = 'The datatype of column does not match with other datatypes in the IN clause'
      throw errorAt(context, `${rule}. ${found}`, node.at)
    }
    return first!
  })
  const labels = node.groups.map(({ label, columns }): Typed => {
    const bare: Scope = { context, sources: [] }
    return label ? resolveExpression(label, bare) : typed(text(columns.join('_')), STRING)
  })
  if (labels.some(({ type }) => type.kind !== labels[0]!.type.kind)) {
    const rule = 'when non-string labels are present then all labels must be explicitly provided'
    throw errorAt(context, `All UNPIVOT labels must be the same type; ${rule}`, node.at)
  }
  const parts = node.groups.map(({ columns }, k) => {
    const values = columns.map((name, i): ScopeColumn => {
      const column = find(name)
      const value = coerce(typed(column.sql, column.type), types[i]!)
      return { name: node.values[i]!, type: types[i]!, sql: value.sql }
    })
    const label: ScopeColumn = { name: node.name, type: labels[0]!.type, sql: labels[k]!.sql }
    return projection([...keys, ...values, label], ` FROM ${from.sql}`)
  })
  const union = parts.map((part) => part.sql).join(' UNION ALL ')
  const { columns } = parts[0]!
  if (node.includeNulls) return { sql: union, columns }
  const present = node.values.map((name) => `${quote(name)} IS NOT NULL`).join(' OR ')
  return { sql: `SELECT * FROM (${union}) WHERE ${present}`, columns }
}
