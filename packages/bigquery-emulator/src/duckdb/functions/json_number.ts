/** Numbers of JSON documents: keeps all their digits. DuckDB reads them as doubles, which lose digits of the widest ones. */
import { jsonFloatText } from '../../googlesql/float_text.ts'
import { isRoundTrip } from '../../googlesql/json_number.ts'
import { pathSteps } from '../../googlesql/functions/json_path.ts'
import { sliceArray, sliceObject } from '../../streaming/json_slices.ts'
import { scalarFunction } from './scalar_function.ts'

/** Returns the original text at a path of a document. */
function slice(json: string, path: string): string | undefined {
  let part: string | undefined = json.trim()
  for (const step of pathSteps(path)) {
    if (part === undefined) return undefined
    part =
      typeof step === 'number'
        ? sliceArray(part)?.[step]
        : sliceObject(part)?.find(([name]) => name === step)?.[1]
  }
  return part
}

function compact(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

/** Formats a JSON number that is not an integer as BigQuery does. A number that a double cannot hold keeps its text. */
function numberText(raw: string): string {
  if (!isRoundTrip(raw)) return raw
  return jsonFloatText(Number(raw))
}

/** Returns JSON_VALUE of a string, a number with a fraction or an exponent, an object or an array. */
function scalarText(raw: string | undefined): string | null {
  if (raw === undefined) return null
  if (raw.startsWith('"')) return JSON.parse(raw) as string
  return /^[-0-9]/.test(raw) ? numberText(raw) : null
}

/** Matches texts that DuckDB may have changed: objects, arrays and numbers that are not integers. */
const isSpecial = /^(?:[{[]|-?\d+[.eE])/

export const jsonNumberFunctions = [
  scalarFunction('bq_json_slice', ['STRING', 'STRING'], 'STRING', (json, path) => {
    const part = slice(json, path)
    return part === undefined ? null : compact(part)
  }),
  scalarFunction('bq_json_scalar_text', ['STRING', 'STRING'], 'STRING', (json, path) =>
    scalarText(slice(json, path)),
  ),
  scalarFunction('bq_json_scalar_texts', ['STRING', 'STRINGS', 'STRINGS'], 'STRINGS', (json, paths, texts) =>
    texts.map((found, i) =>
      found !== null && isSpecial.test(found) ? scalarText(slice(json, paths[i]!)) : found,
    ),
  ),
  scalarFunction('bq_json_slices', ['STRING', 'STRINGS', 'STRINGS'], 'STRINGS', (json, paths, texts) =>
    texts.map((found, i) => {
      if (found === null || !/\d[.eE]/.test(found)) return found
      const part = slice(json, paths[i]!)
      return part === undefined ? null : compact(part)
    }),
  ),
  scalarFunction('bq_json_items', ['STRING', 'STRING'], 'STRINGS', (json, path) => {
    const part = slice(json, path)
    return part === undefined ? null : (sliceArray(part)?.map(compact) ?? null)
  }),
]
