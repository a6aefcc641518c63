/** GoogleSQL parser: parses types: `ARRAY<STRUCT<name STRING, amount NUMERIC(10, 2)>>`. */
import { SqlError } from '../error.ts'
import { arrayOf, isRefusedType, rangeOf, scalarNamed, structOf, type Field, type Type } from '../types.ts'
import type { Cursor } from './cursor.ts'

/** Parses a type and drops the limits that a cast or a column may set. */
export function parseType(cursor: Cursor): Type {
  return parseLimitedType(cursor).type
}

/** Parses a type and its limits: the `10, 2` of NUMERIC(10, 2). */
export function parseLimitedType(cursor: Cursor): LimitedType {
  return cursor.nested(parseLimited)
}

interface LimitedType {
  type: Type
  limits: number[]
}

function parseLimited(cursor: Cursor): LimitedType {
  const token = cursor.peek()
  if (token.kind !== 'identifier') throw cursor.unexpected()
  if (cursor.eat('ARRAY')) {
    cursor.expectSymbol('<')
    const element = parseType(cursor)
    cursor.closeAngle()
    if (element.kind === 'ARRAY')
      throw new SqlError('Arrays of arrays are not supported', cursor.source, token.start)
    return { type: arrayOf(element), limits: [] }
  }
  if (cursor.eat('STRUCT')) {
    cursor.expectSymbol('<')
    const fields = cursor.isSymbol('>') ? [] : cursor.list(() => parseField(cursor))
    cursor.closeAngle()
    return { type: structOf(fields), limits: [] }
  }
  if (cursor.eat('RANGE')) {
    cursor.expectSymbol('<')
    const element = cursor.next()
    const type = rangeOf(element.text)
    if (!type)
      throw new SqlError(
        `RANGE of ${element.text} is not supported; the element is DATE, DATETIME or TIMESTAMP`,
        cursor.source,
        element.start,
      )
    cursor.closeAngle()
    return { type, limits: [] }
  }
  if (isRefusedType(token.text)) throw cursor.unsupported(`Type ${token.keyword}`)
  const scalar = scalarNamed(token.text)
  if (!scalar) throw new SqlError(`Type not found: ${token.text}`, cursor.source, token.start)
  cursor.next()
  const limits = cursor.isSymbol('(')
    ? cursor.parenthesized(() => cursor.list(() => Number(cursor.next().text)))
    : []
  return { type: scalar, limits }
}

function parseField(cursor: Cursor): Field {
  const named = cursor.peek(1).kind === 'identifier'
  const name = named ? cursor.identifier() : undefined
  return { name, type: parseType(cursor) }
}
