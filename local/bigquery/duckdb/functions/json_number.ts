/** Numbers of JSON documents: DuckDB reads them as doubles, which is right for most and loses digits of the widest. */
import { floatText } from '../../googlesql/float_text.ts'
import { isRoundTrip } from '../../googlesql/json_number.ts'
import { pathSteps } from '../../googlesql/functions/json_path.ts'
import { sliceArray, sliceObject } from '../../streaming/json_slices.ts'
import { scalarFunction } from './scalar_function.ts'

/** The text of a document's part, as it was written. */
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

const compact = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')

/** As BigQuery prints a JSON number that is no integer; one a double cannot hold stays as it was written. */
function numberText(raw: string): string {
  if (!isRoundTrip(raw)) return raw
  const text = floatText(Number(raw))
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

export const jsonNumberFunctions = [
  scalarFunction('bq_json_slice', ['STRING', 'STRING'], 'STRING', (json, path) => {
    const part = slice(json, path)
    return part === undefined ? null : compact(part)
  }),
  scalarFunction('bq_json_number', ['STRING', 'STRING'], 'STRING', (json, path) => {
    const raw = slice(json, path)
    return raw === undefined ? null : numberText(raw)
  }),
  scalarFunction('bq_json_items', ['STRING', 'STRING'], 'STRINGS', (json, path) => {
    const part = slice(json, path)
    return part === undefined ? null : (sliceArray(part)?.map(compact) ?? null)
  }),
]
