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

/** Name prefixes of the columns of a CSV file without a header. */
const fieldNames: Record<string, string> = { BOOLEAN: 'bool', INTEGER: 'int64', FLOAT: 'double' }

/**
 * Finds the header of a CSV file: a first row of nothing but texts above a column that is something else. `skip` is
 * `skipLeadingRows`: the last of the skipped rows may be the header; 0 means that there is none.
 * https://cloud.google.com/bigquery/docs/schema-detect#csv_header
 */
export function detectHeader(
  all: readonly string[][],
  skip: string | number | undefined,
): { names: string[]; lines: string[][] } {
  const at = Math.max(0, Number(skip ?? 0) - 1)
  const first = all[at] ?? []
  const below = all.slice(at + 1)
  const typeAt = (rows: readonly string[][], i: number): string =>
    detect(rows.map((row) => (row[i] === '' ? undefined : row[i]))).type
  const isText = first.every((cell) => cell !== '' && typeAt([[cell]], 0) === 'STRING')
  const hasHeader = isText && below.length > 0 && first.some((_, i) => typeAt(below, i) !== 'STRING')
  const isTold = skip !== undefined
  if (hasHeader && !(isTold && Number(skip) === 0)) return { names: first, lines: below }
  const lines = isTold && Number(skip) > 0 ? below : all.slice(at)
  const width = Math.max(0, ...lines.map((row) => row.length))
  const names = Array.from({ length: width }, (_, i) => {
    const type = typeAt(lines, i)
    return `${fieldNames[type] ?? type.toLowerCase()}_field_${i}`
  })
  return { names, lines }
}

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
