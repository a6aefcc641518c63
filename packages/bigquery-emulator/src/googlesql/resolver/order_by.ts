/** GoogleSQL resolver: resolves ORDER BY of a SELECT: output columns, aliases and columns of the rows. */
import type { Expression, Ordering, Select } from '../ast.ts'
import { quote } from '../duckdb_sql.ts'
import { isPath } from './ast_search.ts'
import { visibleColumns } from './columns.ts'
import { freshName } from './context.ts'
import { resolveExpression } from './expression.ts'
import { orderingSql } from './order.ts'
import type { Alias, ScopeColumn, OutputColumn, Scope, Source } from './scope.ts'
import type { Output } from './select_list.ts'
import { member } from './struct.ts'
import { typed, type Typed } from './typed.ts'

/** Adds ORDER BY to a SELECT. `scope` contains the columns of the rows and the SELECT aliases. */
export function orderedSelect(
  body: string,
  { distinct, as }: Select,
  order: readonly Ordering[],
  scope: Scope,
  outputs: readonly Output[],
  columns: readonly OutputColumn[],
): string {
  if (distinct) return orderedDistinct(body, as, order, scope, outputs, columns)
  // With SELECT AS STRUCT, the output columns are members of a single column.
  const positions =
    as === 'STRUCT'
      ? outputs.map(({ value }) => value)
      : outputs.map(({ value }, i) =>
          typed(value.type.kind === 'FLOAT64' ? value.sql : String(i + 1), value.type),
        )
  const items = order.map((item) => {
    const position = outputNamed(item.value, outputs)
    return orderingSql(position < 0 ? item : byPosition(item, position), scope, positions)
  })
  return `${body} ORDER BY ${items.join(', ')}`
}

/** Returns the index of the SELECT list column that a bare name refers to; -1 if there is none or several. */
function outputNamed(node: Expression, outputs: readonly Output[]): number {
  if (node.kind !== 'identifier' || node.path.length > 1) return -1
  const isNamed = ({ name }: Output): boolean => name.toLowerCase() === node.path[0]!.toLowerCase()
  return outputs.filter(isNamed).length === 1 ? outputs.findIndex(isNamed) : -1
}

function byPosition(item: Ordering, position: number): Ordering {
  return {
    ...item,
    value: { kind: 'literal', type: 'INT64', text: String(position + 1), at: item.value.at },
  }
}

/**
 * Orders a SELECT DISTINCT by wrapping it. Columns of the rows are available only if the SELECT list contains them
 * unchanged.
 */
function orderedDistinct(
  body: string,
  as: Select['as'],
  order: readonly Ordering[],
  scope: Scope,
  outputs: readonly Output[],
  columns: readonly OutputColumn[],
): string {
  const table = freshName(scope.context, 'o')
  const [only] = columns
  const outside = outputs.map(({ value }, i): Typed => {
    const column = columns[i]
    if (as !== 'STRUCT') return typed(`${table}.${quote(column!.as)}`, value.type)
    const row = typed(`${table}.${quote(only!.as)}`, only!.type)
    return member(row, i)
  })
  const place = { clause: 'ORDER BY clause after SELECT DISTINCT', aggregates: false, windows: false }
  const outer: Scope = { ...visibleAfter(scope, outputs, outside), reads: undefined, place }
  const items = order.map((item) => {
    const { value } = item
    const position = isPath(value)
      ? pathOutput(value, { ...scope, reads: undefined, place: undefined }, outputs)
      : -1
    return orderingSql(position < 0 ? item : byPosition(item, position), outer, outside)
  })
  const read = columns.map(({ as: name }) => `${table}.${quote(name)}`).join(', ')
  return `SELECT ${read} FROM (${body}) ${table} ORDER BY ${items.join(', ')}`
}

/** Returns the index of the SELECT list column with the same value as a path, or -1. */
function pathOutput(node: Expression, scope: Scope, outputs: readonly Output[]): number {
  const { sql } = resolveExpression(node, scope)
  return outputs.findIndex(({ value }) => value.sql === sql)
}

/** Returns the scope after DISTINCT. Reading a column that is not in the SELECT list is an error. */
function visibleAfter(scope: Scope, outputs: readonly Output[], outside: readonly Typed[]): Scope {
  const after = (column: ScopeColumn): ScopeColumn => {
    const index = outputs.findIndex(({ value }) => value.sql === column.sql)
    return index < 0 ? { ...column, isInvisible: true } : { ...column, sql: outside[index]!.sql }
  }
  const sources = scope.sources.map((source): Source => {
    const { alias, quoted, value } = source
    const index = outputs.findIndex((output) => output.value.sql === value?.sql)
    if (value && index >= 0) return { alias, quoted, columns: [], value: outside[index] }
    const columns = visibleColumns({ sources: [source] }).map(after)
    return value && value.type.kind !== 'STRUCT' ? { columns } : { alias, quoted, columns }
  })
  const aliases = new Map(
    [...(scope.aliases ?? [])].map(([name, alias]): [string, Alias] => {
      const index = outputs.findIndex((output) => output.name.toLowerCase() === name)
      return [name, { ...alias, isAggregate: false, isWindow: false, value: outside[index]! }]
    }),
  )
  return { ...scope, sources, columns: scope.columns?.map(after), aliases }
}
