/** GoogleSQL parser: parses the FROM clause: tables, subqueries, UNNEST, joins, PIVOT and UNPIVOT. */
import type { Expression, From, JoinKind, Pivot, Unpivot } from '../ast.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { parsePrimary } from './primary.ts'
import { parseQuery, startsQuery, startsQueryInParentheses } from './query.ts'

export function parseFrom(cursor: Cursor): From {
  let left = parseTable(cursor)
  let hasComma = false
  for (;;) {
    const at = cursor.at
    if (cursor.eatSymbol(',')) {
      hasComma = true
      left = { kind: 'join', join: 'CROSS', left, right: parseTable(cursor), at }
      continue
    }
    const join = parseJoinKind(cursor)
    if (!join) return left
    if (hasComma && (join === 'RIGHT' || join === 'FULL'))
      throw cursor.error(`${join} JOIN must be parenthesized when following a comma join`)
    left = { kind: 'join', join, left, right: parseTable(cursor), ...parseJoinCondition(cursor), at }
  }
}

/** Parses `JOIN`, `LEFT OUTER JOIN`, …. Returns undefined if no join follows. */
export function parseJoinKind(cursor: Cursor): JoinKind | undefined {
  const mark = cursor.mark()
  let join: JoinKind = 'INNER'
  if (cursor.eat('CROSS')) join = 'CROSS'
  else if (!cursor.eat('INNER'))
    for (const side of ['LEFT', 'RIGHT', 'FULL'] as const)
      if (cursor.eat(side)) {
        cursor.eat('OUTER')
        join = side
        break
      }
  if (cursor.isKeyword('HASH', 'JOIN')) cursor.next()
  if (cursor.eat('JOIN')) return join
  if (cursor.isKeyword('NATURAL')) throw cursor.unsupported('NATURAL JOIN')
  cursor.reset(mark)
  return undefined
}

export function parseJoinCondition(cursor: Cursor): Pick<From & { kind: 'join' }, 'on' | 'using'> {
  if (cursor.eat('ON')) return { on: parseExpression(cursor) }
  if (cursor.eat('USING'))
    return { using: cursor.parenthesized(() => cursor.list(() => cursor.identifier())) }
  return {}
}

/** Parses one table with its alias and pivots. */
export function parseTable(cursor: Cursor): From {
  const at = cursor.at
  if (cursor.isKeyword('LATERAL')) throw cursor.unsupported('LATERAL')
  if (cursor.eat('UNNEST')) {
    const array = cursor.parenthesized(() => parseExpression(cursor))
    const alias = parseAlias(cursor)
    return { kind: 'unnest', array, alias, offset: parseOffset(cursor), at }
  }
  if (cursor.isSymbol('(')) return parseParenthesized(cursor, at)
  const path = cursor.path()
  if (cursor.isSymbol('(')) throw cursor.unsupported(`Table-valued function ${path.parts.join('.')}`)
  if (cursor.isKeyword('FOR', 'SYSTEM_TIME') || cursor.isKeyword('FOR', 'SYSTEM'))
    throw cursor.unsupported('FOR SYSTEM_TIME AS OF')
  const alias = parseAlias(cursor)
  const offset = parseOffset(cursor)
  const pivots = parsePivots(cursor)
  refuseSampling(cursor)
  return { kind: 'table', path, alias, offset, pivots, at }
}

function parseParenthesized(cursor: Cursor, at: number): From {
  cursor.next()
  if (startsQuery(cursor) || startsQueryInParentheses(cursor)) {
    const query = parseQuery(cursor)
    cursor.expectSymbol(')')
    const alias = parseAlias(cursor)
    const pivots = parsePivots(cursor)
    refuseSampling(cursor)
    return { kind: 'derived', query, alias, pivots, at }
  }
  const from = parseFrom(cursor)
  if (from.kind !== 'join') throw cursor.error(`Expected keyword JOIN but got ${cursor.describe()}`)
  cursor.expectSymbol(')')
  return from
}

