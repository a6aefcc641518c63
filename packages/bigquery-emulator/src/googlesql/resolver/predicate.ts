/** GoogleSQL resolver: resolves IS, BETWEEN, LIKE and IN. */
import type { Expression } from '../ast.ts'
import {
  arrayOf,
  BOOL,
  BYTES,
  isNumeric,
  rangeElement,
  sameType,
  settled,
  STRING,
  typeName,
  type Type,
} from '../types.ts'
import { coerce, isCoercible, supertype } from './coercion.ts'
import { comparisonSql } from './comparison.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { ungroupable } from './grouping.ts'
import { demandOperands, isComparable, noOperator, pair } from './operator.ts'
import { resolveQuery } from './query.ts'
import { correlated, type Scope } from './scope.ts'
import { ofType, typed, type Typed } from './typed.ts'

type Node<K extends Expression['kind']> = Expression & { kind: K }

export function resolveIs(node: Node<'is'>, scope: Scope): Typed {
  const value = resolveExpression(node.value, scope)
  if (node.what !== 'NULL' && !isCoercible(value, BOOL))
    throw noOperator(scope, `IS ${node.what}`, [value], node.at)
  return typed(`(${value.sql} IS ${node.not ? 'NOT ' : ''}${node.what})`, BOOL)
}

export function resolveDistinctFrom(node: Node<'distinctFrom'>, scope: Scope): Typed {
  const [left, right] = [resolveExpression(node.left, scope), resolveExpression(node.right, scope)]
  const [a, b, type] = pair(left, right, 'IS DISTINCT FROM', scope, node.at)
  const json = ungroupable(type)
  if (json !== undefined)
    throw errorAt(scope.context, `Grouping is not defined for arguments of type ${typeName(type)}`, node.at)
  return typed(`(${a.sql} IS ${node.not ? 'NOT ' : ''}DISTINCT FROM ${b.sql})`, BOOL)
}

export function resolveBetween(node: Node<'between'>, scope: Scope): Typed {
  const operands = [node.value, node.low, node.high].map((operand) => resolveExpression(operand, scope))
  const type = supertype(operands)
  if (!type || ['ARRAY', 'STRUCT', 'JSON', 'GEOGRAPHY'].includes(type.kind))
    throw noOperator(scope, 'BETWEEN', operands, node.at)
  if (rangeElement(type) !== undefined) throw unsupportedAt(scope.context, 'Comparison of RANGE', node.at)
  const [value, low, high] = operands.map((operand) => coerce(operand, type)) as [Typed, Typed, Typed]
  if (type.kind !== 'FLOAT64')
    return typed(`(${value.sql} ${node.not ? 'NOT ' : ''}BETWEEN ${low.sql} AND ${high.sql})`, BOOL)
  const within = `(${comparisonSql('>=', value, low, type)} AND ${comparisonSql('<=', value, high, type)})`
  return typed(node.not ? `(NOT ${within})` : within, BOOL)
}

export function resolveLike(node: Node<'like' | 'likeAny'>, scope: Scope): Typed {
  const value = resolveExpression(node.value, scope)
  const match = (pattern: Expression): string => {
    const operand = resolveExpression(pattern, scope)
    if (node.kind === 'like')
      demandOperands(
        'LIKE',
        [
          [node.value, value],
          [pattern, operand],
        ],
        scope,
      )
    const type = value.type.kind === 'BYTES' || operand.type.kind === 'BYTES' ? BYTES : STRING
    if (!isCoercible(value, type) || !isCoercible(operand, type))
      throw noOperator(scope, 'LIKE', [value, operand], node.at)
    const read = (side: Typed): string => (type === BYTES ? `decode(${side.sql})` : coerce(side, type).sql)
    if (/(?<!\\)(?:\\\\)*\\$/.test(operand.literal ?? ''))
      throw errorAt(scope.context, 'LIKE pattern ends with a backslash', node.at)
    const checked = operand.literal === undefined ? `bq_like_pattern(${read(operand)})` : read(operand)
    return `(${read(value)} LIKE ${checked} ESCAPE '\\')`
  }
  const sql =
    node.kind === 'like'
      ? match(node.pattern)
      : `(${node.patterns.map(match).join(node.quantifier === 'ALL' ? ' AND ' : ' OR ')})`
  return typed(node.not ? `(NOT ${sql})` : sql, BOOL)
}

