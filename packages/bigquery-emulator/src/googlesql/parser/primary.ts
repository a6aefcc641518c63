/** GoogleSQL parser: parses literals, names, constructors, subqueries and the special forms that look like functions. */
import type { CivilKind, Expression, Literal, LiteralKind } from '../ast.ts'
import { scalarNamed, type RangeKind } from '../types.ts'
import { parseCall, parseDatePart } from './call.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression, parseOperand } from './expression.ts'
import { parseQuery, startsQuery, startsQueryInParentheses } from './query.ts'
import { parseLimitedType, parseType } from './type.ts'

const civil: ReadonlySet<string> = new Set<CivilKind>(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP'])
const currentTime = new Set(['CURRENT_DATE', 'CURRENT_TIMESTAMP', 'CURRENT_DATETIME', 'CURRENT_TIME'])

export function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek()
  const at = token.start
  const literal = (type: LiteralKind, text = token.text): Literal => ({ kind: 'literal', type, text, at })
  switch (token.kind) {
    case 'integer':
      cursor.next()
      return literal('INT64')
    case 'float':
      cursor.next()
      return literal('FLOAT64')
    case 'string':
      cursor.next()
      return literal('STRING')
    case 'bytes':
      cursor.next()
      return literal('BYTES')
    case 'parameter':
      cursor.next()
      return { kind: 'parameter', name: token.text, at }
    case 'variable':
      cursor.next()
      return { kind: 'systemVariable', name: token.text, at }
    case 'symbol':
      return parseSymbol(cursor)
    case 'identifier':
      return parseWord(cursor)
    default:
      throw cursor.unexpected()
  }
}

function parseSymbol(cursor: Cursor): Expression {
  const at = cursor.at
  if (cursor.eatSymbol('?')) return { kind: 'parameter', index: cursor.positional++, at }
  if (cursor.isSymbol('[')) return parseArrayItems(cursor, at)
  if (!cursor.isSymbol('(')) throw cursor.unexpected()
  cursor.next()
  if (startsQuery(cursor) || startsQueryInParentheses(cursor)) {
    const query = parseQuery(cursor)
    cursor.expectSymbol(')')
    return { kind: 'scalarQuery', query, at }
  }
  const values = cursor.list(() => parseExpression(cursor))
  cursor.expectSymbol(')')
  if (values.length === 1) return { kind: 'parenthesized', value: values[0]!, at }
  return { kind: 'struct', named: false, members: values.map((value) => ({ value })), at }
}

function parseArrayItems(cursor: Cursor, at: number, element?: ReturnType<typeof parseType>): Expression {
  cursor.expectSymbol('[')
  const items = cursor.isSymbol(']') ? [] : cursor.list(() => parseExpression(cursor))
  cursor.expectSymbol(']')
  return { kind: 'array', element, items, at }
}

function parseWord(cursor: Cursor): Expression {
  const token = cursor.peek()
  const at = token.start
  if (token.quoted) {
    cursor.next()
    if (cursor.isSymbol('(')) return parseCall(cursor, token.text.split('.'), at)
    return { kind: 'identifier', path: [token.text], at }
  }
  const special = parseSpecialForm(cursor, token.keyword, at)
  if (special) return special
  const isFunction = cursor.isSymbol('(', 1)
  if (['IF', 'LEFT', 'RIGHT', 'GROUPING', 'ANY', 'COLLATE', 'RANGE'].includes(token.keyword) && isFunction) {
    cursor.next()
    return parseCall(cursor, [token.text], at)
  }
  if (cursor.isReserved()) throw cursor.unexpected()
  cursor.next()
  if (cursor.isSymbol('(')) return parseCall(cursor, [token.text], at)
  if (currentTime.has(token.keyword)) return { kind: 'call', name: [token.text], safe: false, args: [], at }
  if (cursor.eatSymbol('->'))
    return { kind: 'lambda', parameters: [token.text], body: parseExpression(cursor), at }
  return { kind: 'identifier', path: [token.text], at }
}

/** Parses a form with its own grammar. Returns undefined if the word is an ordinary name here. */
function parseSpecialForm(cursor: Cursor, word: string, at: number): Expression | undefined {
  const followedBy = (symbol: string): boolean => cursor.isSymbol(symbol, 1)
  switch (word) {
    case 'NULL':
      cursor.next()
      return { kind: 'null', at }
    case 'TRUE':
    case 'FALSE':
      cursor.next()
      return { kind: 'literal', type: 'BOOL', text: word.toLowerCase(), at }
    case 'CASE':
      return parseCase(cursor)
    case 'CAST':
    case 'SAFE_CAST':
      return followedBy('(') ? parseCast(cursor) : undefined
    case 'EXTRACT':
      return followedBy('(') ? parseExtract(cursor) : undefined
    case 'EXISTS':
      cursor.next()
      return { kind: 'exists', query: cursor.parenthesized(() => parseQuery(cursor)), at }
    case 'RANGE':
      return followedBy('<') ? parseRange(cursor, at) : undefined
    case 'ARRAY':
      return parseArray(cursor)
    case 'STRUCT':
      return parseStruct(cursor)
    case 'INTERVAL':
      return parseInterval(cursor)
    case 'WITH':
      return followedBy('(') ? parseWith(cursor) : undefined
    default:
      return cursor.peek(1).kind === 'string' ? parseTypedLiteral(cursor, word, at) : undefined
  }
}

