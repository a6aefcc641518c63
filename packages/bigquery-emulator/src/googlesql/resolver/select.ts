/** GoogleSQL resolver: resolves SELECT … FROM … WHERE … GROUP BY … HAVING … QUALIFY … ORDER BY … LIMIT. */
import type { Expression, Query, Select } from '../ast.ts'
import { pack, quote } from '../duckdb_sql.ts'
import { BOOL, fieldName, structOf, typeName } from '../types.ts'
import { hasAggregate, hasWindow } from './ast_search.ts'
import { isCoercible } from './coercion.ts'
import { errorAt, placed, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { resolveFrom } from './from.ts'
import { demandGrouped, demandListGrouped, resolveGroups, ungroupable } from './grouping.ts'
import { jsonReads } from './json_reads.ts'
import { limitSql } from './order.ts'
import { orderedSelect } from './order_by.ts'
import { keepLineage, noteFilters } from './partition_filter.ts'
import { uniqueNames } from './relation.ts'
import { Reads } from './reads.ts'
import { detached, type Alias, type OutputColumn, type Relation, type Scope } from './scope.ts'
import { resolveSelectList, type Output } from './select_list.ts'
import { namedWindows } from './window.ts'

type Tail = Pick<Query, 'order' | 'limit' | 'offset'>

/**
 * Resolves a SELECT. `base` contains the names of the outer queries; `tail` is the ORDER BY and LIMIT, which may
 * use SELECT aliases.
 */
export function resolveSelect(select: Select, base: Scope, tail: Tail): Relation {
  const from = select.from && resolveFrom(select.from, detached(base))
  if (!from) demandNoRows(select, tail, base)
  const windows = namedWindows(select.windows, base.context)
  const scope: Scope = {
    ...base,
    sources: from?.sources ?? [],
    columns: from?.columns,
    windows,
    reads: undefined,
    jsonReads: jsonReads(select.items),
  }
  const outputs = resolveSelectList(select.items, {
    ...scope,
    place: { clause: 'SELECT list', aggregates: true, windows: true },
  })
  const aliased: Scope = { ...scope, aliases: aliasesOf(outputs) }
  const isAggregated =
    select.group !== undefined || hasAggregate([outputs.map(({ node }) => node), select.windows])
  if (!isAggregated) demandNoAggregates(select, tail, scope)

  const clauses: string[] = []
  if (from) clauses.push(`FROM ${from.sql}`)
  if (select.where) {
    clauses.push(`WHERE ${condition(select.where, { ...scope, jsonReads: undefined }, 'WHERE')}`)
    noteFilters(select.where, scope)
  }
  const groups = resolveGroups(select, scope, outputs)
  /** Creates a clause's scope. Call `check` after resolving the clause to check that its columns are grouped. */
  const grouped = (clause: string, inWindows: boolean): { scope: Scope; check: () => void } => {
    const reads = new Reads()
    const place = { clause, aggregates: true, windows: inWindows }
    const check = (): void => {
      if (isAggregated) demandGrouped(clause, reads, groups, scope)
    }
    return { scope: { ...aliased, reads, place }, check }
  }
  const hasLaterClause = [select.having, select.qualify, tail.order].some(Boolean)
  if (isAggregated) demandListGrouped(select, outputs, groups, hasLaterClause, scope)
  if (groups.items.length > 0) clauses.push(`GROUP BY ${groups.items.join(', ')}`)
  if (select.having) {
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
  const { items, columns } = placed(scope.context, select.at, () => outputColumns(select, outputs, scope))
  if (select.distinct) demandDistinguishable(columns, scope, select.at)
  const isPlain = !select.distinct && !select.having && !select.qualify && !tail.order && !tail.limit
  const keepsConstants = isPlain && !outputs.some(({ node }) => hasWindow(node))
  const kept = keepLineage(select, columns, scope, tail).map((column, i) =>
    keepsConstants && !(outputs[i] && groups.covers(outputs[i], i, hasLaterClause))
      ? column
      : { ...column, constant: undefined },
  )
  const list = items.map((sql, i) => `${sql} AS ${quote(columns[i]!.as)}`).join(', ')
  const body = `SELECT ${select.distinct ? 'DISTINCT ' : ''}${list} ${clauses.join(' ')}`.trimEnd()
  const order = grouped('ORDER BY clause', true)
  const ordered = tail.order ? orderedSelect(body, select, tail.order, order.scope, outputs, columns) : body
  order.check()
  return { sql: ordered + limitSql(tail, base), columns: kept }
}

/** Throws for clauses that require FROM. A SELECT without FROM has exactly one row. */
function demandNoRows(select: Select, tail: Tail, { context }: Scope): void {
  const clauses: [name: string, isWritten: boolean, at?: number | undefined][] = [
    ['a WHERE', select.where !== undefined, select.where?.at],
    ['a GROUP BY', select.group !== undefined],
    ['a HAVING', select.having !== undefined, select.having?.at],
    ['an QUALIFY', select.qualify !== undefined, select.qualify?.at],
    ['a WINDOW', select.windows.length > 0, select.windows[0]?.spec.at],
    ['an ORDER BY', tail.order !== undefined, tail.order?.[0]?.value.at],
  ]
  for (const [clause, isWritten, at = select.at] of clauses)
    if (isWritten) throw errorAt(context, `Query without FROM clause cannot have ${clause} clause`, at)
  if (select.distinct)
    throw errorAt(context, 'Query without FROM clause cannot use SELECT DISTINCT', select.at)
  if (hasAggregate(select.items))
    throw errorAt(context, 'SELECT without FROM clause cannot use aggregation', select.at)
  if (hasWindow(select.items))
    throw errorAt(context, 'SELECT without FROM clause cannot use analytic functions', select.at)
}

/** Throws for an aggregate in a later clause of a SELECT that doesn't aggregate. */
function demandNoAggregates(select: Select, tail: Tail, { context }: Scope): void {
  const refuse = (clause: string, at: number): Error =>
    errorAt(
      context,
      `The ${clause} clause only allows aggregation if GROUP BY or SELECT list aggregation is present`,
      at,
    )
  if (select.having && !hasAggregate(select.having))
    throw errorAt(
      context,
      'The HAVING clause requires GROUP BY or aggregation to be present',
      select.having.at,
    )
  if (select.having) throw refuse('HAVING', select.having.at)
  if (select.qualify && hasAggregate(select.qualify)) {
    const feature = 'An aggregate in QUALIFY of a SELECT that has no other and no GROUP BY'
    throw unsupportedAt(context, feature, select.qualify.at)
  }
  const ordering = tail.order?.find((item) => hasAggregate(item.value))
  if (ordering) throw refuse('ORDER BY', ordering.value.at)
}

function demandDistinguishable(columns: readonly OutputColumn[], { context }: Scope, at: number): void {
  for (const { name, type } of columns) {
    const found = ungroupable(type)
    if (found === undefined) continue
    const column = name === '' ? '' : `${name} `
    throw errorAt(context, `Column ${column}of type ${found} cannot be used in SELECT DISTINCT`, at)
  }
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

/** Returns the names that HAVING, QUALIFY and ORDER BY may use. */
function aliasesOf(outputs: readonly Output[]): Map<string, Alias> {
  const aliases = new Map<string, Alias>()
  for (const { name, value, node } of outputs) {
    const key = name.toLowerCase()
    if (key === '') continue
    const isAmbiguous = aliases.has(key)
    aliases.set(key, { value, isAggregate: hasAggregate(node), isWindow: hasWindow(node), isAmbiguous })
  }
  return aliases
}

function outputColumns(
  select: Select,
  outputs: readonly Output[],
  { context }: Scope,
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
  if (select.as === 'VALUE' && outputs.length !== 1)
    throw errorAt(context, 'SELECT AS VALUE query must have exactly one column', select.at)
  const columns = uniqueNames(outputs).map(({ name, as, value, constant }): OutputColumn => ({
    name: select.as === 'VALUE' ? '' : name,
    as,
    type: value.type,
    constant,
    isValue: select.as === 'VALUE' || undefined,
    partition: value.partition,
    origin: value.origin,
  }))
  return { items: outputs.map(({ value }) => value.sql), columns }
}
