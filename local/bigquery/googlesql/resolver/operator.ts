/** Arithmetic, comparison, logic, concatenation. https://cloud.google.com/bigquery/docs/reference/standard-sql/operators */
import type { Expression } from '../ast.ts'
import {
  BOOL,
  BYTES,
  DATE,
  DATETIME,
  FLOAT64,
  INT64,
  INTERVAL,
  isCivil,
  isNumeric,
  STRING,
  typeName,
  type Type,
} from '../types.ts'
import { toText } from './cast.ts'
import { coerce, isCoercible, settle, supertype } from './coercion.ts'
import { comparisonSql } from './comparison.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { floatArithmetic } from './float.ts'
import { once, typed, type Typed } from './typed.ts'

type Binary = Expression & { kind: 'binary' }
const isBool = ({ type }: Typed): boolean => type.kind === 'BOOL' || type.kind === 'NULL'
const isKind = ({ type }: Typed, kind: Type['kind']): boolean => type.kind === kind || type.kind === 'NULL'

export function noOperator(scope: Scope, operator: string, operands: readonly Typed[], at: number): Error {
  const types = operands.map((operand) => typeName(operand.type)).join(', ')
  return errorAt(
    scope.context,
    `No matching signature for operator ${operator} for argument types: ${types}`,
    at,
  )
}

/** Both operands as their common type. */
export function pair(
  left: Typed,
  right: Typed,
  operator: string,
  scope: Scope,
  at: number,
): [Typed, Typed, Type] {
  const type = supertype([left, right])
  if (!type) throw noOperator(scope, operator, [left, right], at)
  return [coerce(left, type), coerce(right, type), type]
}

/** NULL itself is no operand, though a NULL of a type is. */
export function demandOperands(
  operator: string,
  operands: readonly (readonly [Expression, Typed])[],
  scope: Scope,
): void {
  for (const [{ at }, { type, isLiteral }] of operands)
    if (type.kind === 'NULL' && isLiteral)
      throw errorAt(scope.context, `Operands of ${operator} cannot be literal NULL`, at)
}

export function resolveUnary(node: Expression & { kind: 'unary' }, scope: Scope): Typed {
  const value = resolveExpression(node.value, scope)
  const { operator, at } = node
  demandOperands(operator, [[node.value, value]], scope)
  if (operator === 'NOT') {
    if (!isBool(value)) throw noOperator(scope, operator, [value], at)
    return typed(`(NOT ${value.sql})`, BOOL)
  }
  if (operator === '~') {
    if (!isKind(value, 'INT64')) throw noOperator(scope, operator, [value], at)
    return typed(`(~${value.sql})`, INT64)
  }
  if (!isNumeric(value.type) && !isKind(value, 'INTERVAL')) throw noOperator(scope, operator, [value], at)
  return typed(`(-${value.sql})`, settle(value).type)
}

const equality = new Set(['=', '!='])
const ordering = new Set(['<', '>', '<=', '>='])
const bitwise = new Set(['|', '&', '^', '<<', '>>'])

/** How many operators may hold one another: DuckDB's planning time grows with the cube of it. */
const deepest = 200
let depth = 0

export function resolveBinary(node: Binary, scope: Scope): Typed {
  if (node.operator === 'AND' || node.operator === 'OR') return resolveOperands(node, scope)
  if (depth === deepest)
    throw errorAt(scope.context, 'Out of stack space due to deeply nested query expression', node.at)
  depth++
  try {
    return resolveOperands(node, scope)
  } finally {
    depth--
  }
}

function resolveOperands(node: Binary, scope: Scope): Typed {
  const { operator, at } = node
  const left = resolveExpression(node.left, scope)
  const right = resolveExpression(node.right, scope)
  const fail = (): Error => noOperator(scope, operator, [left, right], at)
  if (operator === 'AND' || operator === 'OR') {
    if (!isBool(left) || !isBool(right)) throw fail()
    return typed(`(${left.sql} ${operator} ${right.sql})`, BOOL)
  }
  if (operator !== '<<' && operator !== '>>')
    demandOperands(
      operator,
      [
        [node.left, left],
        [node.right, right],
      ],
      scope,
    )
  if (equality.has(operator) || ordering.has(operator)) return compare(operator, left, right, scope, at)
  if (operator === '||') return concatenate(left, right, scope, at)
  if (bitwise.has(operator)) {
    if (!isKind(left, 'INT64') || !isKind(right, 'INT64')) throw fail()
    return typed(bits(operator, left.sql, right.sql), INT64)
  }
  if (operator === '/' && left.type.kind === 'INTERVAL' && isKind(right, 'INT64'))
    throw unsupportedAt(scope.context, 'INTERVAL / INT64', at)
  const civil = civilArithmetic(operator, left, right)
  if (civil) return civil
  if (!isNumeric(settle(left).type) || !isNumeric(settle(right).type)) throw fail()
  return arithmetic(operator, left, right)
}

/** Whether values of the type can be equal. */
export const isComparable = (type: Type): boolean =>
  type.kind === 'STRUCT'
    ? type.fields.every((field) => isComparable(field.type))
    : type.kind !== 'JSON' && type.kind !== 'ARRAY'

function compare(operator: string, left: Typed, right: Typed, scope: Scope, at: number): Typed {
  const [a, b, type] = pair(left, right, operator, scope, at)
  if (!isComparable(type) || (type.kind === 'STRUCT' && ordering.has(operator))) {
    const what = operator === '=' ? 'Equality' : equality.has(operator) ? 'Inequality' : 'Comparison'
    const named = type.kind === 'STRUCT' ? 'STRUCT' : typeName(type)
    throw errorAt(scope.context, `${what} is not defined for arguments of type ${named}`, at)
  }
  return typed(comparisonSql(operator, a, b, type), BOOL)
}

