/** GoogleSQL functions: defines the JSON functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions */
import { text } from '../duckdb_sql.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { bind, typed, type Typed } from '../resolver/typed.ts'
import { JSON_TYPE, STRING } from '../types.ts'
import { defineScalars, type ScalarRow } from './definition.ts'
import { jsonTextOf } from './json_text.ts'

/** The STRING signature comes first, because it is the one for an untyped NULL. */
const value: ScalarRow[] = [
  ['(STRING, [JSONPATH]) -> STRING', (json, path = "'$'") => `bq_json_value_of_string(${json}, ${path})`],
  ['(JSON, [JSONPATH]) -> STRING', (json, path = "'$'") => `bq_json_value(${json}, ${path})`],
]
const query: ScalarRow[] = [
  ['(STRING, JSONPATH) -> STRING', (json, path) => `bq_json_query_of_string(${json}, ${path})`],
  ['(JSON, JSONPATH) -> JSON', (json, path) => `bq_json_extract(${json}, ${path})`],
]
const queryArray: ScalarRow[] = [
  [
    '(STRING, [JSONPATH]) -> ARRAY<STRING>',
    (json, path = "'$'") =>
      bind([json, path], (j, p) => `CAST(bq_json_array_of_string(${j}, ${p}) AS VARCHAR[])`),
  ],
  [
    '(JSON, [JSONPATH]) -> ARRAY<JSON>',
    (json, path = "'$'") => bind([json, path], (j, p) => `bq_json_array(${j}, ${p})`),
  ],
]
const valueArray: ScalarRow[] = [
  [
    '(STRING, [JSONPATH]) -> ARRAY<STRING>',
    (json, path = "'$'") => `bq_json_value_array_of_string(${json}, ${path})`,
  ],
  ['(JSON, [JSONPATH]) -> ARRAY<STRING>', (json, path = "'$'") => `bq_json_value_array(${json}, ${path})`],
]
export const jsonFunctions = defineScalars({
  JSON_VALUE: value,
  JSON_EXTRACT_SCALAR: value,
  JSON_QUERY: query,
  JSON_EXTRACT: query,
  JSON_QUERY_ARRAY: queryArray,
  JSON_EXTRACT_ARRAY: queryArray,
  JSON_VALUE_ARRAY: valueArray,
  JSON_EXTRACT_STRING_ARRAY: valueArray,
  JSON_TYPE: ['(JSON) -> STRING', (json) => `bq_json_type(${json})`],
  JSON_KEYS: [
    '(JSON, [INT64]) -> ARRAY<STRING>',
    (json, depth = '1000') => `bq_json_keys(${json}, ${depth})`,
  ],
  PARSE_JSON: (call) => {
    const mode = call.named('wide_number_mode')
    if (mode && !(mode.kind === 'literal' && ['exact', 'round'].includes(mode.text)))
      throw call.fail("Argument wide_number_mode of PARSE_JSON must be 'exact' or 'round'")
    const given = mode?.kind === 'literal' ? mode.text : 'exact'
    return typed(`CAST(bq_parse_json(${call.coerced(0, STRING)}, '${given}') AS JSON)`, JSON_TYPE)
  },
  TO_JSON: (call) => {
    return typed(`CAST(${jsonTextOf(call.value(0), 'document')} AS JSON)`, JSON_TYPE)
  },
  TO_JSON_STRING: (call) => {
    const json = jsonTextOf(call.value(0))
    if (call.args.length < 2) return typed(json, STRING)
    const pretty = call.coerced(1, { kind: 'BOOL' })
    return typed(`CASE WHEN ${pretty} THEN bq_json_pretty(${json}) ELSE ${json} END`, STRING)
  },
  JSON_OBJECT: (call) => {
    if (call.args.length % 2 !== 0) throw call.unsupported('JSON_OBJECT of an odd number of arguments')
    const noName = `bq_error_string('Invalid input to JSON_OBJECT: A key cannot be NULL')`
    const members = call.args.flatMap((_, i) => {
      if (i % 2 !== 0) return []
      if (call.value(i).type.kind === 'ARRAY') throw call.unsupported('JSON_OBJECT of arrays')
      const name = `COALESCE(bq_json_quoted(${call.coerced(i, STRING)}), ${noName})`
      return [`${name} || ':' || ${jsonTextOf(call.value(i + 1), 'document')}`]
    })
    const object = `'{' || ${members.length > 0 ? `${members.join(` || ',' || `)} || ` : ''}'}'`
    return typed(`CAST(bq_json_document(${object}) AS JSON)`, JSON_TYPE)
  },
  JSON_ARRAY: (call) => {
    const items = call.values().map((item) => jsonTextOf(item, 'document'))
    return typed(
      `CAST('[' || ${items.length > 0 ? `${items.join(` || ',' || `)} || ` : ''}']' AS JSON)`,
      JSON_TYPE,
    )
  },
  JSON_SET: edit(['create_if_missing']),
  JSON_REMOVE: edit([]),
  JSON_STRIP_NULLS: edit(['include_arrays', 'remove_empty']),
  JSON_ARRAY_APPEND: edit(['append_each_element']),
  JSON_ARRAY_INSERT: edit(['insert_each_element']),
  BOOL: ['(JSON) -> BOOL', (json) => `bq_json_bool(${json})`],
  INT64: ['(JSON) -> INT64', (json) => `bq_json_int64(${json})`],
  FLOAT64: ['(JSON) -> FLOAT64', (json) => `bq_json_float64(${json})`],
  LAX_BOOL: ['(JSON) -> BOOL', (json) => `bq_lax_bool(CAST(${json} AS VARCHAR))`],
  LAX_INT64: ['(JSON) -> INT64', (json) => `bq_lax_int64(CAST(${json} AS VARCHAR))`],
  LAX_FLOAT64: ['(JSON) -> FLOAT64', (json) => `bq_lax_float64(CAST(${json} AS VARCHAR))`],
  LAX_STRING: ['(JSON) -> STRING', (json) => `bq_lax_string(CAST(${json} AS VARCHAR))`],
})

/** Defines a function that changes a document. Paths keep BigQuery's spelling; values are converted to JSON text. */
function edit(flags: readonly string[]): (call: FunctionCall) => Typed {
  return (call) => {
    const takesValues = !['JSON_REMOVE', 'JSON_STRIP_NULLS'].includes(call.name)
    const least = takesValues ? 3 : call.name === 'JSON_REMOVE' ? 2 : 1
    const isPaired = !takesValues || call.args.length % 2 === 1
    if (call.args.length < least || !isPaired || (least === 1 && call.args.length > 2)) throw call.noMatch([])
    for (const [i, { isLiteral, isParameter }] of call.values().entries()) {
      const isPath = i > 0 && (!takesValues || i % 2 === 1)
      if (isPath && !isLiteral && !isParameter)
        throw call.fail(`Argument ${i + 1} to ${call.name} must be a literal or query parameter`)
    }
    const texts = call.values().map((arg, i) => {
      if (i === 0) return `CAST(${call.coerced(0, JSON_TYPE)} AS VARCHAR)`
      return takesValues && i % 2 === 0 ? jsonTextOf(arg, 'document') : call.coerced(i, STRING)
    })
    const given = Object.fromEntries(
      flags.flatMap((flag) => (call.named(flag) ? [[flag, call.flag(flag, true)]] : [])),
    )
    const options = text(JSON.stringify(given))
    return typed(
      `CAST(bq_json_edit('${call.name}', CAST([${texts.join(', ')}] AS VARCHAR[]), ${options}) AS JSON)`,
      JSON_TYPE,
    )
  }
}
