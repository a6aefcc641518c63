/** Rows of extract jobs as BigQuery writes them. A value whose text Google does not document is refused by name.
 * https://cloud.google.com/bigquery/docs/exporting-data */
import type { DuckDBListValue, DuckDBStructValue, DuckDBValue } from '@duckdb/node-api'
import { toCell } from '../duckdb/value.ts'
import { fieldName, typeName, type Type } from '../googlesql/types.ts'
import { ApiError } from '../warehouse/api_error.ts'

interface Column {
  name: string
  type: Type
}

function unsupported(feature: string): ApiError {
  return new ApiError('invalid', `${feature} is not supported by the local BigQuery`)
}

export function jsonLine(columns: readonly Column[], row: readonly DuckDBValue[]): string {
  return `${JSON.stringify(present(columns.map(({ name, type }, i) => [name, exported(row[i]!, type)])))}\n`
}

/** Returns the lines of a CSV file. A NULL is nothing between two delimiters. */
export function csvLines(
  columns: readonly Column[],
  rows: readonly (readonly DuckDBValue[])[],
  { fieldDelimiter = ',', printHeader = true }: { fieldDelimiter?: string; printHeader?: boolean | string },
): string[] {
  const delimiter = fieldDelimiter === 'tab' || fieldDelimiter === '\\t' ? '\t' : fieldDelimiter
  if (delimiter.length !== 1) throw unsupported(`The field delimiter "${fieldDelimiter}"`)
  for (const { name, type } of columns)
    if (type.kind === 'ARRAY' || type.kind === 'STRUCT')
      throw new ApiError('invalid', `Operation cannot be performed on a nested schema. Field: ${name}`)
  const lines = rows.map((row) => columns.map(({ type }, i) => csvCell(row[i]!, type, delimiter)))
  const header = columns.map(({ name }) => name)
  return (String(printHeader) === 'false' ? lines : [header, ...lines]).map(
    (cells) => `${cells.join(delimiter)}\n`,
  )
}

function csvCell(value: DuckDBValue, type: Type, delimiter: string): string {
  if (value === null || value === undefined) return ''
  if (type.kind === 'FLOAT64') throw unsupported('An extract job to CSV of a value of type FLOAT64')
  const text = String(exported(value, type))
  if (text === '') throw unsupported(`An extract job to CSV of an empty ${typeName(type)}`)
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns an object of the members that are not NULL: BigQuery leaves NULLs out. */
function present(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

/** Returns a value for JSON as BigQuery writes it, or undefined for NULL. An INT64 is a string.
 * https://cloud.google.com/bigquery/docs/exporting-data#json_options */
function exported(value: DuckDBValue, type: Type): unknown {
  if (value === null || value === undefined) return undefined
  switch (type.kind) {
    case 'ARRAY':
      return (value as DuckDBListValue).items.map((item) => exported(item, type.element))
    case 'STRUCT': {
      const { entries } = value as DuckDBStructValue
      return present(
        type.fields.map((field, i) => {
          const name = fieldName(field, i)
          return [name, exported(entries[name] ?? null, field.type)] as const
        }),
      )
    }
    case 'BOOL':
      return value
    case 'FLOAT64':
      if (!Number.isFinite(value)) throw unsupported('An extract job of a FLOAT64 that is not finite')
      return value
    case 'INT64':
    case 'STRING':
    case 'BYTES':
    case 'DATE':
    case 'DATETIME':
    case 'TIME':
      return toCell(value, type, { timestamps: 'FLOAT64' })
    case 'TIMESTAMP': {
      const text = toCell(value, type, { timestamps: 'ISO8601_STRING' }) as string
      return text.replace('T', ' ').replace(/\.?0*Z$/, ' UTC')
    }
    default:
      throw unsupported(`An extract job of a value of type ${type.kind}`)
  }
}
