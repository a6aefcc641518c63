/** GoogleSQL functions: defines the mathematical functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/mathematical_functions */
import { Inexpressible } from '../duckdb_sql.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { attempt, bind } from '../resolver/typed.ts'
import { typeName } from '../types.ts'
import { defineScalars, type ScalarRow } from './definition.ts'

function refuseNumeric(): never {
  throw new Inexpressible('This function of NUMERIC')
}

function float(emit: (x: string) => string): ScalarRow[] {
  return [
    ['(FLOAT64) -> FLOAT64', emit],
    ['(NUMERIC) -> NUMERIC', refuseNumeric],
  ]
}

function binary(emit: (x: string, y: string) => string): ScalarRow[] {
  return [
    ['(FLOAT64, FLOAT64) -> FLOAT64', emit],
    ['(NUMERIC, NUMERIC) -> NUMERIC', refuseNumeric],
  ]
}

function named(name: string): ScalarRow {
  return ['(FLOAT64) -> FLOAT64', (x) => `bq_math('${name}', ${x})`]
}

const ceil: ScalarRow[] = [
  ['(FLOAT64) -> FLOAT64', (x) => `ceil(${x})`],
  ['(NUMERIC) -> NUMERIC', (x) => `CAST(ceil(${x}) AS DECIMAL(38,9))`],
]
const power = binary((x, y) => `bq_power(${x}, ${y})`)

/** Defines + - * that return NULL on overflow. */
function safe(operator: string): ScalarRow[] {
  return [
    ['(INT64, INT64) -> INT64', (x, y) => attempt([x, y], (a, b) => `${a} ${operator} ${b}`)],
    [
      '(NUMERIC, NUMERIC) -> NUMERIC',
      (x, y) =>
        attempt([x, y], (a, b) =>
          operator === '*'
            ? `bq_numeric_multiply(${a}, ${b})`
            : `CAST(${a} ${operator} ${b} AS DECIMAL(38,9))`,
        ),
    ],
    ['(FLOAT64, FLOAT64) -> FLOAT64', (x, y) => `bq_finite(${x} ${operator} ${y}, ${x}, ${y})`],
  ]
}

/** Throws unless the rounding mode is a constant and one of the two supported ones. */
function demandMode(call: FunctionCall): void {
  if (call.args.length < 3) return
  const { literal, isLiteral, isParameter } = call.value(2)
  if (!isLiteral && !isParameter) throw call.noMatch(['(NUMERIC, INT64, ROUNDING_MODE)'])
  if (literal !== undefined && !['ROUND_HALF_AWAY_FROM_ZERO', 'ROUND_HALF_EVEN'].includes(literal))
    throw call.fail(`Could not cast literal ${JSON.stringify(literal)} to type ROUNDING_MODE`)
}