function refuseSampling(cursor: Cursor): void {
  if (cursor.isKeyword('TABLESAMPLE')) throw cursor.unsupported('TABLESAMPLE')
  if (cursor.isKeyword('MATCH_RECOGNIZE')) throw cursor.unsupported('MATCH_RECOGNIZE')
}

function parseAlias(cursor: Cursor): string | undefined {
  if (cursor.isAnyKeyword('PIVOT', 'UNPIVOT', 'MATCH_RECOGNIZE') && !cursor.peek().quoted) {
    if (cursor.isSymbol('(', 1) || cursor.isAnyKeyword('MATCH_RECOGNIZE')) return undefined
    if (cursor.isKeyword('UNPIVOT', 'INCLUDE') || cursor.isKeyword('UNPIVOT', 'EXCLUDE')) return undefined
  }
  return cursor.alias()
}

/** Parses `WITH OFFSET [AS name]`. Default name: `offset`. */
function parseOffset(cursor: Cursor): string | undefined {
  if (!cursor.eat('WITH', 'OFFSET')) return undefined
  return cursor.alias() ?? 'offset'
}

export function parsePivots(cursor: Cursor): (Pivot | Unpivot)[] {
  const pivots: (Pivot | Unpivot)[] = []
  for (;;) {
    if (cursor.isKeyword('PIVOT') && cursor.isSymbol('(', 1)) pivots.push(parsePivot(cursor))
    else if (cursor.isKeyword('UNPIVOT')) pivots.push(parseUnpivot(cursor))
    else return pivots
  }
}

function parsePivot(cursor: Cursor): Pivot {
  const at = cursor.next().start
  const aliased = () => ({ value: parseExpression(cursor), alias: cursor.alias() })
  cursor.expectSymbol('(')
  const aggregates = cursor.list(aliased)
  cursor.expect('FOR')
  if (!cursor.isIdentifier()) throw cursor.unsupported('PIVOT of an expression')
  const by = parsePath(cursor)
  if (!cursor.isKeyword('IN')) throw cursor.unsupported('PIVOT of an expression')
  cursor.expect('IN')
  const values = cursor.parenthesized(() => cursor.list(aliased))
  cursor.expectSymbol(')')
  return { kind: 'pivot', aggregates, by, values, alias: parseAlias(cursor), at }
}

/** Parses the input column of PIVOT. It must be a path, because an expression would consume the IN. */
function parsePath(cursor: Cursor): Pivot['by'] {
  const at = cursor.at
  const path = [cursor.identifier()]
  while (cursor.eatSymbol('.')) path.push(cursor.anyName())
  return { kind: 'identifier', path, at }
}

/** Parses the string or integer that UNPIVOT writes for a column. */
function parseLabel(cursor: Cursor): Expression {
  const { kind } = cursor.peek()
  if (kind === 'string' || kind === 'integer') return parsePrimary(cursor)
  throw cursor.error(`Expected integer literal or string literal but got ${cursor.describe()}`)
}

function parseUnpivot(cursor: Cursor): Unpivot {
  const at = cursor.next().start
  const includeNulls = cursor.eat('INCLUDE', 'NULLS')
  if (!includeNulls) cursor.eat('EXCLUDE', 'NULLS')
  const names = (): string[] =>
    cursor.isSymbol('(')
      ? cursor.parenthesized(() => cursor.list(() => cursor.identifier()))
      : [cursor.identifier()]
  cursor.expectSymbol('(')
  const values = names()
  cursor.expect('FOR')
  const name = cursor.identifier()
  cursor.expect('IN')
  const groups = cursor.parenthesized(() =>
    cursor.list(() => {
      const columns = names()
      if (cursor.isSymbol('.')) throw cursor.unsupported('UNPIVOT of a qualified column')
      return { columns, label: cursor.eat('AS') ? parseLabel(cursor) : undefined }
    }),
  )
  cursor.expectSymbol(')')
  return { kind: 'unpivot', values, name, groups, includeNulls, alias: parseAlias(cursor), at }
}
