/** GoogleSQL functions: defines the string and bytes functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/string_functions */
import { Inexpressible, text } from '../duckdb_sql.ts'
import { toText } from '../resolver/cast.ts'
import { coerce, isCoercible } from '../resolver/coercion.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { isPrinted } from '../resolver/operator.ts'
import { mapArray, typed, type Typed } from '../resolver/typed.ts'
import { BYTES, settled, STRING, typeName, type Type } from '../types.ts'
import { defineScalars, InvalidArgument, type ScalarRow } from './definition.ts'
import { conversions, demandFormat } from './format_pattern.ts'
import { jsonTextOf } from './json_text.ts'

const length: ScalarRow[] = [
  ['(STRING) -> INT64', (value) => `CAST(length(${value}) AS BIGINT)`],
  ['(BYTES) -> INT64', (value) => `CAST(octet_length(${value}) AS BIGINT)`],
]
const byteLength: ScalarRow[] = [
  ['(STRING) -> INT64', (value) => `CAST(strlen(${value}) AS BIGINT)`],
  ['(BYTES) -> INT64', (value) => `CAST(octet_length(${value}) AS BIGINT)`],
]
const substring: ScalarRow[] = [
  ['(STRING, INT64) -> STRING', (value, position) => `bq_substr_from(${value}, ${position})`],
  ['(STRING, INT64, INT64) -> STRING', (value, position, n) => `bq_substr(${value}, ${position}, ${n})`],
  [
    '(BYTES, INT64) -> BYTES',
    (value, position) => `bq_bytes_substr(${value}, ${position}, 9223372036854775807)`,
  ],
  ['(BYTES, INT64, INT64) -> BYTES', (value, position, n) => `bq_bytes_substr(${value}, ${position}, ${n})`],
]

function trim(side: 'both' | 'left' | 'right'): ScalarRow[] {
  const native = { both: 'trim', left: 'ltrim', right: 'rtrim' }[side]
  return [
    [
      '(STRING, [STRING]) -> STRING',
      (value, set) => (set ? `${native}(${value}, ${set})` : `bq_trim_space(${value}, '${side}')`),
    ],
    ['(BYTES, BYTES) -> BYTES', (value, set) => `bq_bytes_trim(${value}, ${set}, '${side}')`],
  ]
}

function pad(side: 'l' | 'r'): ScalarRow[] {
  return [
    [
      '(STRING, INT64, [STRING]) -> STRING',
      (value, n, pattern = "' '") => `bq_${side}pad(${value}, ${n}, ${pattern})`,
    ],
    [
      '(BYTES, INT64, [BYTES]) -> BYTES',
      (value, n, pattern = "' '::BLOB") => `bq_bytes_${side}pad(${value}, ${n}, ${pattern})`,
    ],
  ]
}

function refuse(feature: string): never {
  throw new Inexpressible(feature)
}

const delimiters = ' \t\n\r\f\v[](){}/|\\<>!?@"^#$&~_,.:;*%+-'

