/** JSON functions that DuckDB lacks: parsing with BigQuery's errors, LAX conversions, keys. */
import { duckJsonPath } from '../../googlesql/functions/json_path.ts'
import { canonicalJson, prettyJson, readJson } from '../../googlesql/json_document.ts'
import { floatText } from '../../googlesql/float_text.ts'
import { editJson } from './json_edit.ts'
import { scalarFunction } from './scalar_function.ts'

type Scalar = string | number | boolean

/** Returns the document if it is a scalar. Objects, arrays, null and invalid text have no lax value. */
function scalarOf(json: string): Scalar | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return value === null || typeof value === 'object' ? undefined : (value as Scalar)
  } catch {
    return undefined
  }
}

function laxBool(json: string): boolean | null {
  const value = scalarOf(json)
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'boolean' || value === undefined) return value ?? null
  const lower = value.toLowerCase()
  return lower === 'true' ? true : lower === 'false' ? false : null
}

function laxInt64(json: string): bigint | null {
  const value = scalarOf(json)
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value === undefined) return null
  const text = typeof value === 'number' ? json.trim() : value.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return null
  const number = Number(text)
  if (!/^[+-]?\d+$/.test(text) && Math.abs(number) >= 2 ** 63) return null
  const integer = /^[+-]?\d+$/.test(text)
    ? BigInt(text.replace('+', ''))
    : BigInt(Math.sign(number) * Math.round(Math.abs(number)))
  return BigInt.asIntN(64, integer) === integer ? integer : null
}

function laxFloat64(json: string): number | null {
  const value = scalarOf(json)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  const lower = value.trim().toLowerCase()
  if (lower === 'nan') return Number.NaN
  if (/^\+?inf(?:inity)?$/.test(lower)) return Infinity
  if (/^-inf(?:inity)?$/.test(lower)) return -Infinity
  const number = lower === '' ? Number.NaN : Number(lower)
  return Number.isNaN(number) ? null : number
}

function laxString(json: string): string | null {
  const value = scalarOf(json)
  if (typeof value !== 'number') return value === undefined ? null : String(value)
  return /^-?\d+$/.test(json.trim()) ? json.trim() : floatText(value)
}

/** Returns the sorted paths of all members up to a depth. */
function keys(json: string, depth: bigint): string[] {
  const found = new Set<string>()
  const visit = (value: unknown, prefix: string, level: bigint): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || level > depth) return
    for (const [key, member] of Object.entries(value)) {
      const path = prefix + (/^[A-Za-z_]\w*$/.test(key) ? key : `"${key}"`)
      found.add(path)
      visit(member, `${path}.`, level + 1n)
    }
  }
  visit(JSON.parse(json), '', 1n)
  return [...found].toSorted()
}

export const jsonFunctions = [
  scalarFunction('bq_parse_json', ['STRING', 'STRING'], 'STRING', (text, mode) => {
    try {
      return canonicalJson(text, mode === 'round' ? 'round' : 'exact')
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      throw new Error(`Invalid input to PARSE_JSON: ${problem}`, { cause: error })
    }
  }),
  scalarFunction('bq_json_path', ['STRING', 'STRING'], 'STRING', (path, quoting) =>
    duckJsonPath(path, quoting === 'legacy' ? 'legacy' : 'standard'),
  ),
  scalarFunction('bq_json_pretty', ['STRING'], 'STRING', (json) => prettyJson(readJson(json, 'kept'))),
  scalarFunction('bq_json_escaped', ['STRING'], 'STRING', (text) => JSON.stringify(text)),
  scalarFunction('bq_json_document', ['STRING'], 'STRING', (json) => canonicalJson(json, 'kept')),
  scalarFunction('bq_json_keys', ['STRING', 'INT64'], 'STRINGS', keys),
  scalarFunction('bq_json_edit', ['STRING', 'STRINGS', 'STRING'], 'STRING', editJson),
  scalarFunction('bq_lax_bool', ['STRING'], 'BOOL', laxBool),
  scalarFunction('bq_lax_int64', ['STRING'], 'INT64', laxInt64),
  scalarFunction('bq_lax_float64', ['STRING'], 'FLOAT64', laxFloat64),
  scalarFunction('bq_lax_string', ['STRING'], 'STRING', laxString),
]
