/** GoogleSQL parser: parses operators by precedence. https://cloud.google.com/bigquery/docs/reference/standard-sql/operators#operator_precedence */
import type { ElementAccess, Expression } from '../ast.ts'
import { parseCall } from './call.ts'
import type { Cursor } from './cursor.ts'
import { parsePrimary } from './primary.ts'
import { parseQuery, startsQuery } from './query.ts'

export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(parseOr)
}

function parseOr(cursor: Cursor): Expression {
  let left = parseAnd(cursor)
  while (cursor.isKeyword('OR')) {
    const at = cursor.next().start
    left = { kind: 'binary', operator: 'OR', left, right: parseAnd(cursor), at }
  }
  return left
}

function parseAnd(cursor: Cursor): Expression {
  let left = parseNot(cursor)
  while (cursor.isKeyword('AND')) {
    const at = cursor.next().start
    left = { kind: 'binary', operator: 'AND', left, right: parseNot(cursor), at }
  }
  return left
}

function parseNot(cursor: Cursor): Expression {
  if (!cursor.isKeyword('NOT')) return parseComparison(cursor)
  const at = cursor.next().start
  return { kind: 'unary', operator: 'NOT', value: cursor.nested(parseNot), at }
}

const comparisons = new Set(['=', '<', '>', '<=', '>=', '!=', '<>'])

/** Parses at most one comparison: `a = b = c` is an error without parentheses. */
function parseComparison(cursor: Cursor): Expression {
  const left = parseOperand(cursor)
  const found = parseOneComparison(cursor, left)
  if (found && parseOneComparison(cursor, left, true)) throw cursor.unexpected()
  return found ?? left
}

/**
 * Parses a comparison of `left` with the operand that follows. Returns undefined if none follows. `peek`: only
 * checks whether one follows.
 */
function parseOneComparison(cursor: Cursor, left: Expression, peek = false): Expression | undefined {
  const { kind, text, start: at } = cursor.peek()
  const isSymbol = kind === 'symbol' && comparisons.has(text)
  if (peek) {
    const isNegated = cursor.isKeyword('NOT') && ['BETWEEN', 'LIKE', 'IN'].includes(cursor.peek(1).keyword)
    return isSymbol || isNegated || cursor.isAnyKeyword('IS', 'BETWEEN', 'LIKE', 'IN') ? left : undefined
  }
  if (!isSymbol) return parsePredicate(cursor, left, at)
  cursor.next()
  return { kind: 'binary', operator: text === '<>' ? '!=' : text, left, right: parseOperand(cursor), at }
}

/** Parses `IS …`, `[NOT] BETWEEN …`, `[NOT] LIKE …` or `[NOT] IN …`. */
function parsePredicate(cursor: Cursor, value: Expression, at: number): Expression | undefined {
  if (cursor.eat('IS')) return parseIs(cursor, value, at)
  const mark = cursor.mark()
  const not = cursor.eat('NOT')
  if (cursor.eat('BETWEEN')) {
    const low = parseOperand(cursor)
    cursor.expect('AND')
    return { kind: 'between', value, low, high: parseOperand(cursor), not, at }
  }
  if (cursor.eat('LIKE')) {
    if (!cursor.isAnyKeyword('ANY', 'SOME', 'ALL'))
      return { kind: 'like', value, pattern: parseOperand(cursor), not, at }
    const quantifier = cursor.next().keyword === 'ALL' ? 'ALL' : 'ANY'
    if (cursor.isKeyword('UNNEST')) throw cursor.unsupported(`LIKE ${quantifier} UNNEST`)
    const patterns = cursor.parenthesized(() => cursor.list(() => parseExpression(cursor)))
    return { kind: 'likeAny', value, quantifier, patterns, not, at }
  }
  if (cursor.eat('IN')) {
    if (cursor.eat('UNNEST')) {
      const array = cursor.parenthesized(() => parseExpression(cursor))
      return { kind: 'inArray', value, array, not, at }
    }
    return cursor.parenthesized((): Expression => {
      if (startsQuery(cursor)) return { kind: 'inQuery', value, query: parseQuery(cursor), not, at }
      return { kind: 'inList', value, list: cursor.list(() => parseExpression(cursor)), not, at }
    })
  }
  cursor.reset(mark)
  return undefined
}

