/** GoogleSQL resolver: emits ORDER BY. BigQuery sorts NULLs first when ascending and last when descending. */
import type { Expression, Ordering, Query } from '../ast.ts'
import { rangeElement, typeName } from '../types.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { windowArgument, type Scope } from './scope.ts'
import type { Typed } from './typed.ts'

/** Types that can't be ordered. */
export const unordered: ReadonlySet<string> = new Set(['ARRAY', 'STRUCT', 'JSON', 'GEOGRAPHY'])

/** Emits one item of ORDER BY. An integer refers to an output column. `single`: the order may have only one key. */
export function orderingSql(
  item: Ordering,
  scope: Scope,
  outputs?: readonly Typed[],
  single = false,
): string {
  const node = item.value.kind === 'parenthesized' ? item.value.value : item.value
  let value: Typed
  if (outputs && node.kind === 'literal' && node.type === 'INT64') {
    const output = outputs[Number(node.text) - 1]
    if (!output)
      throw errorAt(
        scope.context,
        node.text.startsWith('-') || Number(node.text) === 0
          ? `ORDER BY column number item is out of range. Column numbers must be greater than or equal to one. Found : ${node.text}`
          : `ORDER BY is out of SELECT column number range: ${node.text}`,
        node.at,
      )
    value = output
  } else value = resolveExpression(item.value, scope)
  const isPosition = outputs !== undefined && node.kind === 'literal' && node.type === 'INT64'
  const isWritten = (node.kind === 'literal' || node.kind === 'null') && !isPosition
  if (isWritten && value.isLiteral && scope.place?.clause !== windowArgument)
    throw errorAt(scope.context, 'Cannot ORDER BY literal values', node.at)
  if (unordered.has(value.type.kind))
    throw errorAt(
      scope.context,
      `ORDER BY does not support expressions of type ${value.type.kind === 'JSON' ? 'JSON' : typeName(value.type)}`,
      node.at,
    )
  if (rangeElement(value.type) !== undefined) throw unsupportedAt(scope.context, 'ORDER BY of RANGE', node.at)
  const nulls = item.nulls ?? (item.descending ? 'LAST' : 'FIRST')
  // DuckDB reads a bare constant as a column's number or rejects it.
  const sql = value.isLiteral || value.isParameter ? `(SELECT ${value.sql})` : value.sql
  const plain = `${sql} ${item.descending ? 'DESC' : 'ASC'} NULLS ${nulls}`
  if (value.type.kind !== 'FLOAT64' || value.isLiteral || single) return plain
  // BigQuery sorts NaN before all numbers, DuckDB after them.
  return `isnan(${sql}) ${item.descending ? 'ASC' : 'DESC'} NULLS ${nulls}, ${plain}`
}

/** Emits LIMIT and OFFSET. */
export function limitSql({ limit, offset }: Pick<Query, 'limit' | 'offset'>, scope: Scope): string {
  if (!limit) return ''
  const skip = offset ? ` OFFSET ${countSql(offset, 'OFFSET', scope)}` : ''
  return ` LIMIT ${countSql(limit, 'LIMIT', scope)}${skip}`
}

/** Emits a number of rows: a literal or a parameter, optionally with a cast. */
export function countSql(node: Expression, clause: string, { context }: Scope): string {
  const inner = node.kind === 'cast' && !node.safe ? node.value : node
  if (inner.kind !== 'literal' && inner.kind !== 'parameter')
    throw errorAt(context, `${clause} expects a non-negative integer literal or parameter`, node.at)
  const value = resolveExpression(node, { context, sources: [] })
  if (value.type.kind !== 'INT64' || value.literal?.startsWith('-'))
    throw errorAt(context, `${clause} expects a non-negative integer literal or parameter`, node.at)
  return value.sql
}
