/** GoogleSQL resolver: resolves arithmetic, comparison, logical and concatenation operators. https://cloud.google.com/bigquery/docs/reference/standard-sql/operators */
import type { Expression } from '../ast.ts'
import {
  BOOL,
  BYTES,
  FLOAT64,
  INT64,
  isCivil,
  isNumeric,
  rangeElement,
  STRING,
  typeName,
  type Type,
} from '../types.ts'
import { toText } from './cast.ts'
import { civilArithmetic } from './civil_arithmetic.ts'
import { coerce, isCoercible, settle, supertype } from './coercion.ts'
import { comparisonSql } from './comparison.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { floatArithmetic } from './float.ts'
import { once, typed, type Typed } from './typed.ts'

type Binary = Expression & { kind: 'binary' }

function isBool({ type }: Typed): boolean {
  return type.kind === 'BOOL' || type.kind === 'NULL'
}

function isKind({ type }: Typed, kind: Type['kind']): boolean {
  return type.kind === kind || type.kind === 'NULL'
}

export function noOperator(scope: Scope, operator: string, operands: readonly Typed[], at: number): Error {
  const types = operands.map((operand) => typeName(operand.type)).join(', ')
  return errorAt(
    scope.context,
    `No matching signature for operator ${operator} for argument types: ${types}`,
    at,
  )
}

/** Converts both operands to their common type. */
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

/** Throws for an untyped NULL as an operand. A typed NULL is allowed. */
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
  if (operator === '+') {
    if (isNumeric(value.type) || value.type.kind === 'NULL') return value
    const found = typeName(value.type)
    throw errorAt(scope.context, `Operands of + must be numeric type but was ${found}`, at)
  }
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

/** Maximum nesting depth of operators. DuckDB's planning time grows with the cube of it. */
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
    if (isKind(left, 'BYTES') && (isKind(right, 'BYTES') || operator.length > 1))
      throw unsupportedAt(scope.context, 'Bitwise operators of BYTES', at)
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

/** Returns true if values of the type can be compared for equality. */
export function isComparable(type: Type): boolean {
  return type.kind === 'STRUCT'
    ? type.fields.every((field) => isComparable(field.type))
    : type.kind !== 'JSON' && type.kind !== 'ARRAY' && type.kind !== 'GEOGRAPHY'
}

function compare(operator: string, left: Typed, right: Typed, scope: Scope, at: number): Typed {
  const [a, b, type] = pair(left, right, operator, scope, at)
  if (!isComparable(type) || (type.kind === 'STRUCT' && ordering.has(operator))) {
    const what = operator === '=' ? 'Equality' : equality.has(operator) ? 'Inequality' : 'Comparison'
    const named = type.kind === 'STRUCT' ? 'STRUCT' : typeName(type)
    throw errorAt(scope.context, `${what} is not defined for arguments of type ${named}`, at)
  }
  if (ordering.has(operator) && rangeElement(type) !== undefined)
    throw unsupportedAt(scope.context, 'Comparison of RANGE', at)
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

/** Returns true if `||` and CONCAT convert the value to text, as CAST does. */
export function isPrinted({ type }: Typed): boolean {
  return isNumeric(type) || isCivil(type) || type.kind === 'BOOL' || type.kind === 'INTERVAL'
}

function printed(value: Typed): Typed {
  return typed(toText(value), STRING)
}

function bits(operator: string, left: string, right: string): string {
  if (operator === '^') return `xor(${left}, ${right})`
  if (operator === '<<') return `bq_shift(${left}, ${right})`
  if (operator === '>>') return `bq_shift_right(${left}, ${right})`
  return `(${left} ${operator} ${right})`
}

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
