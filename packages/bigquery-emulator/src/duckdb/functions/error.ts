/** Run-time errors: functions of every type that throw their argument. */
import { scalarFunction } from './scalar_function.ts'

function raise(message: string): never {
  throw new Error(message)
}

export const errorFunctions = [
  scalarFunction('bq_error_int64', ['STRING'], 'INT64', raise),
  scalarFunction('bq_error_double', ['STRING'], 'FLOAT64', raise),
  scalarFunction('bq_error_string', ['STRING'], 'STRING', raise),
  scalarFunction('bq_error_bool', ['STRING'], 'BOOL', raise),
]