export const stringFunctions = defineScalars({
  ASCII: [
    ['(STRING) -> INT64', (value) => `bq_ascii(${value})`],
    ['(BYTES) -> INT64', (value) => `bq_bytes_ascii(${value})`],
  ],
  BYTE_LENGTH: byteLength,
  OCTET_LENGTH: byteLength,
  LENGTH: length,
  CHAR_LENGTH: length[0]!,
  CHARACTER_LENGTH: length[0]!,
  CHR: ['(INT64) -> STRING', (code) => `bq_chr(${code})`],
  UNICODE: [
    '(STRING) -> INT64',
    (value) => `CASE WHEN ${value} = '' THEN 0 ELSE CAST(unicode(${value}) AS BIGINT) END`,
  ],
  TO_CODE_POINTS: [
    ['(STRING) -> ARRAY<INT64>', (value) => `bq_code_points(${value})`],
    ['(BYTES) -> ARRAY<INT64>', (value) => `bq_bytes_code_points(${value})`],
  ],
  CODE_POINTS_TO_STRING: ['(ARRAY<INT64>) -> STRING', (codes) => `bq_code_points_to_string(${codes})`],
  CODE_POINTS_TO_BYTES: ['(ARRAY<INT64>) -> BYTES', (codes) => `bq_code_points_to_bytes(${codes})`],
  CONCAT: concat,
  CONTAINS_SUBSTR: containsSubstring,
  EDIT_DISTANCE: [
    ['(STRING, STRING) -> INT64', (a, b) => `bq_edit_distance(${a}, ${b})`],
    ['(STRING, STRING, INT64) -> INT64', () => refuse('Argument max_distance of EDIT_DISTANCE')],
  ],
  STARTS_WITH: [
    ['(STRING, STRING) -> BOOL', (value, prefix) => `starts_with(${value}, ${prefix})`],
    ['(BYTES, BYTES) -> BOOL', (value, prefix) => `starts_with(hex(${value}), hex(${prefix}))`],
  ],
  ENDS_WITH: [
    ['(STRING, STRING) -> BOOL', (value, end) => `suffix(${value}, ${end})`],
    ['(BYTES, BYTES) -> BOOL', (value, end) => `suffix(hex(${value}), hex(${end}))`],
  ],
  FORMAT: format,
  INITCAP: [
    '(STRING, [STRING]) -> STRING',
    (value, set = text(delimiters)) => `bq_initcap(${value}, ${set})`,
  ],
  INSTR: [
    [
      '(STRING, STRING, [INT64], [INT64]) -> INT64',
      (value, part, from = '1', nth = '1') => `bq_instr(${value}, ${part}, ${from}, ${nth})`,
    ],
  ],
  STRPOS: [
    ['(STRING, STRING) -> INT64', (value, part) => `CAST(instr(${value}, ${part}) AS BIGINT)`],
    ['(BYTES, BYTES) -> INT64', (value, part) => `bq_bytes_strpos(${value}, ${part})`],
  ],
  LEFT: [
    ['(STRING, INT64) -> STRING', (value, n) => `bq_left(${value}, ${n})`],
    ['(BYTES, INT64) -> BYTES', (value, n) => `bq_bytes_substr(${value}, 1, ${n})`],
  ],
  RIGHT: [
    ['(STRING, INT64) -> STRING', (value, n) => `bq_right(${value}, ${n})`],
    ['(BYTES, INT64) -> BYTES', (value, n) => `bq_bytes_right(${value}, ${n})`],
  ],
  LOWER: [
    ['(STRING) -> STRING', (value) => `bq_lower(${value})`],
    ['(BYTES) -> BYTES', (value) => `bq_bytes_lower(${value})`],
  ],
  UPPER: [
    ['(STRING) -> STRING', (value) => `bq_upper(${value})`],
    ['(BYTES) -> BYTES', (value) => `bq_bytes_upper(${value})`],
  ],
  LPAD: pad('l'),
  RPAD: pad('r'),
  NORMALIZE: ['(STRING, [WORD]) -> STRING', (value, mode) => `bq_normalize(${value}, ${normalForm(mode)})`],
  NORMALIZE_AND_CASEFOLD: [
    '(STRING, [WORD]) -> STRING',
    (value, mode) => `bq_casefold(${value}, ${normalForm(mode)})`,
  ],
  REPEAT: [
    ['(STRING, INT64) -> STRING', (value, n) => `bq_repeat(${value}, ${n})`],
    ['(BYTES, INT64) -> BYTES', (value, n) => `bq_bytes_repeat(${value}, ${n})`],
  ],
  REPLACE: [
    ['(STRING, STRING, STRING) -> STRING', (value, from, to) => `bq_replace(${value}, ${from}, ${to})`],
  ],
  REVERSE: [
    ['(STRING) -> STRING', (value) => `bq_reverse(${value})`],
    ['(BYTES) -> BYTES', (value) => `bq_bytes_reverse(${value})`],
  ],
  SAFE_CONVERT_BYTES_TO_STRING: ['(BYTES) -> STRING', (value) => `bq_safe_decode(${value})`],
  SOUNDEX: ['(STRING) -> STRING', (value) => `bq_soundex(${value})`],
  SPLIT: [
    ['(STRING, [STRING]) -> ARRAY<STRING>', (value, delimiter = "','") => `bq_split(${value}, ${delimiter})`],
  ],
  SUBSTR: substring,
  SUBSTRING: substring,
  TRANSLATE: [
    '(STRING, STRING, STRING) -> STRING',
    (value, from, to) => `bq_translate(${value}, ${from}, ${to})`,
  ],
  TRIM: trim('both'),
  LTRIM: trim('left'),
  RTRIM: trim('right'),
  TO_BASE32: ['(BYTES) -> STRING', (value) => `bq_to_base32(${value})`],
  FROM_BASE32: ['(STRING) -> BYTES', (value) => `bq_from_base32(${value})`],
  TO_BASE64: ['(BYTES) -> STRING', (value) => `to_base64(${value})`],
  FROM_BASE64: ['(STRING) -> BYTES', (value) => `bq_from_base64(${value})`],
  TO_HEX: ['(BYTES) -> STRING', (value) => `lower(hex(${value}))`],
  FROM_HEX: ['(STRING) -> BYTES', (value) => `bq_from_hex(${value})`],
})

