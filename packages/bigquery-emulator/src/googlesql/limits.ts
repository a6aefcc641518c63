/** GoogleSQL compiler: parameterized types: checks and compares their parameters.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#parameterized_data_types */
import type { Limits, Scalar, Type } from './types.ts'

/** Digits of a NUMERIC before the point, and after it. */
const mostWhole = 29
const mostScale = 9

/** Returns the limits that parameters describe, or what is wrong with them, in the words of Google's analyzer. */
export function limitsOf({ kind }: Scalar, parameters: readonly number[]): Limits | string {
  const [first = Number.NaN, scale = 0] = parameters
  if (kind === 'STRING' || kind === 'BYTES') {
    if (parameters.length !== 1)
      return `${kind} type can only have one parameter. Found ${parameters.length} parameters`
    return Number.isInteger(first) && first > 0 ? [first] : `${kind} length must be greater than 0`
  }
  if (kind !== 'NUMERIC') return `${kind} does not support type parameters`
  if (parameters.length > 2)
    return `NUMERIC type can only have 1 or 2 parameters. Found ${parameters.length} parameters`
  if (!(scale >= 0 && scale <= mostScale)) return `In NUMERIC(P, S), S must be between 0 and ${mostScale}`
  const least = Math.max(1, scale)
  if (first >= least && first <= mostWhole + scale) return scale === 0 ? [first] : [first, scale]
  return parameters.length === 1
    ? `In NUMERIC(P), P must be between 1 and ${mostWhole}`
    : `In NUMERIC(P, ${scale}), P must be between ${least} and ${mostWhole + scale}`
}

export function isLimited(type: Type): boolean {
  if (type.kind === 'ARRAY') return isLimited(type.element)
  if (type.kind === 'STRUCT') return type.fields.some((field) => isLimited(field.type))
  return type.kind !== 'NULL' && type.limits !== undefined
}

/** Returns the type of the values of a column: its type without limits. */
export function withoutLimits(type: Type): Type {
  if (!isLimited(type)) return type
  if (type.kind === 'ARRAY') return { ...type, element: withoutLimits(type.element) }
  if (type.kind === 'STRUCT')
    return { ...type, fields: type.fields.map((field) => ({ ...field, type: withoutLimits(field.type) })) }
  return { kind: type.kind }
}

/** Returns true if every value of a type with limits is within those of another type of the same kind. */
export function isWithin(from: Type, to: Type): boolean {
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') return isWithin(from.element, to.element)
  if (from.kind === 'STRUCT' && to.kind === 'STRUCT')
    return from.fields.every((field, i) => isWithin(field.type, to.fields[i]!.type))
  const outer = (to as Scalar).limits
  const inner = (from as Scalar).limits
  if (!outer) return true
  if (!inner) return false
  const [digits, scale = 0] = outer
  const [innerDigits, innerScale = 0] = inner
  return to.kind === 'NUMERIC'
    ? innerScale <= scale && innerDigits - innerScale <= digits - scale
    : innerDigits <= digits
}

/** Returns the greatest value of a NUMERIC with limits. */
export function greatest([digits, scale = 0]: Limits): string {
  return `${'9'.repeat(digits - scale) || '0'}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`
}
