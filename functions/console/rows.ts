/** Console: converts the rows of a BigQuery response.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query#response-body */

/** A column. `mode` and `fields` as in a table's schema. */
interface Field {
  name: string
  type: string
  mode?: string
  fields?: readonly Field[]
}

interface Row {
  f: readonly { v: Cell }[]
}

/** A scalar as text, a RECORD as a row, or an array of them. */
type Cell = string | null | Row | readonly { v: Cell }[]

/** The members of a response of jobs.query and jobs.getQueryResults that the console reads. */
export interface QueryPage {
  jobComplete: boolean
  /** Without an id in the response to a dry run. */
  jobReference: { jobId?: string; location?: string }
  schema?: { fields: readonly Field[] }
  rows?: readonly Row[]
  pageToken?: string
  totalBytesProcessed?: string
  numDmlAffectedRows?: string
}

export type Value = string | number | boolean | null | ResultRow | readonly Value[]

export interface ResultRow {
  readonly [column: string]: Value
}

/** Reads the rows of the first page. INT64 and FLOAT64 become numbers, BOOL a boolean, TIMESTAMP RFC 3339 in UTC, RECORD an object, REPEATED
 * an array. JSON and the other types stay text. */
export function readRows({
  schema,
  rows = [],
  pageToken,
  totalBytesProcessed = '0',
  numDmlAffectedRows: affected,
}: QueryPage): {
  rows: ResultRow[]
  truncated: boolean
  bytes: number
  affected?: number
} {
  const fields = schema?.fields ?? []
  return {
    rows: rows.map((row) => readRow(fields, row)),
    truncated: pageToken !== undefined,
    bytes: Number(totalBytesProcessed),
    ...(affected !== undefined && { affected: Number(affected) }),
  }
}

/** Returns the text of a column that is text; empty for NULL. */
export function columnText(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

function readRow(fields: readonly Field[], { f: cells }: Row): ResultRow {
  return Object.fromEntries(
    fields.map((field, index) => [field.name, readCell(field, cells[index]?.v ?? null)]),
  )
}

function readCell(field: Field, cell: Cell): Value {
  if (field.mode === 'REPEATED')
    return ((cell ?? []) as readonly { v: Cell }[]).map(({ v }) => readOne(field, v))
  return readOne(field, cell)
}

function readOne({ type, fields = [] }: Field, cell: Cell): Value {
  if (cell === null) return null
  if (typeof cell === 'object') return readRow(fields, cell as Row)
  return (readers[type] ?? String)(cell)
}

/** By type name of the REST API. */
const readers: Readonly<Record<string, (cell: string) => Value>> = {
  INTEGER: Number,
  INT64: Number,
  FLOAT: Number,
  FLOAT64: Number,
  BOOLEAN: (cell) => cell === 'true',
  BOOL: (cell) => cell === 'true',
  // With useInt64Timestamp: µs since 1970.
  TIMESTAMP: readTime,
}

/** RFC 3339 to the millisecond, or to the microsecond if there are any: the time then finds its row again. */
function readTime(micros: string): string {
  const text = new Date(Math.floor(Number(micros) / 1000)).toISOString()
  const rest = ((Number(micros) % 1000) + 1000) % 1000
  return rest === 0 ? text : text.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}
