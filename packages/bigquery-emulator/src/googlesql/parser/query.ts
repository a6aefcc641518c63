/** GoogleSQL parser: parses queries: WITH, set operations, SELECT, ORDER BY, LIMIT and pipes. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax */
import type {
  GroupItem,
  Grouping,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SetOperation,
  WindowSpec,
} from '../ast.ts'
import { parseOrder, parseWindow } from './call.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { parseFrom } from './from.ts'
import { parsePipes } from './pipe.ts'

/** Returns true if a query, not an expression, starts here. */
export function startsQuery(cursor: Cursor): boolean {
  return (
    cursor.isKeyword('SELECT') ||
    (cursor.isKeyword('WITH') && !cursor.isSymbol('(', 1)) ||
    cursor.isKeyword('FROM')
  )
}

/**
 * Returns true if the parentheses here contain a query that is followed by a set operation, an ORDER BY or another
 * `)`.
 */
export function startsQueryInParentheses(cursor: Cursor): boolean {
  let ahead = 0
  while (cursor.isSymbol('(', ahead)) ahead++
  if (ahead === 0 || !['SELECT', 'WITH', 'FROM'].includes(cursor.peek(ahead).keyword)) return false
  let depth = 0
  for (let i = 0; cursor.peek(i).kind !== 'end'; i++) {
    if (cursor.isSymbol('(', i)) depth++
    else if (cursor.isSymbol(')', i) && --depth === 0) {
      const after = cursor.peek(i + 1)
      return after.text === ')' || ['UNION', 'EXCEPT', 'INTERSECT', 'ORDER', 'LIMIT'].includes(after.keyword)
    }
  }
  return false
}

export function parseQuery(cursor: Cursor): Query {
  return cursor.nested(parseWhole)
}

function parseWhole(cursor: Cursor): Query {
  const at = cursor.at
  const isWith = cursor.eat('WITH')
  const recursive = isWith && cursor.eat('RECURSIVE')
  const tables = isWith
    ? cursor.list(() => {
        const name = cursor.identifier()
        cursor.expect('AS')
        return { name, query: cursor.parenthesized(() => parseQuery(cursor)) }
      })
    : []
  const body = parseBody(cursor)
  // After FROM alone, only pipes follow: https://cloud.google.com/bigquery/docs/reference/standard-sql/pipe-syntax#from_queries
  const isFrom = body.kind === 'from'
  const order = !isFrom && cursor.eat('ORDER', 'BY') ? parseOrder(cursor) : undefined
  const limit = !isFrom && cursor.eat('LIMIT') ? parseExpression(cursor) : undefined
  const offset = limit && cursor.eat('OFFSET') ? parseExpression(cursor) : undefined
  return { recursive, with: tables, body, order, limit, offset, pipes: parsePipes(cursor), at }
}

function parseBody(cursor: Cursor): QueryBody {
  let left = parseTerm(cursor)
  let first: Pick<SetOperation, 'operator' | 'all'> | undefined
  while (cursor.isAnyKeyword('UNION', 'EXCEPT', 'INTERSECT')) {
    const at = cursor.at
    const { operator, all, byName } = parseSetOperator(cursor)
    first ??= { operator, all }
    if (operator !== first.operator || all !== first.all)
      throw cursor.error(
        'Different set operations cannot be used in the same query without using parentheses for grouping',
      )
    left = { kind: 'setOperation', operator, all, byName, left, right: parseTerm(cursor), at }
  }
  return left
}

/** Parses `UNION ALL` or `EXCEPT DISTINCT BY NAME`. */
export function parseSetOperator(cursor: Cursor): Pick<SetOperation, 'operator' | 'all' | 'byName'> {
  const operator = cursor.next().keyword as SetOperation['operator']
  const all = cursor.eat('ALL')
  if (!all && !cursor.eat('DISTINCT'))
    throw cursor.error(`Expected keyword ALL or keyword DISTINCT but got ${cursor.describe()}`)
  if (all && operator !== 'UNION')
    throw cursor.error(`${operator} ALL is not supported; use ${operator} DISTINCT`)
  if (cursor.isKeyword('CORRESPONDING') || cursor.isKeyword('STRICT'))
    throw cursor.unsupported('CORRESPONDING')
  return { operator, all, byName: cursor.eat('BY', 'NAME') }
}

function parseTerm(cursor: Cursor): QueryBody {
  const at = cursor.at
  if (cursor.isSymbol('('))
    return { kind: 'subquery', query: cursor.parenthesized(() => parseQuery(cursor)), at }
  if (cursor.eat('FROM')) return { kind: 'from', from: parseFrom(cursor), at }
  return parseSelect(cursor)
}

