/** SELECT … FROM … WHERE … GROUP BY … HAVING … QUALIFY … ORDER BY … LIMIT. */
import type { Expression, Query, Select, WindowSpec } from '../ast.ts'
import { pack, quote } from '../duckdb_sql.ts'
import { BOOL, fieldName, structOf, typeName } from '../types.ts'
import { hasAggregate, hasWindow } from './ast_search.ts'
import { isCoercible } from './coercion.ts'
import { errorAt, freshName } from './context.ts'
import { resolveExpression } from './expression.ts'
import { resolveFrom } from './from.ts'
import { checkGrouped, groupingSql } from './grouping.ts'
import { limitSql, orderingSql } from './order.ts'
import { keepLineage, noteFilters } from './partition_filter.ts'
import { sourceOf, uniqueNames, columnsOf } from './relation.ts'
import { detached, type OutputColumn, type Relation, type Scope } from './scope.ts'
import { resolveSelectList, type Output } from './select_list.ts'
import { typed, type Typed } from './typed.ts'

type Tail = Pick<Query, 'order' | 'limit' | 'offset'>

/** `base` says what lies outside; `tail` is the ORDER BY and LIMIT that may use the SELECT's own names. */
export function resolveSelect(select: Select, base: Scope, tail: Tail): Relation {
  const from = select.from && resolveFrom(select.from, detached(base))
  const windows = new Map<string, WindowSpec>(
    select.windows.map(({ name, spec }) => [name.toLowerCase(), spec]),
  )
  const scope: Scope = { ...base, sources: from?.sources ?? [], merged: from?.merged, windows }
  const outputs = resolveSelectList(select.items, scope)
  const aliased: Scope = { ...scope, aliases: aliasesOf(outputs) }
  const isAggregated = select.group !== undefined || outputs.some(({ node }) => hasAggregate(node))

  const clauses: string[] = []
  if (from) clauses.push(`FROM ${from.sql}`)
  if (select.where) {
    if (hasAggregate(select.where))
      throw errorAt(scope.context, 'Aggregate function not allowed in WHERE clause', select.where.at)
    clauses.push(`WHERE ${condition(select.where, scope, 'WHERE')}`)
    noteFilters(select.where, scope)
  }
  const keys = select.group ? groupingSql(select.group, scope, outputs) : []
  if (isAggregated) checkGrouped(select, scope, outputs, keys)
  if (keys.length > 0) clauses.push(`GROUP BY ${keys.join(', ')}`)
  if (select.having) clauses.push(`HAVING ${condition(select.having, aliased, 'HAVING')}`)
  if (select.qualify) {
    if (!hasWindow(select.qualify) && !outputs.some(({ node }) => hasWindow(node)))
      throw errorAt(
        scope.context,
        'The QUALIFY clause requires analytic function to be present',
        select.qualify.at,
      )
    clauses.push(`QUALIFY ${condition(select.qualify, aliased, 'QUALIFY')}`)
  }
  const { items, columns } = outputColumns(select, outputs)
  const kept = keepLineage(select, columns, scope, tail)
  const list = items.map((sql, i) => `${sql} AS ${quote(columns[i]!.as)}`).join(', ')
  const body = `SELECT ${select.distinct ? 'DISTINCT ' : ''}${list} ${clauses.join(' ')}`.trimEnd()
  const ordered = select.distinct || select.as ? orderOutside : orderInside
  return { sql: ordered(body, tail, aliased, outputs, columns) + limitSql(tail, base), columns: kept }
}

export function condition(node: Expression, scope: Scope, clause: string): string {
  const value = resolveExpression(node, scope)
  if (!isCoercible(value, BOOL))
    throw errorAt(
      scope.context,
      `${clause} clause should return type BOOL, but returns ${typeName(value.type)}`,
      node.at,
    )
  return value.sql
}

/** The names later clauses may use; the first of a repeated name counts. */
function aliasesOf(outputs: readonly Output[]): Map<string, Typed> {
  const aliases = new Map<string, Typed>()
  for (const { name, value, node } of outputs)
    if (node && name !== '' && !aliases.has(name.toLowerCase())) aliases.set(name.toLowerCase(), value)
  return aliases
}

function outputColumns(
  select: Select,
  outputs: readonly Output[],
): { items: string[]; columns: OutputColumn[] } {
  if (select.as === 'STRUCT') {
    const fields = outputs.map(({ name, value }) => ({
      name: name === '' ? undefined : name,
      type: value.type,
    }))
    const packed = pack(
      fields.map(fieldName),
      outputs.map(({ value }) => value.sql),
    )
    return { items: [packed], columns: [{ name: '', as: '_row', type: structOf(fields), isValue: true }] }
  }
  const columns = uniqueNames(outputs).map(({ name, as, value, constant }): OutputColumn => ({
    name,
    as,
    type: value.type,
    constant,
    isValue: select.as === 'VALUE' || undefined,
    partition: value.partition,
  }))
  return { items: outputs.map(({ value }) => value.sql), columns }
}

type Order = (
  body: string,
  tail: Tail,
  scope: Scope,
  outputs: readonly Output[],
  columns: OutputColumn[],
) => string

/** ORDER BY of a plain SELECT: output columns by position, anything else as an expression. */
const orderInside: Order = (body, { order }, scope, outputs) => {
  if (!order) return body
  const positions = outputs.map(({ value }, i) => typed(String(i + 1), value.type))
  const aliases = new Map(scope.aliases)
  const inner: Scope = { ...scope, aliases, prefersAliases: true }
  const items = order.map((item) => {
    const { value } = item
    const position =
      value.kind === 'identifier' && value.path.length === 1
        ? outputs.findIndex(({ name, node }) => node && name.toLowerCase() === value.path[0]!.toLowerCase())
        : -1
    if (position < 0) return orderingSql(item, inner, positions)
    const literal: Expression = { kind: 'literal', type: 'INT64', text: String(position + 1), at: value.at }
    return orderingSql({ ...item, value: literal }, inner, positions)
  })
  return `${body} ORDER BY ${items.join(', ')}`
}

/** ORDER BY of SELECT DISTINCT and SELECT AS: by the output columns, around the query. */
const orderOutside: Order = (body, { order }, scope, outputs, columns) => {
  if (!order) return body
  const table = freshName(scope.context, 'o')
  const source = sourceOf(columns, table, undefined)
  const inner: Scope = { ...scope, sources: [source], merged: undefined, aliases: undefined }
  const read = columns.map(({ as }) => `${table}.${quote(as)}`).join(', ')
  const refersToRows = (error: unknown): boolean =>
    error instanceof Error && error.message.startsWith('Unrecognized name')
  try {
    const items = order.map((item) => orderingSql(item, inner, columnsOf(source)))
    return `SELECT ${read} FROM (${body}) ${table} ORDER BY ${items.join(', ')}`
  } catch (error) {
    if (!refersToRows(error)) throw error
    return orderInside(body, { order }, scope, outputs, columns)
  }
}
