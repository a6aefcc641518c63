/** SELECT … FROM … WHERE … GROUP BY … HAVING … QUALIFY … ORDER BY … LIMIT. */
import type { Expression, Query, Select, WindowSpec } from '../ast.ts'
import { pack, quote } from '../duckdb_sql.ts'
import { BOOL, fieldName, structOf, typeName } from '../types.ts'
import { hasAggregate, hasWindow } from './ast_search.ts'
import { isCoercible } from './coercion.ts'
import { errorAt, placed } from './context.ts'
import { resolveExpression } from './expression.ts'
import { resolveFrom } from './from.ts'
import { demandGrouped, demandStarGrouped, resolveGroups } from './grouping.ts'
import { jsonReads } from './json_reads.ts'
import { limitSql } from './order.ts'
import { orderedSelect } from './order_by.ts'
import { keepLineage, noteFilters } from './partition_filter.ts'
import { uniqueNames } from './relation.ts'
import { Reads } from './reads.ts'
import { detached, type OutputColumn, type Relation, type Scope } from './scope.ts'
import { resolveSelectList, type Output } from './select_list.ts'
import type { Typed } from './typed.ts'

type Tail = Pick<Query, 'order' | 'limit' | 'offset'>

/** `base` says what lies outside; `tail` is the ORDER BY and LIMIT that may use the SELECT's own names. */
export function resolveSelect(select: Select, base: Scope, tail: Tail): Relation {
  const from = select.from && resolveFrom(select.from, detached(base))
  const windows = new Map<string, WindowSpec>(
    select.windows.map(({ name, spec }) => [name.toLowerCase(), spec]),
  )
  const scope: Scope = {
    ...base,
    sources: from?.sources ?? [],
    merged: from?.merged,
    windows,
    reads: undefined,
    jsonReads: jsonReads(select.items),
  }
  const listReads = new Reads()
  const outputs = resolveSelectList(select.items, {
    ...scope,
    reads: listReads,
    place: { clause: 'SELECT list', aggregates: true, windows: true },
  })
  const aliased: Scope = { ...scope, aliases: aliasesOf(outputs) }
  const isAggregated =
    select.group !== undefined ||
    hasAggregate([outputs.map(({ node }) => node), select.having, select.qualify, select.windows, tail.order])

  const clauses: string[] = []
  if (from) clauses.push(`FROM ${from.sql}`)
  if (select.where) {
    if (!from)
      throw errorAt(scope.context, 'Query without FROM clause cannot have a WHERE clause', select.where.at)
    clauses.push(`WHERE ${condition(select.where, { ...scope, jsonReads: undefined }, 'WHERE')}`)
    noteFilters(select.where, scope)
  }
  const { items: groups, keys } = resolveGroups(select, scope, outputs)
  /** A clause's scope, whose columns must be grouped once `check` is called. */
  const grouped = (clause: string, windows: boolean): { scope: Scope; check: () => void } => {
    const reads = new Reads()
    const place = { clause, aggregates: true, windows }
    const check = (): void => {
      if (isAggregated) demandGrouped(clause, reads, keys, scope)
    }
    return { scope: { ...aliased, reads, place }, check }
  }
  if (isAggregated) {
    demandGrouped('SELECT list', listReads, keys, scope)
    demandStarGrouped(select, outputs, keys, scope)
  }
  if (groups.length > 0) clauses.push(`GROUP BY ${groups.join(', ')}`)
  if (select.having) {
    if (!isAggregated)
      throw errorAt(
        scope.context,
        'The HAVING clause requires GROUP BY or aggregation to be present',
        select.having.at,
      )
    const having = grouped('HAVING clause', false)
    clauses.push(`HAVING ${condition(select.having, having.scope, 'HAVING')}`)
    having.check()
  }
  if (select.qualify) {
    if (!hasWindow(select.qualify) && !outputs.some(({ node }) => hasWindow(node)))
      throw errorAt(
        scope.context,
        'The QUALIFY clause requires analytic function to be present',
        select.qualify.at,
      )
    const qualify = grouped('QUALIFY clause', true)
    clauses.push(`QUALIFY ${condition(select.qualify, qualify.scope, 'QUALIFY')}`)
    qualify.check()
  }
  const { items, columns } = placed(scope.context, select.at, () => outputColumns(select, outputs))
  const kept = keepLineage(select, columns, scope, tail)
  const list = items.map((sql, i) => `${sql} AS ${quote(columns[i]!.as)}`).join(', ')
  const body = `SELECT ${select.distinct ? 'DISTINCT ' : ''}${list} ${clauses.join(' ')}`.trimEnd()
  const order = grouped('ORDER BY clause', true)
  const ordered = tail.order ? orderedSelect(body, select, tail.order, order.scope, outputs, columns) : body
  order.check()
  return { sql: ordered + limitSql(tail, base), columns: kept }
}

export function condition(node: Expression, scope: Scope, clause: string): string {
  const place = scope.place ?? { clause: `${clause} clause`, aggregates: false, windows: false }
  const value = resolveExpression(node, { ...scope, place })
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
