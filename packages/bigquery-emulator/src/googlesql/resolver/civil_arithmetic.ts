/** GoogleSQL resolver: resolves arithmetic on dates, times and intervals. https://cloud.google.com/bigquery/docs/reference/standard-sql/operators#date_arithmetics_operators */
import { DATE, DATETIME, INTERVAL, isCivil, type Type } from '../types.ts'
import { coerce, isCoercible } from './coercion.ts'
import { typed, type Typed } from './typed.ts'

/** Returns true if an interval can be added to the type. */
function isMoment(type: Type): boolean {
  return isCivil(type) && type.kind !== 'TIME'
}

/** Emits a date or timestamp plus an interval. */
function shift({ sql, type }: Typed, interval: string): string {
  return `bq_${type.kind === 'TIMESTAMP' ? 'timestamp_plus' : 'datetime'}(${type.kind === 'TIMESTAMP' ? `${sql}, ` : `${sql} + `}${interval})`
}

/**
 * Resolves date plus days, date or time plus interval, and differences. Returns undefined if the operands are
 * numbers.
 */
export function civilArithmetic(operator: string, first: Typed, second: Typed): Typed | undefined {
  let [left, right] = [first, second]
  if (isCivil(right.type) && left.literal !== undefined && isCoercible(left, right.type))
    left = coerce(left, right.type)
  if (isCivil(left.type) && right.literal !== undefined && isCoercible(right, left.type))
    right = coerce(right, left.type)
  if ((operator === '+' || operator === '-') && right.type.kind === 'INT64') left = textAsDate(left)
  if (operator === '+' && left.type.kind === 'INT64') right = textAsDate(right)
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

/** Converts a constant string to a DATE, so that a number of days can be added to it. */
function textAsDate(value: Typed): Typed {
  return value.type.kind === 'STRING' && isCoercible(value, DATE) ? coerce(value, DATE) : value
}

function isDateAndDatetime(left: Typed, right: Typed): boolean {
  return (
    [left, right].every(({ type }) => type.kind === 'DATE' || type.kind === 'DATETIME') &&
    left.type.kind !== right.type.kind
  )
}
