/** GoogleSQL parser: parses types: `ARRAY<STRUCT<name STRING, amount NUMERIC(10, 2)>>`. */
import { SqlError, Unsupported } from '../error.ts'
import { isLimited, limitsOf } from '../limits.ts'
import {
  arrayOf,
  isRefusedType,
  rangeOf,
  scalarNamed,
  structOf,
  type Field,
  type Limits,
  type Scalar,
  type Type,
} from '../types.ts'
import type { Cursor } from './cursor.ts'

/** Parses the type of a value. `what` names it in the refusal of parameters, which only columns and casts may have. */
export function parseType(cursor: Cursor, what: string): Type {
  const { at } = cursor
  const type = parseLimitedType(cursor)
  if (isLimited(type)) throw new Unsupported(`A parameterized type of ${what}`, cursor.source, at)
  return type
}

/** Parses a type that may have parameters: NUMERIC(10, 2). */
export function parseLimitedType(cursor: Cursor): Type {
  return cursor.nested(parseLimited)
}

function parseLimited(cursor: Cursor): Type {
  const token = cursor.peek()
  if (token.kind !== 'identifier') throw cursor.unexpected()
  if (cursor.eat('ARRAY')) {
    cursor.expectSymbol('<')
    const element = parseLimitedType(cursor)
    cursor.closeAngle()
    if (element.kind === 'ARRAY')
      throw new SqlError('Arrays of arrays are not supported', cursor.source, token.start)
    return arrayOf(element)
  }
  if (cursor.eat('STRUCT')) {
    cursor.expectSymbol('<')
    const fields = cursor.isSymbol('>') ? [] : cursor.list(() => parseField(cursor))
    cursor.closeAngle()
    return structOf(fields)
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
    return type
  }
  if (isRefusedType(token.text)) throw cursor.unsupported(`Type ${token.keyword}`)
  const scalar = scalarNamed(token.text)
  if (!scalar) throw new SqlError(`Type not found: ${token.text}`, cursor.source, token.start)
  cursor.next()
  return cursor.isSymbol('(') ? { ...scalar, limits: parseLimits(cursor, scalar, token.start) } : scalar
}

function parseLimits(cursor: Cursor, scalar: Scalar, at: number): Limits {
  const parameters = cursor.parenthesized(() =>
    cursor.list(() => {
      if (cursor.peek().kind !== 'integer') throw cursor.unexpected()
      const parameter = Number(cursor.next().text)
      if (!Number.isSafeInteger(parameter)) throw cursor.unsupported(`Type parameter ${parameter}`)
      return parameter
    }),
  )
  const limits = limitsOf(scalar, parameters)
  if (typeof limits === 'string') throw new SqlError(limits, cursor.source, at)
  return limits
}

function parseField(cursor: Cursor): Field {
  const named = cursor.peek(1).kind === 'identifier'
  const name = named ? cursor.identifier() : undefined
  return { name, type: parseLimitedType(cursor) }
}