function concatenate(left: Typed, right: Typed, scope: Scope, at: number): Typed {
  if (left.type.kind === 'ARRAY' || right.type.kind === 'ARRAY') {
    const [a, b, type] = pair(left, right, '||', scope, at)
    return typed(`bq_array_concat(${a.sql}, ${b.sql})`, type)
  }
  const type = left.type.kind === 'BYTES' || right.type.kind === 'BYTES' ? BYTES : STRING
  const [a, b] = [left, right].map((value) => (type === STRING && isPrinted(value) ? printed(value) : value))
  if (!isCoercible(a!, type) || !isCoercible(b!, type)) throw noOperator(scope, '||', [left, right], at)
  return typed(`(${coerce(a!, type).sql} || ${coerce(b!, type).sql})`, type)
}

/** Whether `||` and CONCAT print the value, as CAST does. */
export const isPrinted = ({ type }: Typed): boolean =>
  isNumeric(type) || isCivil(type) || type.kind === 'BOOL' || type.kind === 'INTERVAL'

const printed = (value: Typed): Typed => typed(toText(value), STRING)

function bits(operator: string, left: string, right: string): string {
  if (operator === '^') return `xor(${left}, ${right})`
  if (operator === '<<') return `bq_shift(${left}, ${right})`
  if (operator === '>>') return `bq_shift_right(${left}, ${right})`
  return `(${left} ${operator} ${right})`
}

/** What an interval can be added to. */
const isMoment = (type: Type): boolean => isCivil(type) && type.kind !== 'TIME'

/** A date or timestamp plus an interval. */
function shift({ sql, type }: Typed, interval: string): string {
  return `bq_${type.kind === 'TIMESTAMP' ? 'timestamp_plus' : 'datetime'}(${type.kind === 'TIMESTAMP' ? `${sql}, ` : `${sql} + `}${interval})`
}

/** Dates plus days, times plus intervals, differences; undefined when the operands are numbers. */
function civilArithmetic(operator: string, first: Typed, second: Typed): Typed | undefined {
  let [left, right] = [first, second]
  if (isCivil(right.type) && left.literal !== undefined && isCoercible(left, right.type))
    left = coerce(left, right.type)
  if (isCivil(left.type) && right.literal !== undefined && isCoercible(right, left.type))
    right = coerce(right, left.type)
  if ((operator === '+' || operator === '-') && left.type.kind === 'STRING' && right.type.kind === 'INT64')
    left = left.literal === undefined ? left : coerce(left, DATE)
  if (operator === '-' && isDateAndDatetime(left, right))
    [left, right] = [coerce(left, DATETIME), coerce(right, DATETIME)]
  const [a, b] = [left.type.kind, right.type.kind]
  const shifted = (moment: Typed): Type => (moment.type.kind === 'DATE' ? DATETIME : moment.type)
  if (operator === '+' || operator === '-') {
    if (a === 'DATE' && b === 'INT64')
      return typed(`bq_date(${left.sql} ${operator} CAST(${right.sql} AS INTEGER))`, DATE)
    if (isMoment(left.type) && b === 'INTERVAL')
      return typed(shift(left, operator === '-' ? `-(${right.sql})` : right.sql), shifted(left))
    if (a === 'INTERVAL' && b === 'INTERVAL') return typed(`(${left.sql} ${operator} ${right.sql})`, INTERVAL)
  }
  if (operator === '+') {
    if (a === 'INT64' && b === 'DATE')
      return typed(`bq_date(${right.sql} + CAST(${left.sql} AS INTEGER))`, DATE)
    if (a === 'INTERVAL' && isMoment(right.type)) return typed(shift(right, left.sql), shifted(right))
  }
  if (operator === '-' && a === b && isCivil(left.type))
    return typed(
      a === 'DATE'
        ? `to_days(CAST(${left.sql} - ${right.sql} AS INTEGER))`
        : `to_microseconds(epoch_us(${left.sql}) - epoch_us(${right.sql}))`,
      INTERVAL,
    )
  if (operator === '*' && a === 'INTERVAL' && b === 'INT64')
    return typed(`(${left.sql} * ${right.sql})`, INTERVAL)
  if (operator === '*' && a === 'INT64' && b === 'INTERVAL')
    return typed(`(${right.sql} * ${left.sql})`, INTERVAL)
  return undefined
}

const isDateAndDatetime = (left: Typed, right: Typed): boolean =>
  [left, right].every(({ type }) => type.kind === 'DATE' || type.kind === 'DATETIME') &&
  left.type.kind !== right.type.kind

function arithmetic(operator: string, left: Typed, right: Typed): Typed {
  const common = supertype([left, right])!
  const type = operator === '/' && common.kind === 'INT64' ? FLOAT64 : common
  const [a, b] = [coerce(left, type).sql, coerce(right, type).sql]
  if (type.kind === 'NUMERIC') {
    if (operator === '/')
      return typed(
        once([a, b], (x, y) => `bq_numeric_divide(${x}, ${y})`),
        type,
      )
    if (operator === '*')
      return typed(
        once([a, b], (x, y) => `bq_numeric_multiply(${x}, ${y})`),
        type,
      )
    return typed(`CAST(${a} ${operator} ${b} AS DECIMAL(38,9))`, type)
  }
  if (type.kind === 'FLOAT64') return floatArithmetic(operator, left, right, a, b)
  return typed(`(${a} ${operator} ${b})`, type)
}
