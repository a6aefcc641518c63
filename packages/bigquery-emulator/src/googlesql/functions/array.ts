/** GoogleSQL functions: defines the array functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/array_functions */
import { isComparable } from '../resolver/operator.ts'
import { ungroupable } from '../resolver/grouping.ts'
import { bind, typed } from '../resolver/typed.ts'
import { BOOL, typeName } from '../types.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { defineScalars } from './definition.ts'

/** Emits the first or last element, with an error for an empty array. */
function endOf(array: string, name: string, which: 'first' | 'last'): string {
  return bind([array], (list) => {
    const none = `bq_error_int64('${name} cannot get the ${which} element of an empty array')`
    return `CASE WHEN len(${list}) = 0 THEN ${list}[${none}] ELSE ${list}[${which === 'first' ? 1 : -1}] END`
  })
}

/** Throws for an untyped NULL, which is not an array. */
export function demandArrays(call: FunctionCall): void {
  if (call.values().some(({ type }) => type.kind === 'NULL'))
    throw call.fail('The argument to ARRAY_CONCAT (or ARRAY_CONCAT_AGG) must be an array type but was NULL')
}

export const arrayFunctions = defineScalars({
  ARRAY_LENGTH: ['(ARRAY<T>) -> INT64', (array) => `CAST(len(${array}) AS BIGINT)`],
  ARRAY_CONCAT: [
    '(ARRAY<T>, [ARRAY<T>, ...]) -> ARRAY<T>',
    (...arrays) => arrays.reduce((all, next) => `bq_array_concat(${all}, ${next})`),
    demandArrays,
  ],
  ARRAY_REVERSE: ['(ARRAY<T>) -> ARRAY<T>', (array) => `list_reverse(${array})`],
  ARRAY_FIRST: ['(ARRAY<T>) -> T', (array) => endOf(array, 'ARRAY_FIRST', 'first')],
  ARRAY_LAST: ['(ARRAY<T>) -> T', (array) => endOf(array, 'ARRAY_LAST', 'last')],
  ARRAY_SLICE: [
    '(ARRAY<T>, INT64, INT64) -> ARRAY<T>',
    (array, from, to) => `bq_array_slice(${array}, ${from}, ${to})`,
  ],
  ARRAY_INCLUDES: [
    '(ARRAY<T>, T) -> BOOL',
    (array, value) => `list_contains(${array}, ${value})`,
    (call) => {
      const { type } = call.value(0)
      if (type.kind === 'ARRAY' && !isComparable(type.element))
        throw call.fail(
          `ARRAY_INCLUDES cannot be used on argument of type ${typeName(type)} because the array's element type does not support equality`,
        )
    },
  ],
  ARRAY_IS_DISTINCT: (call) => {
    const { sql, type } = call.value(0)
    if (type.kind !== 'ARRAY' && type.kind !== 'NULL') throw call.noMatch(['(ARRAY<ANY>)'])
    if (type.kind === 'ARRAY' && ungroupable(type.element) !== undefined)
      throw call.fail(
        `ARRAY_IS_DISTINCT cannot be used on argument of type ${typeName(type)} because the array's element type is not groupable`,
      )
    return typed(`bq_array_is_distinct(${sql})`, BOOL)
  },
  ARRAY_TO_STRING: [
    ['(ARRAY<STRING>, STRING) -> STRING', (array, delimiter) => `bq_array_text(${array}, ${delimiter})`],
    [
      '(ARRAY<STRING>, STRING, STRING) -> STRING',
      (array, delimiter, forNull) =>
        bind(
          [array, delimiter, forNull],
          (items, between, none) =>
            `bq_array_text(list_transform(${items}, lambda _s: COALESCE(_s, ${none})), ${between})`,
        ),
    ],
  ],
  GENERATE_ARRAY: [
    [
      '(INT64, INT64, [INT64]) -> ARRAY<INT64>',
      (start, end, step = '1') => `bq_series(${start}, ${end}, ${step})`,
    ],
    [
      '(NUMERIC, NUMERIC, [NUMERIC]) -> ARRAY<NUMERIC>',
      (start, end, step = '1') => fractionalSeries(start, end, step, '0', 'DECIMAL(38,9)'),
    ],
    [
      '(FLOAT64, FLOAT64, [FLOAT64]) -> ARRAY<FLOAT64>',
      (start, end, step = '1') => fractionalSeries(start, end, step, '1e-9', 'DOUBLE'),
    ],
  ],
})

/** Emits a series by multiplication, so that rounding errors don't add up. */
function fractionalSeries(start: string, end: string, step: string, slack: string, type: string): string {
  return bind([start, end, step], (from, to, by) => {
    const count = `CAST(floor((${to} - ${from}) / ${by} + ${slack}) AS BIGINT)`
    return `CAST(list_transform(bq_series(0::BIGINT, ${count}, 1::BIGINT), lambda _i: ${from} + _i * ${by}) AS ${type}[])`
  })
}
