/** All functions that are registered with DuckDB. */
import { bytesFunctions } from './bytes.ts'
import { decimalFunctions } from './decimal.ts'
import { errorFunctions } from './error.ts'
import { formatFunctions } from './format.ts'
import { intervalFunctions } from './interval_text.ts'
import { jsonFunctions } from './json.ts'
import { jsonNumberFunctions } from './json_number.ts'
import { mathFunctions } from './math.ts'
import type { ScalarFunction } from './scalar_function.ts'
import { strftimeFunctions } from './strftime.ts'
import { strptimeFunctions } from './strptime.ts'
import { textFunctions } from './text.ts'

export const allFunctions: readonly ScalarFunction[] = [
  ...bytesFunctions,
  ...decimalFunctions,
  ...errorFunctions,
  ...formatFunctions,
  ...intervalFunctions,
  ...jsonFunctions,
  ...jsonNumberFunctions,
  ...mathFunctions,
  ...strftimeFunctions,
  ...strptimeFunctions,
  ...textFunctions,
]
