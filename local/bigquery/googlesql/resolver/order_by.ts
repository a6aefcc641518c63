/** ORDER BY of a SELECT: by its output columns, by their aliases, by the rows' own columns. */
import type { Expression, Ordering, Select } from '../ast.ts'
import { quote } from '../duckdb_sql.ts'
import { errorAt, freshName } from './context.ts'
import { resolveExpression } from './expression.ts'
import { orderingSql } from './order.ts'
import { columnsOf, sourceOf } from './relation.ts'
import type { OutputColumn, Scope } from './scope.ts'
import type { Output } from './select_list.ts'
import { typed } from './typed.ts'

/** `scope` has the rows' columns and the SELECT list's aliases. */
export function orderedSelect(
  body: string,
  { distinct, as }: Select,
  order: readonly Ordering[],
  scope: Scope,
  outputs: readonly Output[],
  columns: readonly OutputColumn[],
): string {
  if (distinct) return orderedDistinct(body, order, scope, outputs, columns)
  // The columns of SELECT AS STRUCT are members of its one column.
  const positions =
    as === 'STRUCT'
      ? undefined
      : outputs.map(({ value }, i) =>
          typed(value.type.kind === 'FLOAT64' ? value.sql : String(i + 1), value.type),
        )
  const inner: Scope = { ...scope, prefersAliases: true }
  const items = order.map((item) => {
    const position = positions ? outputNamed(item.value, outputs) : -1
    return orderingSql(position < 0 ? item : byPosition(item, position), inner, positions)
  })
  return `${body} ORDER BY ${items.join(', ')}`
}

const outputNamed = (node: Expression, outputs: readonly Output[]): number =>
  node.kind === 'identifier' && node.path.length === 1
    ? outputs.findIndex(({ name, node: from }) => from && name.toLowerCase() === node.path[0]!.toLowerCase())
    : -1

const byPosition = (item: Ordering, position: number): Ordering => ({
  ...item,
  value: { kind: 'literal', type: 'INT64', text: String(position + 1), at: item.value.at },
})

/** Around the query, by its columns; an expression of the rows must be one of the SELECT list. */
function orderedDistinct(
  body: string,
  order: readonly Ordering[],
  scope: Scope,
  outputs: readonly Output[],
  columns: readonly OutputColumn[],
): string {
  const table = freshName(scope.context, 'o')
  const source = sourceOf(columns, table, undefined)
  const place = { clause: 'ORDER BY clause after SELECT DISTINCT', aggregates: false, windows: false }
  const outside: Scope = {
    ...scope,
    sources: [source],
    merged: undefined,
    aliases: undefined,
    reads: undefined,
    place,
  }
  const isListed = (node: Expression): number => {
    const { sql } = resolveExpression(node, { ...scope, reads: undefined, place })
    const position = outputs.findIndex(({ value }) => value.sql === sql)
    if (position >= 0) return position
    const name = node.kind === 'identifier' ? ` column ${node.path.at(-1)}` : ' a column'
    const message = `ORDER BY clause expression references${name} which is not visible after SELECT DISTINCT`
    throw errorAt(scope.context, message, node.at)
  }
  const items = order.map((item) => {
    try {
      return orderingSql(item, outside, columnsOf(source))
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('Unrecognized name'))) throw error
      return orderingSql(byPosition(item, isListed(item.value)), outside, columnsOf(source))
    }
  })
  const read = columns.map(({ as }) => `${table}.${quote(as)}`).join(', ')
  return `SELECT ${read} FROM (${body}) ${table} ORDER BY ${items.join(', ')}`
}
