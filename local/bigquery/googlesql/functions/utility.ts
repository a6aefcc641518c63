/** Utility, security and NET functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/utility-functions */
import { text } from '../duckdb_sql.ts'
import { typed } from '../resolver/typed.ts'
import { STRING } from '../types.ts'
import { defineScalars } from './definition.ts'

export const utilityFunctions = defineScalars({
  ERROR: ['(STRING) -> INT64', (message) => `bq_error_int64(${message})`],
  GENERATE_UUID: ['() -> STRING', () => 'CAST(uuid() AS VARCHAR)'],
  SESSION_USER: (call) => typed(text(call.scope.context.user), STRING),
  'NET.HOST': ['(STRING) -> STRING', (url) => `bq_net_host(${url})`],
})
