/** GoogleSQL functions: defines the regular expression functions. BigQuery and DuckDB both use RE2. https://cloud.google.com/bigquery/docs/reference/standard-sql/string_functions#regexp_contains */
import type { FunctionCall } from '../resolver/function_call.ts'
import { typed, type Typed } from '../resolver/typed.ts'
import { arrayOf, INT64, STRING } from '../types.ts'
import { countGroups } from '../regexp_groups.ts'
import { defineScalars } from './definition.ts'

export const regexpFunctions = defineScalars({
  REGEXP_CONTAINS: [
    ['(STRING, STRING) -> BOOL', (value, pattern) => `regexp_matches(${value}, ${pattern})`],
    ['(BYTES, BYTES) -> BOOL', (value, pattern) => `regexp_matches(decode(${value}), decode(${pattern}))`],
  ],
  REGEXP_EXTRACT: extract,
  REGEXP_SUBSTR: extract,
  REGEXP_EXTRACT_ALL: (call) => {
    const [value, pattern, group] = operands(call)
    return typed(`bq_extract_all(${value}, ${pattern}, ${group})`, arrayOf(STRING))
  },
  REGEXP_REPLACE: [
    [
      '(STRING, STRING, STRING) -> STRING',
      (value, pattern, by) => `regexp_replace(${value}, ${pattern}, bq_rewrite(${pattern}, ${by}), 'g')`,
    ],
  ],
})

/** Returns the value, the pattern and the number of the group to return. */
function operands(call: FunctionCall): [string, string, 0 | 1] {
  if (call.value(0).type.kind === 'BYTES') throw call.unsupported(`${call.name} of BYTES`)
  const pattern = call.value(1)
  if (pattern.literal === undefined && pattern.type.kind !== 'NULL')
    throw call.unsupported(`${call.name} with a pattern that is no literal`)
  const groups = countGroups(pattern.literal ?? '')
  if (groups > 1) throw call.fail(`Regular expression has more than 1 capturing group: ${pattern.literal}`)
  return [call.coerced(0, STRING), call.coerced(1, STRING), groups === 1 ? 1 : 0]
}

function extract(call: FunctionCall): Typed {
  if (call.args.length < 2 || call.args.length > 4) throw call.noMatch(['(STRING, STRING, [INT64], [INT64])'])
  const [value, pattern, group] = operands(call)
  if (call.args.length > 2) {
    if (/(?<!\\|\[)\^|\\A|\\b/i.test(call.value(1).literal ?? ''))
      throw call.unsupported(`${call.name} from a position with a pattern that looks before it`)
    const occurrence = call.args.length > 3 ? call.coerced(3, INT64) : '1'
    const rest = `substr(${value}, ${call.coerced(2, INT64)})`
    return typed(
      `bq_nth_match(bq_extract_all(${rest}, ${pattern}, ${group}), ${call.coerced(2, INT64)}, ${occurrence})`,
      STRING,
    )
  }
  return typed(
    `CASE WHEN regexp_matches(${value}, ${pattern}) THEN regexp_extract(${value}, ${pattern}, ${group}) END`,
    STRING,
  )
}