function parseSelect(cursor: Cursor): Select {
  const at = cursor.at
  cursor.expect('SELECT')
  const distinct = cursor.eat('DISTINCT')
  if (!distinct) cursor.eat('ALL')
  const as = cursor.eat('AS', 'STRUCT') ? 'STRUCT' : cursor.eat('AS', 'VALUE') ? 'VALUE' : undefined
  const items = parseSelectList(cursor)
  const from = cursor.eat('FROM') ? parseFrom(cursor) : undefined
  const where = cursor.eat('WHERE') ? parseExpression(cursor) : undefined
  const group = cursor.eat('GROUP', 'BY') ? parseGrouping(cursor) : undefined
  const having = cursor.eat('HAVING') ? parseExpression(cursor) : undefined
  const qualify = cursor.eat('QUALIFY') ? parseExpression(cursor) : undefined
  const windows = parseNamedWindows(cursor)
  return { kind: 'select', distinct, as, items, from, where, group, having, qualify, windows, at }
}

/** Parses `WINDOW name AS (…), …`. */
export function parseNamedWindows(cursor: Cursor): { name: string; spec: WindowSpec }[] {
  if (!cursor.eat('WINDOW')) return []
  return cursor.list(() => {
    const name = cursor.identifier()
    cursor.expect('AS')
    return { name, spec: parseWindow(cursor) }
  })
}

/** Parses the items of a SELECT. A trailing comma is allowed. */
export function parseSelectList(cursor: Cursor): SelectItem[] {
  const items = [parseSelectItem(cursor)]
  while (cursor.eatSymbol(',')) {
    if (isAfterList(cursor)) break
    items.push(parseSelectItem(cursor))
  }
  return items
}

const clauseWords = 'FROM WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT UNION EXCEPT INTERSECT'.split(' ')

/** Returns true if the SELECT list is complete, so that the comma before was a trailing one. */
function isAfterList(cursor: Cursor): boolean {
  const isSymbol = [')', ';', '|>'].some((symbol) => cursor.isSymbol(symbol))
  return isSymbol || cursor.peek().kind === 'end' || cursor.isAnyKeyword(...clauseWords)
}

export function parseSelectItem(cursor: Cursor): SelectItem {
  const at = cursor.at
  if (cursor.eatSymbol('*')) return { kind: 'star', ...parseStarChanges(cursor), at }
  const value = parseExpression(cursor)
  if (cursor.isSymbol('.') && cursor.isSymbol('*', 1)) {
    cursor.next()
    cursor.next()
    return { kind: 'star', of: value, ...parseStarChanges(cursor), at }
  }
  return { kind: 'item', value, alias: cursor.alias(), at }
}

function parseStarChanges(cursor: Cursor): Pick<SelectItem & { kind: 'star' }, 'except' | 'replace'> {
  const except =
    cursor.isKeyword('EXCEPT') && cursor.isSymbol('(', 1) && cursor.eat('EXCEPT')
      ? cursor.parenthesized(() => cursor.list(() => cursor.identifier()))
      : []
  const replace = cursor.eat('REPLACE')
    ? cursor.parenthesized(() =>
        cursor.list(() => {
          const value = parseExpression(cursor)
          cursor.expect('AS')
          return { value, name: cursor.identifier() }
        }),
      )
    : []
  return { except, replace }
}

function parseGrouping(cursor: Cursor): Grouping {
  if (cursor.eat('ALL')) return { all: true }
  return { all: false, items: cursor.list(() => parseGroupItem(cursor)) }
}

/** Parses one item of GROUP BY: an expression, ROLLUP(…), CUBE(…) or GROUPING SETS(…). */
export function parseGroupItem(cursor: Cursor): GroupItem {
  const values = () => cursor.parenthesized(() => cursor.list(() => parseExpression(cursor)))
  if (cursor.eat('ROLLUP')) return { kind: 'rollup', values: values() }
  if (cursor.eat('CUBE')) return { kind: 'cube', values: values() }
  if (cursor.eat('GROUPING', 'SETS')) {
    const sets = cursor.parenthesized(() =>
      cursor.list((): { kind: 'set' | 'rollup' | 'cube'; values: ReturnType<typeof values> } => {
        if (cursor.eat('ROLLUP')) return { kind: 'rollup', values: values() }
        if (cursor.eat('CUBE')) return { kind: 'cube', values: values() }
        if (!cursor.isSymbol('(')) return { kind: 'set', values: [parseExpression(cursor)] }
        if (!cursor.isSymbol(')', 1)) return { kind: 'set', values: values() }
        cursor.next()
        cursor.next()
        return { kind: 'set', values: [] }
      }),
    )
    return { kind: 'sets', sets }
  }
  if (cursor.isSymbol('(') && cursor.isSymbol(')', 1)) {
    cursor.next()
    cursor.next()
    return { kind: 'empty' }
  }
  return { kind: 'key', value: parseExpression(cursor) }
}
