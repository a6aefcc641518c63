/** Checks one row against the table and converts it to JSON that DuckDB reads without loss.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import type { TableColumn } from '../googlesql/catalog.ts'
import type { Scalar, StructType, Type } from '../googlesql/types.ts'
import { asParsed, jsonTypeOf, notRecord, notRepeated, typeRefusal } from './json_value.ts'
import { readScalar } from './scalar_reader.ts'
import { sliceArray, sliceObject } from './json_slices.ts'

export interface RowError {
  reason: 'invalid' | 'stopped'
  location: string
  debugInfo: string
  message: string
}

export function invalid(message: string, location = ''): RowError {
  return {
    reason: 'invalid',
    location,
    debugInfo: '',
    message,
  }
}

/** The source of rows. insertAll converts few JSON types. A load job reads CSV cells as text and JSON columns as raw JSON. */
export type Door = 'insertAll' | 'load'

/** Context of reading one row. */
interface Reading {
  door: Door
  ignoreUnknown: boolean
  /** Receives the errors of the row. */
  errors: RowError[]
  /** Paths of nested fields of mode REQUIRED, without the indices of arrays. */
  requiredFields: ReadonlySet<string>
}

function missing(path: string): RowError {
  return invalid(`Missing required field: Msg_0_CLOUD_QUERY_TABLE.${path}.`)
}

/** Reads the rows of one table. */
export class RowReader {
  readonly #columns: ReadonlyMap<string, TableColumn>
  readonly #required: readonly string[]
  readonly #requiredFields: ReadonlySet<string>
  readonly #door: Door

  constructor(columns: readonly TableColumn[], door: Door) {
    const visible = columns.filter((column) => !column.hidden)
    this.#columns = new Map(visible.map((column) => [column.name.toLowerCase(), column]))
    this.#required = visible.filter((column) => column.required).map((column) => column.name)
    this.#requiredFields = new Set(visible.flatMap((column) => column.requiredFields ?? []))
    this.#door = door
  }

  /** Returns the row as a JSON object for DuckDB. Adds its errors to `errors`. */
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
    const reading = { door: this.#door, ignoreUnknown, errors, requiredFields: this.#requiredFields }
    const given = new Set<string>()
    let row = ''
    for (const [name, raw] of members) {
      const column = this.#columns.get(name.toLowerCase())
      if (!column) {
        if (!ignoreUnknown) errors.push(invalid(`no such field: ${name}.`, name))
        continue
      }
      const value = readValue(raw, column.limited ?? column.type, name, reading)
      if (raw === 'null') continue
      given.add(column.name)
      row += `${row === '' ? '' : ','}${JSON.stringify(column.name)}:${value}`
    }
    for (const name of this.#required) if (!given.has(name)) errors.push(missing(name))
    return `{${row}}`
  }
}

/** Converts a value's raw JSON to the form that DuckDB reads. */
function readValue(raw: string, type: Type, path: string, reading: Reading): string {
  if (type.kind === 'ARRAY') return readArray(raw, type.element, path, reading)
  if (raw === 'null') return 'null'
  if (type.kind === 'STRUCT') return readRecord(raw, type, path, reading)
  if (type.kind === 'NULL') return 'null'
  return reading.door === 'insertAll'
    ? readStreamed(raw, type, path, reading)
    : readLoaded(raw, type, path, reading)
}

/** Records an error. Returns null as the value, because the row is refused anyway. */
function fail(reading: Reading, message: string, path: string): 'null' {
  reading.errors.push(invalid(message, path))
  return 'null'
}

function readStreamed(raw: string, { kind, limits }: Scalar, path: string, reading: Reading): string {
  const type = jsonTypeOf(raw)
  if (type === undefined) return fail(reading, `Invalid JSON in field ${path}`, path)
  const refusal = typeRefusal(type, kind, raw, path)
  if (refusal !== undefined) return fail(reading, refusal, path)
  return readScalar(asParsed(raw, type, kind), { kind, limits }, path, reading.errors)
}

function readLoaded(raw: string, type: Scalar, path: string, reading: Reading): string {
  const { kind } = type
  if (raw.startsWith('[') && kind !== 'JSON') return fail(reading, notRepeated(path), path)
  if (raw.startsWith('{') && kind !== 'JSON' && !kind.startsWith('RANGE<'))
    return fail(reading, notRecord(path), path)
  return readScalar(raw, type, path, reading.errors)
}

/** The message is that of load jobs. insertAll refuses the same, but its wording is not known.
 * https://github.com/googleapis/google-cloud-python/pull/10196 https://github.com/googleapis/google-cloud-dotnet/issues/897 */
function nullInArray(name: string): string {
  return `Only optional fields can be set to NULL. Field: ${name}; Value: NULL`
}

function readArray(raw: string, element: Type, path: string, reading: Reading): string {
  const items = sliceArray(raw)
  if (!items) {
    const message =
      raw === 'null' ? nullInArray(path) : `Repeated field must be imported as a JSON array. Field: ${path}.`
    fail(reading, message, path)
    return '[]'
  }
  const values = items.map((item, i) => {
    const place = `${path}[${i}]`
    return item === 'null'
      ? fail(reading, nullInArray(path), place)
      : readValue(item, element, place, reading)
  })
  return `[${values.join(',')}]`
}

function readRecord(raw: string, type: StructType, path: string, reading: Reading): string {
  if (raw.startsWith('[')) return fail(reading, notRepeated(path), path)
  const members = sliceObject(raw)
  if (!members) return fail(reading, notRecord(path), path)
  const values = new Map<string, string>()
  for (const [name, value] of members) {
    const place = `${path}.${name}`
    const field = type.fields.find((candidate) => candidate.name?.toLowerCase() === name.toLowerCase())
    if (!field?.name) {
      if (!reading.ignoreUnknown) reading.errors.push(invalid(`no such field: ${place}.`, place))
      continue
    }
    const read = readValue(value, field.type, place, reading)
    if (value !== 'null') values.set(field.name, read)
  }
  const schemaPath = path.replaceAll(/\[\d+\]/g, '')
  const fields = type.fields.map((field) => {
    const value = values.get(field.name!)
    const fieldPath = `${schemaPath}.${field.name}`
    if (value === undefined && reading.requiredFields.has(fieldPath.toLowerCase()))
      reading.errors.push(missing(fieldPath))
    return `${JSON.stringify(field.name)}:${value ?? (field.type.kind === 'ARRAY' ? '[]' : 'null')}`
  })
  return `{${fields.join(',')}}`
}