export const mathFunctions = defineScalars({
  ABS: [
    ['(INT64) -> INT64', (x) => `abs(${x})`],
    ['(NUMERIC) -> NUMERIC', (x) => `abs(${x})`],
    ['(FLOAT64) -> FLOAT64', (x) => `abs(${x})`],
  ],
  SIGN: [
    ['(INT64) -> INT64', (x) => `CAST(sign(${x}) AS BIGINT)`],
    ['(NUMERIC) -> NUMERIC', (x) => `CAST(sign(${x}) AS DECIMAL(38,9))`],
    ['(FLOAT64) -> FLOAT64', (x) => `CASE WHEN isnan(${x}) THEN ${x} ELSE CAST(sign(${x}) AS DOUBLE) END`],
  ],
  ROUND: [
    ['(FLOAT64) -> FLOAT64', (x) => `round(${x})`],
    ['(FLOAT64, INT64) -> FLOAT64', (x, digits) => `bq_float_round(${x}, ${digits})`],
    ['(NUMERIC) -> NUMERIC', (x) => `CAST(round(${x}) AS DECIMAL(38,9))`],
    [
      '(NUMERIC, INT64, [STRING]) -> NUMERIC',
      (x, digits, mode = "'ROUND_HALF_AWAY_FROM_ZERO'") => `bq_numeric_round(${x}, ${digits}, ${mode})`,
      demandMode,
    ],
  ],
  TRUNC: [
    ['(FLOAT64) -> FLOAT64', (x) => `trunc(${x})`],
    ['(FLOAT64, INT64) -> FLOAT64', (x, digits) => `bq_float_trunc(${x}, ${digits})`],
    ['(NUMERIC, [INT64]) -> NUMERIC', (x, digits = '0') => `bq_numeric_round(${x}, ${digits}, 'TRUNCATE')`],
  ],
  CEIL: ceil,
  CEILING: ceil,
  FLOOR: [
    ['(FLOAT64) -> FLOAT64', (x) => `floor(${x})`],
    ['(NUMERIC) -> NUMERIC', (x) => `CAST(floor(${x}) AS DECIMAL(38,9))`],
  ],
  SQRT: float((x) => `bq_sqrt(${x})`),
  CBRT: float((x) => `bq_math('cbrt', ${x})`),
  POW: power,
  POWER: power,
  EXP: float((x) => `bq_exp(${x})`),
  LN: float((x) => `bq_ln(${x})`),
  LOG: [...float((x) => `bq_ln(${x})`), ...binary((x, base) => `bq_log(${x}, ${base})`)],
  LOG10: float((x) => `bq_log10(${x})`),
  ATAN2: ['(FLOAT64, FLOAT64) -> FLOAT64', (y, x) => `atan2(${y}, ${x})`],
  ...Object.fromEntries(
    'SIN COS TAN ASIN ACOS ATAN SINH COSH TANH ASINH ACOSH ATANH CSC SEC COT CSCH SECH COTH'
      .split(' ')
      .map((name) => [name, named(name.toLowerCase())] as const),
  ),
  PI: ['() -> FLOAT64', () => 'pi()'],
  RAND: ['() -> FLOAT64', () => 'random()'],
  IEEE_DIVIDE: ['(FLOAT64, FLOAT64) -> FLOAT64', (x, y) => `bq_ieee_divide(${x}, ${y})`],
  IS_INF: ['(FLOAT64) -> BOOL', (x) => `isinf(${x})`],
  IS_NAN: ['(FLOAT64) -> BOOL', (x) => `isnan(${x})`],
  DIV: [
    ['(INT64, INT64) -> INT64', (x, y) => `bq_div(${x}, ${y})`],
    ['(NUMERIC, NUMERIC) -> NUMERIC', (x, y) => `bq_numeric_div(${x}, ${y})`],
  ],
  MOD: [
    ['(INT64, INT64) -> INT64', (x, y) => `CAST(bq_mod(${x}, ${y}) AS BIGINT)`],
    ['(NUMERIC, NUMERIC) -> NUMERIC', (x, y) => `CAST(bq_mod(${x}, ${y}) AS DECIMAL(38,9))`],
  ],
  SAFE_DIVIDE: [
    ['(INT64, INT64) -> FLOAT64', (x, y) => `bq_safe_divide(CAST(${x} AS DOUBLE), CAST(${y} AS DOUBLE))`],
    ['(NUMERIC, NUMERIC) -> NUMERIC', (x, y) => attempt([x, y], (a, b) => `bq_numeric_divide(${a}, ${b})`)],
    ['(FLOAT64, FLOAT64) -> FLOAT64', (x, y) => `bq_safe_divide(${x}, ${y})`],
  ],
  SAFE_ADD: safe('+'),
  SAFE_SUBTRACT: safe('-'),
  SAFE_MULTIPLY: safe('*'),
  SAFE_NEGATE: [
    ['(INT64) -> INT64', (x) => attempt([x], (a) => `-(${a})`)],
    ['(NUMERIC) -> NUMERIC', (x) => attempt([x], (a) => `-(${a})`)],
    ['(FLOAT64) -> FLOAT64', (x) => `(-(${x}))`],
  ],
  RANGE_BUCKET: [
    '(T, ARRAY<T>) -> INT64',
    (point, bounds) => bind([point, bounds], (x, list) => `bq_range_bucket(${x}, ${list})`),
    (call) => {
      const { type } = call.value(1)
      if (type.kind === 'ARRAY' && ['ARRAY', 'STRUCT', 'JSON'].includes(type.element.kind))
        throw call.fail(
          `Second argument to RANGE_BUCKET of type ${typeName(type)} is not supported because array element type is not orderable`,
        )
    },
  ],
  BIT_COUNT: ['(INT64) -> INT64', (x) => `CAST(bit_count(${x}) AS BIGINT)`],
  PARSE_NUMERIC: ['(STRING) -> NUMERIC', (x) => `CAST(bq_parse_numeric(${x}) AS DECIMAL(38,9))`],
})