/** Parses `DATE '2026-01-31'`, `NUMERIC '1.5'` or `JSON '{}'`. */
function parseTypedLiteral(cursor: Cursor, word: string, at: number): Literal | undefined {
  if (!civil.has(word) && !['NUMERIC', 'DECIMAL', 'BIGNUMERIC', 'BIGDECIMAL', 'JSON'].includes(word))
    return undefined
  const type = scalarNamed(word)!.kind as LiteralKind
  cursor.next()
  return { kind: 'literal', type, text: cursor.next().text, at }
}

/** Parses `RANGE<DATE> '[2026-01-01, 2026-02-01)'`. */
function parseRange(cursor: Cursor, at: number): Literal {
  const type = parseType(cursor, 'a literal').kind as RangeKind
  if (cursor.peek().kind !== 'string') throw cursor.unexpected()
  return { kind: 'literal', type, text: cursor.next().text, at }
}

function parseCase(cursor: Cursor): Expression {
  const at = cursor.next().start
  const operand = cursor.isKeyword('WHEN') ? undefined : parseExpression(cursor)
  const branches: { when: Expression; result: Expression }[] = []
  while (cursor.eat('WHEN')) {
    const when = parseExpression(cursor)
    cursor.expect('THEN')
    branches.push({ when, result: parseExpression(cursor) })
  }
  if (branches.length === 0) throw cursor.error(`Expected keyword WHEN but got ${cursor.describe()}`)
  const otherwise = cursor.eat('ELSE') ? parseExpression(cursor) : undefined
  cursor.expect('END')
  return { kind: 'case', operand, branches, otherwise, at }
}

function parseCast(cursor: Cursor): Expression {
  const { keyword, start: at } = cursor.next()
  return cursor.parenthesized(() => {
    const value = parseExpression(cursor)
    cursor.expect('AS')
    const type = parseLimitedType(cursor)
    const format = cursor.eat('FORMAT') ? parseExpression(cursor) : undefined
    return { kind: 'cast', value, type, safe: keyword === 'SAFE_CAST', format, at }
  })
}

function parseExtract(cursor: Cursor): Expression {
  const at = cursor.next().start
  return cursor.parenthesized(() => {
    const part = parseDatePart(cursor)
    cursor.expect('FROM')
    const value = parseExpression(cursor)
    const zone = cursor.eat('AT', 'TIME', 'ZONE') ? parseExpression(cursor) : undefined
    return { kind: 'extract', part, value, zone, at }
  })
}

function parseArray(cursor: Cursor): Expression {
  const at = cursor.next().start
  if (cursor.isSymbol('[')) return parseArrayItems(cursor, at)
  if (!cursor.eatSymbol('<'))
    return { kind: 'arrayQuery', query: cursor.parenthesized(() => parseQuery(cursor)), at }
  const element = parseType(cursor, 'an array')
  cursor.closeAngle()
  return parseArrayItems(cursor, at, element)
}

function parseStruct(cursor: Cursor): Expression {
  const at = cursor.at
  if (!cursor.isSymbol('<', 1)) cursor.next()
  const type = cursor.isSymbol('(') ? undefined : parseType(cursor, 'a struct')
  cursor.expectSymbol('(')
  const members = cursor.isSymbol(')')
    ? []
    : cursor.list(() => {
        const value = parseExpression(cursor)
        return { value, alias: cursor.eat('AS') ? cursor.identifier() : undefined }
      })
  cursor.expectSymbol(')')
  return { kind: 'struct', type, named: true, members, at }
}

function parseInterval(cursor: Cursor): Expression {
  const at = cursor.next().start
  const amount = parseOperand(cursor)
  const part = cursor.identifier().toUpperCase()
  const to = cursor.eat('TO') ? cursor.identifier().toUpperCase() : undefined
  return { kind: 'interval', amount, part, to, at }
}

/** Parses `WITH(a AS 1, b AS a + 1, a * b)`. */
function parseWith(cursor: Cursor): Expression {
  const at = cursor.next().start
  cursor.expectSymbol('(')
  const variables: { name: string; value: Expression }[] = []
  while (cursor.isIdentifier() && cursor.peek(1).keyword === 'AS') {
    const name = cursor.identifier()
    cursor.next()
    variables.push({ name, value: parseExpression(cursor) })
    cursor.expectSymbol(',')
  }
  const body = parseExpression(cursor)
  cursor.expectSymbol(')')
  return { kind: 'with', variables, body, at }
}
