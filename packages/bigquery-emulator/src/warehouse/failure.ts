/** Warehouse: converts any error of a query to the error that BigQuery returns. */
import { AlreadyExists, NotFound, SqlError } from '../googlesql/error.ts'
import { ApiError } from './api_error.ts'

/** DuckDB's run-time errors carry the messages of our functions or one of these. */
const translations: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/Overflow in (\w+) of INT64 \(([^)]*)\)/, ([, , values]) => `int64 overflow: ${values}`],
  [/Overflow in negation of/, () => 'int64 overflow: -(-9223372036854775808)'],
  [/Overflow on abs\((.*)\)/, ([, value]) => `int64 overflow: ABS(${value})`],
  [
    /Date out of range: (\d+)-(\d+)-(\d+)/,
    ([, year, ...rest]) =>
      `Input calculates to invalid date: ${[year!.padStart(4, '0'), ...rest.map((part) => part.padStart(2, '0'))].join('-')}`,
  ],
  [/could not convert blob to UTF8 string/, () => 'Invalid cast of bytes to UTF8 string'],
  [/out of range for the destination type INT64/, () => 'int64 overflow'],
  [
    /Could not cast value .* to DECIMAL|Casting value .* to type DECIMAL|Overflow in .* DECIMAL/,
    () => 'numeric overflow',
  ],
  [/More than one row returned by a subquery/, () => 'Scalar subquery produced more than one element'],
  [/NOT NULL constraint failed: \w+\.(\w+)/, ([, column]) => `Required field ${column} cannot be null`],
  [
    /^Invalid Input Error: ((?:missing|unexpected|no argument for|bad repetition|trailing|invalid (?:escape|character|repetition|perl|UTF|named)).*)/,
    ([, reason]) => `Cannot parse regular expression: ${reason}`,
  ],
  [/LIMIT\/OFFSET cannot be negative/, () => 'Limit and offset values must be non-negative'],
  [/Unknown TimeZone '(.*)'!/s, ([, zone]) => `Invalid time zone: ${zone}`],
  [
    /Maximum call stack size exceeded|Max expression depth limit/,
    () =>
      'Resources exceeded during query execution: Not enough resources for query planning - too many subqueries or query is too complex.',
  ],
  [
    // Inside a lambda, the message is a JSON document.
    /Out of Memory Error: |failed to (?:pin|allocate)|could not allocate block|"exception_type":"Out of Memory"/,
    () =>
      'Resources exceeded during query execution: The query could not be executed in the allotted memory.',
  ],
]
/** Faults of the machine, which the same request may not meet later. */
const machine = /No space left on device|Disk quota exceeded|Read-only file system|Too many open files/i
const invalidated = /has been invalidated/
/** Errors that mean the compiler wrote SQL that DuckDB doesn't accept. */
const ours = /^(?:Binder|Parser|Catalog|Not implemented|INTERNAL) Error: (.*)/s
const kinds = /^(?:Invalid Input|Conversion|Out of Range|Constraint|Invalid|TransactionContext) Error: /

/** True if DuckDB refused the SQL itself, false if it failed on the data. */
export function isRefusedSql(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return ours.test(message) && !translations.some(([pattern]) => pattern.test(message))
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof NotFound) return new ApiError('notFound', message)
  if (error instanceof AlreadyExists) return new ApiError('duplicate', message)
  if (error instanceof SqlError) return new ApiError('invalidQuery', message, 'query')
  if (invalidated.test(message))
    return new ApiError(
      'backendError',
      `The file of the local BigQuery could not be saved, and needs a restart; nothing that was stored is lost. ${firstLine(message)}`,
    )
  if (machine.test(message)) return new ApiError('backendError', firstLine(message.replace(kinds, '')))
  for (const [pattern, translate] of translations) {
    const match = pattern.exec(message)
    if (match) return new ApiError('invalidQuery', translate(match), 'query')
  }
  const unsupported = ours.exec(message)
  if (unsupported)
    return new ApiError(
      'invalidQuery',
      `This query is not supported by the local BigQuery: ${firstLine(unsupported[1]!)}`,
      'query',
    )
  if (kinds.test(message)) return new ApiError('invalidQuery', firstLine(message.replace(kinds, '')), 'query')
  return new ApiError('internalError', message)
}

function firstLine(text: string): string {
  return text.split('\n')[0]!
}