export function resolveIn(node: Node<'inList' | 'inArray' | 'inQuery'>, scope: Scope): Typed {
  const value = resolveExpression(node.value, scope)
  if (node.kind === 'inQuery') return inQuery(node, value, scope)
  if (node.kind === 'inList') {
    const list = node.list.map((item) => resolveExpression(item, scope))
    return inItems(value, list, node, scope)
  }
  const array = resolveExpression(node.array, scope)
  if (array.type.kind !== 'ARRAY') {
    const message = `Second argument of IN UNNEST must be an array but was ${typeName(array.type)}`
    throw errorAt(scope.context, message, node.at)
  }
  if (array.items?.length === 0) return typed(node.not ? 'TRUE' : 'FALSE', BOOL)
  if (array.items && array.isLiteral) return inItems(value, array.items, node, scope)
  const { element } = array.type
  const isRead = array.isParameter && !value.isParameter && isCoercible(array, arrayOf(value.type))
  const type = isRead ? value.type : element
  if (!isCoercible(value, type) || !isComparable(type))
    throw noOperator(scope, 'IN UNNEST', [value, array], node.at)
  demandSimple(type, 'IN UNNEST', scope, node.at)
  const list = coerce(array, { kind: 'ARRAY', element: type })
  return typed(`(${node.not ? 'NOT ' : ''}bq_in_array(${coerce(value, type).sql}, ${list.sql}))`, BOOL)
}

function inItems(
  value: Typed,
  items: readonly Typed[],
  node: { not: boolean; at: number },
  scope: Scope,
): Typed {
  const type = supertype([value, ...items])
  if (!type) {
    const types = [...new Set(items.map((item) => typeName(item.type)))].join(', ')
    const message = `No matching signature for operator IN for argument types ${typeName(value.type)} and {${types}}`
    throw errorAt(scope.context, message, node.at)
  }
  const needle = coerce(value, type)
  if (!isComparable(type)) throw noOperator(scope, 'IN', [value, ...items], node.at)
  if (type.kind === 'STRUCT' || type.kind === 'FLOAT64') {
    const any = `(${items.map((item) => comparisonSql('=', needle, coerce(item, type), type)).join(' OR ')})`
    return typed(node.not ? `(NOT ${any})` : any, BOOL)
  }
  const list = items.map((item) => coerce(item, type).sql).join(', ')
  return typed(`(${needle.sql} ${node.not ? 'NOT ' : ''}IN (${list}))`, BOOL)
}

function inQuery(node: Node<'inQuery'>, value: Typed, scope: Scope): Typed {
  const { sql, columns } = resolveQuery(node.query, correlated(scope))
  const [column] = columns
  if (!column || columns.length > 1)
    throw errorAt(scope.context, 'Subquery of type IN must have only one output column', node.at)
  const [own, listed] = [settled(value.type), settled(column.type)]
  const type = supertype([ofType(own), ofType(listed)])
  const isAlike = sameType(own, listed) || (isNumeric(own) && isNumeric(listed))
  if (!type || !isAlike || !isComparable(type)) {
    const types = `${typeName(own)} and ${typeName(listed)}`
    throw errorAt(scope.context, `Cannot execute IN subquery with uncomparable types ${types}`, node.at)
  }
  demandSimple(type, 'IN of a subquery', scope, node.at)
  return typed(`(${coerce(value, type).sql} ${node.not ? 'NOT ' : ''}IN (${sql}))`, BOOL)
}

/** Throws for a STRUCT: DuckDB matches structs with NULL members, BigQuery doesn't. */
function demandSimple(type: Type, what: string, scope: Scope, at: number): void {
  if (type.kind === 'STRUCT') throw unsupportedAt(scope.context, `${what} with STRUCT`, at)
}