function parseIs(cursor: Cursor, value: Expression, at: number): Expression {
  const not = cursor.eat('NOT')
  if (cursor.eat('DISTINCT', 'FROM'))
    return { kind: 'distinctFrom', left: value, right: parseOperand(cursor), not, at }
  if (cursor.eat('NULL') || cursor.eat('UNKNOWN')) return { kind: 'is', value, what: 'NULL', not, at }
  if (cursor.eat('TRUE')) return { kind: 'is', value, what: 'TRUE', not, at }
  if (cursor.eat('FALSE')) return { kind: 'is', value, what: 'FALSE', not, at }
  throw cursor.unexpected()
}

/** Binary operators that bind tighter than comparisons, from the lowest precedence to the highest. */
const levels: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/'],
  ['||'],
]

/** Parses an operand of a comparison: everything that binds tighter than `=`. */
export function parseOperand(cursor: Cursor, level = 0): Expression {
  const operators = levels[level]
  if (!operators) return parseUnary(cursor)
  let left = parseOperand(cursor, level + 1)
  while (cursor.peek().kind === 'symbol' && operators.includes(cursor.peek().text)) {
    const { text: operator, start: at } = cursor.next()
    left = { kind: 'binary', operator, left, right: parseOperand(cursor, level + 1), at }
  }
  return left
}

function parseUnary(cursor: Cursor): Expression {
  const at = cursor.at
  if (cursor.eatSymbol('-')) {
    const value = cursor.nested(parseUnary)
    if (isNumber(value) && !value.text.startsWith('-')) return { ...value, text: `-${value.text}`, at }
    return { kind: 'unary', operator: '-', value, at }
  }
  if (cursor.eatSymbol('+')) {
    const value = cursor.nested(parseUnary)
    return isNumber(value) ? value : { kind: 'unary', operator: '+', value, at }
  }
  if (cursor.eatSymbol('~')) return { kind: 'unary', operator: '~', value: cursor.nested(parseUnary), at }
  return parsePostfix(cursor)
}

function isNumber(value: Expression): value is Expression & { kind: 'literal' } {
  return value.kind === 'literal' && (value.type === 'INT64' || value.type === 'FLOAT64')
}

const accesses: readonly ElementAccess[] = ['OFFSET', 'ORDINAL', 'SAFE_OFFSET', 'SAFE_ORDINAL']

/** Parses `.member` and `[element]` after a value. */
function parsePostfix(cursor: Cursor): Expression {
  let value = parsePrimary(cursor)
  for (;;) {
    const at = cursor.at
    if (cursor.isSymbol('.') && cursor.peek(1).kind === 'identifier') {
      cursor.next()
      const name = cursor.anyName()
      if (value.kind !== 'identifier') value = { kind: 'field', value, name, at }
      else if (cursor.isSymbol('(')) value = parseCall(cursor, [...value.path, name], value.at)
      else value = { ...value, path: [...value.path, name] }
    } else if (cursor.isSymbol('.') && cursor.isSymbol('(', 1)) {
      throw cursor.unsupported('Chained function call')
    } else if (cursor.eatSymbol('[')) {
      value = parseElement(cursor, value, at)
    } else return value
  }
}

function parseElement(cursor: Cursor, value: Expression, at: number): Expression {
  const access = accesses.find((word) => cursor.isKeyword(word) && cursor.isSymbol('(', 1))
  if (access) cursor.next()
  const index = access ? cursor.parenthesized(() => parseExpression(cursor)) : parseExpression(cursor)
  cursor.expectSymbol(']')
  return { kind: 'element', value, access: access ?? 'PLAIN', index, at }
}
