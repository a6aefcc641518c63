/** One streamed row, checked against the table → JSON that DuckDB reads without loss. https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import type { TableColumn } from '../googlesql/catalog.ts'
import type { StructType, Type } from '../googlesql/types.ts'
import { readScalar } from './scalar_reader.ts'
import { sliceArray, sliceObject } from './json_slices.ts'

export interface RowError {
  reason: 'invalid' | 'stopped'
  location: string
  debugInfo: string
  message: string
}

export const invalid = (message: string, location = ''): RowError => ({
  reason: 'invalid',
  location,
  debugInfo: '',
  message,
})

/** Reads the rows of one table. */
export class RowReader {
  readonly #columns: ReadonlyMap<string, TableColumn>
  readonly #required: readonly string[]

  constructor(columns: readonly TableColumn[]) {
    const visible = columns.filter((column) => !column.hidden)
    this.#columns = new Map(visible.map((column) => [column.name.toLowerCase(), column]))
    this.#required = visible.filter((column) => column.required).map((column) => column.name)
  }

  /** The row as a JSON object for DuckDB; `errors` gets what is wrong with it. */
  read(json: string, ignoreUnknown: boolean, errors: RowError[]): string {
    let members: [string, string][] | undefined
    try {
      members = sliceObject(json)
    } catch (error) {
      errors.push(invalid(error instanceof Error ? error.message : String(error)))
      return ''
    }
    if (!members) {
      errors.push(invalid('Missing row.'))
      return ''
    }
    const given = new Set<string>()
    let row = ''
    for (const [name, raw] of members) {
      const column = this.#columns.get(name.toLowerCase())
      if (!column) {
        if (!ignoreUnknown) errors.push(invalid(`no such field: ${name}.`, name))
        continue
      }
      const value = readValue(raw, column.type, name, ignoreUnknown, errors)
      if (value === 'null') continue
      given.add(column.name)
      row += `${row === '' ? '' : ','}${JSON.stringify(column.name)}:${value}`
    }
    for (const name of this.#required)
      if (!given.has(name)) errors.push(invalid(`Missing required field: Msg_0_CLOUD_QUERY_TABLE.${name}.`))
    return `{${row}}`
  }
}

/** A value's raw JSON as DuckDB shall read it. */
function readValue(
  raw: string,
  type: Type,
  path: string,
  ignoreUnknown: boolean,
  errors: RowError[],
): string {
  if (type.kind === 'ARRAY') return readArray(raw, type.element, path, ignoreUnknown, errors)
  if (raw === 'null') return 'null'
  if (type.kind === 'STRUCT') return readRecord(raw, type, path, ignoreUnknown, errors)
  if (type.kind === 'NULL') return 'null'
  if (raw.startsWith('[') && type.kind !== 'JSON') {
    errors.push(invalid(`Array specified for non-repeated field: ${path}.`, path))
    return 'null'
  }
  if (raw.startsWith('{') && type.kind !== 'JSON') {
    errors.push(invalid(`This field: ${path} is not a record.`, path))
    return 'null'
  }
  return readScalar(raw, type.kind, path, errors)
}

function readArray(
  raw: string,
  element: Type,
  path: string,
  ignoreUnknown: boolean,
  errors: RowError[],
): string {
  if (raw === 'null') return '[]'
  const items = sliceArray(raw) ?? [raw]
  const values = items.map((item, i) => {
    const place = `${path}[${i}]`
    if (item === 'null')
      errors.push(invalid(`Only optional fields can be set to NULL. Field: ${path}; Value: NULL`, place))
    return readValue(item, element, place, ignoreUnknown, errors)
  })
  return `[${values.join(',')}]`
}

function readRecord(
  raw: string,
  type: StructType,
  path: string,
  ignoreUnknown: boolean,
  errors: RowError[],
): string {
  const members = sliceObject(raw)
  if (!members) {
    errors.push(invalid(`This field: ${path} is not a record.`, path))
    return 'null'
  }
  const values = new Map<string, string>()
  for (const [name, value] of members) {
    const place = `${path}.${name}`
    const field = type.fields.find((candidate) => candidate.name?.toLowerCase() === name.toLowerCase())
    if (!field?.name) {
      if (!ignoreUnknown) errors.push(invalid(`no such field: ${place}.`, place))
      continue
    }
    values.set(field.name, readValue(value, field.type, place, ignoreUnknown, errors))
  }
  const fields = type.fields.map((field) => {
    const value = values.get(field.name!) ?? (field.type.kind === 'ARRAY' ? '[]' : 'null')
    return `${JSON.stringify(field.name)}:${value}`
  })
  return `{${fields.join(',')}}`
}