function normalForm(mode = 'NFC'): string {
  if (!['NFC', 'NFKC', 'NFD', 'NFKD'].includes(mode))
    throw new InvalidArgument(`Invalid normalization mode ${mode}`)
  return `'${mode}'`
}

/** Emits CONCAT, which also accepts numbers and dates and converts them to text. */
function concat(call: FunctionCall): Typed {
  const values = call.values()
  if (values.length === 0) throw call.noMatch(['(STRING, [STRING, ...])', '(BYTES, [BYTES, ...])'])
  const type = values.some((value) => value.type.kind === 'BYTES') ? BYTES : STRING
  const parts = values.map((value) => {
    if (type === STRING && isPrinted(value)) return toText(value)
    if (!isCoercible(value, type)) throw call.noMatch(['(STRING, [STRING, ...])', '(BYTES, [BYTES, ...])'])
    return coerce(value, type).sql
  })
  return typed(`(${parts.join(' || ')})`, type)
}

function containsSubstring(call: FunctionCall): Typed {
  const value = call.value(0)
  if (value.type.kind !== 'STRING') throw call.unsupported(`CONTAINS_SUBSTR of ${value.type.kind}`)
  return typed(`bq_contains_substr(${value.sql}, ${call.coerced(1, STRING)})`, { kind: 'BOOL' })
}

/**
 * Returns a value as the user-defined function for FORMAT expects it: bytes as hexadecimal digits, doubles with
 * all digits, other types as CAST prints them.
 */
function formatted(value: Typed, letter: string): string {
  if (value.type.kind === 'ARRAY') {
    const { element } = value.type
    const texts = mapArray(value.sql, (each) => {
      const item = formatted(typed(each, element), letter)
      return `bq_format(${text(`%${letter}`)}, ${text(settled(element).kind)}, CAST([${item}] AS VARCHAR[]))`
    })
    return `('[' || array_to_string(${texts}, ', ') || ']')`
  }
  if (value.type.kind === 'JSON') return jsonTextOf(value)
  if (value.type.kind === 'BYTES') return `hex(${value.sql})`
  return value.type.kind === 'FLOAT64' ? `CAST(${value.sql} AS VARCHAR)` : toText(value)
}

/** Returns true for a type whose texts are not supported: STRUCT, and what contains it. */
function isComposite(type: Type): boolean {
  return type.kind === 'STRUCT' || (type.kind === 'ARRAY' && isComposite(type.element))
}

/** Emits FORMAT. Values are passed as text, together with their types. */
function format(call: FunctionCall): Typed {
  const pattern = call.coerced(0, STRING)
  const values = call.values().slice(1)
  const kinds = values.map((value) => settled(value.type).kind)
  const { literal } = call.value(0)
  const composite = values.find(({ type }) => isComposite(type))
  if (composite) throw call.unsupported(`FORMAT of ${typeName(composite.type)}`)
  if (literal !== undefined) demandPattern(literal, kinds, call)
  else if (kinds.includes('ARRAY'))
    throw call.unsupported('FORMAT of ARRAY with a pattern that is no literal')
  const letters = literal === undefined ? [] : conversions(literal)
  const texts = values.map((value, i) => formatted(value, letters[i] ?? ''))
  return typed(
    `bq_format(${pattern}, ${text(kinds.join(','))}, CAST([${texts.join(', ')}] AS VARCHAR[]))`,
    STRING,
  )
}

function demandPattern(pattern: string, kinds: readonly string[], call: FunctionCall): void {
  try {
    demandFormat(pattern, kinds)
  } catch (error) {
    throw error instanceof Error ? call.fail(error.message) : error
  }
}
