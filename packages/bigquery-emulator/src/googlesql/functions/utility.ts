/** GoogleSQL functions: defines the utility, security and NET functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/utility-functions */
import { text } from '../duckdb_sql.ts'
import { coerce, isCoercible } from '../resolver/coercion.ts'
import { typed } from '../resolver/typed.ts'
import { NULL_TYPE, STRING } from '../types.ts'
import { defineScalars } from './definition.ts'

export const utilityFunctions = defineScalars({
  ERROR: (call) => {
    const [message] = call.values()
    if (!message || call.args.length !== 1 || !isCoercible(message, STRING)) throw call.noMatch(['(STRING)'])
    return typed(`bq_error_string(${coerce(message, STRING).sql})`, NULL_TYPE, { raises: true })
  },
  GENERATE_UUID: ['() -> STRING', () => 'CAST(uuid() AS VARCHAR)'],
  SESSION_USER: (call) => typed(text(call.scope.context.user), STRING),
  'NET.HOST': ['(STRING) -> STRING', (url) => `bq_net_host(${url})`],
})
