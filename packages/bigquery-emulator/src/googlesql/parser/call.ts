/** GoogleSQL parser: parses function calls: arguments, aggregate modifiers and windows. */
import type { Call, Expression, FrameBound, Ordering, WindowSpec } from '../ast.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { startsQuery } from './query.ts'

const dateParts = new Set(
  'MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY DAYOFWEEK DAYOFYEAR WEEK ISOWEEK MONTH QUARTER YEAR ISOYEAR DATE TIME NANOSECOND'.split(
    ' ',
  ),
)

/** Returns the index of the argument that is a date part, or -1. */
function datePartAt(name: string): number {
  if (/^(?:DATE|TIMESTAMP|DATETIME|TIME)_DIFF$/.test(name)) return 2
  return /^(?:(?:DATE|TIMESTAMP|DATETIME|TIME)_TRUNC|LAST_DAY)$/.test(name) ? 1 : -1
}

/** Parses the call of a function whose name is read already. The cursor is at `(`. */
export function parseCall(cursor: Cursor, path: string[], at: number): Call {
  const safe = path.length > 1 && path[0]!.toUpperCase() === 'SAFE'
  const name = safe ? path.slice(1) : path
  const call: Call = { kind: 'call', name, safe, args: [], at }
  const upper = name.join('.').toUpperCase()
  cursor.expectSymbol('(')
  if (upper === 'COUNT' && cursor.eatSymbol('*')) call.star = true
  else if (!cursor.isSymbol(')')) {
    if (cursor.eat('DISTINCT')) call.distinct = true
    const part = datePartAt(upper)
    let index = 0
    call.args = cursor.list(() => parseArgument(cursor, index++ === part))
    parseModifiers(cursor, call)
  }
  cursor.expectSymbol(')')
  if (cursor.isKeyword('WITHIN')) throw cursor.unsupported('WITHIN GROUP')
  if (cursor.isKeyword('IGNORE', 'NULLS', 'OVER') || cursor.isKeyword('RESPECT', 'NULLS', 'OVER'))
    call.nulls = parseNulls(cursor)
  if (cursor.eat('OVER')) call.over = parseWindow(cursor)
  return call
}

function parseNulls(cursor: Cursor): 'IGNORE' | 'RESPECT' {
  const word = cursor.next().keyword
  cursor.expect('NULLS')
  return word === 'IGNORE' ? 'IGNORE' : 'RESPECT'
}

/** Parses `IGNORE NULLS … WHERE … HAVING MAX … ORDER BY … LIMIT …` in an aggregate's parentheses. */
function parseModifiers(cursor: Cursor, call: Call): void {
  if (cursor.isAnyKeyword('IGNORE', 'RESPECT')) call.nulls = parseNulls(cursor)
  if (cursor.eat('WHERE')) call.where = parseExpression(cursor)
  if (cursor.eat('HAVING')) {
    const extreme = cursor.eat('MAX') ? 'MAX' : 'MIN'
    if (extreme === 'MIN') cursor.expect('MIN')
    call.having = { extreme, value: parseExpression(cursor) }
  }
  if (cursor.eat('ORDER', 'BY')) call.order = parseOrder(cursor)
  if (cursor.eat('LIMIT')) call.limit = parseExpression(cursor)
}

function parseArgument(cursor: Cursor, withPart: boolean): Expression {
  const token = cursor.peek()
  const at = token.start
  if (token.kind === 'identifier' && cursor.isSymbol('=>', 1)) {
    cursor.next()
    cursor.next()
    return { kind: 'namedArgument', name: token.text.toLowerCase(), value: parseArgument(cursor, false), at }
  }
  if (startsQuery(cursor))
    throw cursor.error(
      'Each function argument is an expression, not a query; to use a query as an expression, the query must be wrapped with additional parentheses to make it a scalar subquery expression',
    )
  const isPart = withPart && dateParts.has(token.keyword)
  if (isPart && (cursor.isSymbol(',', 1) || cursor.isSymbol(')', 1) || token.keyword === 'WEEK'))
    return { kind: 'datePart', part: parseDatePart(cursor), at }
  return parseLambda(cursor) ?? parseExpression(cursor)
}

/** Parses `(a, b) -> body`. Returns undefined if the parentheses contain something else. */
function parseLambda(cursor: Cursor): Expression | undefined {
  const at = cursor.at
  const mark = cursor.mark()
  if (!cursor.eatSymbol('(')) return undefined
  const parameters: string[] = []
  while (cursor.isIdentifier()) {
    parameters.push(cursor.identifier())
    if (!cursor.eatSymbol(',')) break
  }
  if (cursor.eatSymbol(')') && cursor.eatSymbol('->'))
    return { kind: 'lambda', parameters, body: parseExpression(cursor), at }
  cursor.reset(mark)
  return undefined
}

/** Parses `DAY` or `WEEK(MONDAY)`. */
export function parseDatePart(cursor: Cursor): string {
  const name = cursor.identifier().toUpperCase()
  if (name !== 'WEEK' || !cursor.isSymbol('(')) return name
  return `WEEK(${cursor.parenthesized(() => cursor.identifier().toUpperCase())})`
}

export function parseOrder(cursor: Cursor): Ordering[] {
  return cursor.list(() => {
    const value = parseExpression(cursor)
    if (cursor.isKeyword('COLLATE')) throw cursor.unsupported('COLLATE')
    const descending = cursor.eat('DESC')
    if (!descending) cursor.eat('ASC')
    const nulls = cursor.eat('NULLS', 'FIRST') ? 'FIRST' : cursor.eat('NULLS', 'LAST') ? 'LAST' : undefined
    return { value, descending, nulls }
  })
}

/** Parses `window_name` or `(PARTITION BY … ORDER BY … ROWS BETWEEN …)`. */
export function parseWindow(cursor: Cursor): WindowSpec {
  const at = cursor.at
  if (!cursor.isSymbol('(')) return { kind: 'window', base: cursor.identifier(), at }
  return cursor.parenthesized(() => {
    const spec: WindowSpec = { kind: 'window', at }
    if (cursor.isIdentifier()) spec.base = cursor.identifier()
    if (cursor.eat('PARTITION', 'BY')) spec.partition = cursor.list(() => parseExpression(cursor))
    if (cursor.eat('ORDER', 'BY')) spec.order = parseOrder(cursor)
    if (cursor.isAnyKeyword('ROWS', 'RANGE')) spec.frame = parseFrame(cursor)
    return spec
  })
}

function parseFrame(cursor: Cursor): NonNullable<WindowSpec['frame']> {
  const unit = cursor.next().keyword === 'ROWS' ? 'ROWS' : 'RANGE'
  if (!cursor.eat('BETWEEN')) return { unit, start: parseBound(cursor) }
  const start = parseBound(cursor)
  cursor.expect('AND')
  return { unit, start, end: parseBound(cursor) }
}

function parseBound(cursor: Cursor): FrameBound {
  if (cursor.eat('UNBOUNDED', 'PRECEDING')) return { kind: 'UNBOUNDED PRECEDING' }
  if (cursor.eat('UNBOUNDED', 'FOLLOWING')) return { kind: 'UNBOUNDED FOLLOWING' }
  if (cursor.eat('CURRENT', 'ROW')) return { kind: 'CURRENT ROW' }
  const value = parseExpression(cursor)
  if (cursor.eat('PRECEDING')) return { kind: 'PRECEDING', value }
  cursor.expect('FOLLOWING')
  return { kind: 'FOLLOWING', value }
}
