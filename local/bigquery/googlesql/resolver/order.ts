/** ORDER BY: BigQuery puts NULLs first when ascending, last when descending. */
import type { Ordering, Query } from '../ast.ts'
import { typeName } from '../types.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import type { Typed } from './typed.ts'

const unordered = new Set(['ARRAY', 'STRUCT', 'JSON'])

/** One item of ORDER BY; a whole number stands for an output column. */
export function orderingSql(item: Ordering, scope: Scope, outputs?: readonly Typed[]): string {
  const node = item.value.kind === 'parenthesized' ? item.value.value : item.value
  let value: Typed
  if (outputs && node.kind === 'literal' && node.type === 'INT64') {
    const output = outputs[Number(node.text) - 1]
    if (!output)
      throw errorAt(
        scope.context,
        `ORDER BY column number item is out of range. Column numbers must be between 1 and ${outputs.length}`,
        node.at,
      )
    value = output
  } else value = resolveExpression(item.value, scope)
  if (unordered.has(value.type.kind))
    throw errorAt(
      scope.context,
      `ORDER BY does not support expressions of type ${value.type.kind === 'JSON' ? 'JSON' : typeName(value.type)}`,
      node.at,
    )
  const nulls = item.nulls ?? (item.descending ? 'LAST' : 'FIRST')
  // DuckDB takes a bare constant for a column's number, or for a mistake.
  const sql = value.isLiteral || value.isParameter ? `(SELECT ${value.sql})` : value.sql
  return `${sql} ${item.descending ? 'DESC' : 'ASC'} NULLS ${nulls}`
}

/** LIMIT and OFFSET, which must be literals or parameters. */
export function limitSql({ limit, offset }: Pick<Query, 'limit' | 'offset'>, scope: Scope): string {
  if (!limit) return ''
  const bare: Scope = { context: scope.context, sources: [] }
  const skip = offset ? ` OFFSET ${resolveExpression(offset, bare).sql}` : ''
  return ` LIMIT ${resolveExpression(limit, bare).sql}${skip}`
}
