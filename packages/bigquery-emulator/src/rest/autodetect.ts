/** Schema detection: finds the narrowest type that fits every value of a column. https://cloud.google.com/bigquery/docs/schema-detect */
import type { FieldSchema } from '../warehouse/resource.ts'

export function detectFields(rows: readonly Record<string, unknown>[]): FieldSchema[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return names.map((name) => ({ name, ...detect(rows.map((row) => row[name])) }))
}

const patterns: readonly [type: string, pattern: RegExp][] = [
  ['BOOLEAN', /^(?:true|false)$/i],
  ['INTEGER', /^[+-]?\d{1,18}$/],
  ['FLOAT', /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/],
  ['DATE', /^\d{4}-\d\d-\d\d$/],
  ['TIMESTAMP', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC|[+-]\d\d:?\d\d)?$/],
]

function detect(all: readonly unknown[]): Omit<FieldSchema, 'name'> {
  const values = all.filter((value) => value !== null && value !== undefined)
  if (values.some(Array.isArray)) return { ...detect(values.flat()), mode: 'REPEATED' }
  if (values.some((value) => typeof value === 'object'))
    return { type: 'RECORD', mode: 'NULLABLE', fields: detectFields(values as Record<string, unknown>[]) }
  const texts = values.map(String)
  const match =
    texts.length > 0 ? patterns.find(([, pattern]) => texts.every((text) => pattern.test(text))) : undefined
  return { type: match?.[0] ?? 'STRING', mode: 'NULLABLE' }
}
