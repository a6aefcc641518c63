/** tabledata.insertAll: checks rows one by one and writes them together.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import type { StoredTable, TableColumn, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import type { GroupCommit } from './group_commit.ts'
import type { InsertIds } from './insert_ids.ts'
import { sliceArray, sliceObject } from './json_slices.ts'
import { invalid, RowReader, type RowError } from './row_reader.ts'

export interface InsertAllRequest {
  rows: { insertId: string | undefined; json: string | undefined }[]
  skipInvalidRows: boolean
  ignoreUnknownValues: boolean
  templateSuffix: string | undefined
}

export interface InsertError {
  index: number
  errors: RowError[]
}

/** Parses the request's body. The rows stay text. */
export function readInsertAllRequest(body: string): InsertAllRequest {
  let members: Map<string, string>
  try {
    members = new Map(sliceObject(body) ?? [])
    const rows = (sliceArray(members.get('rows') ?? '[]') ?? []).map((row) => {
      const fields = new Map(sliceObject(row) ?? [])
      return { insertId: textOf(fields.get('insertId')), json: fields.get('json') }
    })
    const flag = (name: string): boolean => /^"?true"?$/.test(members.get(name) ?? '')
    return {
      rows,
      skipInvalidRows: flag('skipInvalidRows'),
      ignoreUnknownValues: flag('ignoreUnknownValues'),
      templateSuffix: textOf(members.get('templateSuffix')),
    }
  } catch (error) {
    throw new ApiError('parseError', `Parse Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns a member as text. `bq insert` sends null for missing members. */
function textOf(json: string | undefined): string | undefined {
  return json === undefined || json === 'null' ? undefined : String(JSON.parse(json))
}

const readers = new WeakMap<readonly TableColumn[], RowReader>()
const stopped: RowError = { reason: 'stopped', location: '', debugInfo: '', message: '' }

/** Writes the rows and returns the errors of those it did not write. Fields that are not in `columns` are unknown. */
export async function insertAll(
  table: StoredTable,
  request: InsertAllRequest,
  commits: GroupCommit,
  insertIds: InsertIds,
  columns: readonly TableColumn[] = table.columns,
): Promise<InsertError[]> {
  if (request.rows.length === 0) throw new ApiError('required', 'No rows present in the request.')
  const reader = readers.get(columns) ?? new RowReader(columns, 'insertAll')
  readers.set(columns, reader)
  const failures: InsertError[] = []
  const accepted: { insertId: string | undefined; row: string }[] = []
  for (const [index, { insertId, json }] of request.rows.entries()) {
    const errors: RowError[] = []
    if (json === undefined) errors.push(invalid('Missing row.'))
    const row = json === undefined ? '' : reader.read(json, request.ignoreUnknownValues, errors)
    if (errors.length > 0) failures.push({ index, errors })
    else accepted.push({ insertId, row })
  }
  if (failures.length > 0 && !request.skipInvalidRows) {
    // Bad rows come first, as a system test of the official client shows.
    const bad = new Set(failures.map(({ index }) => index))
    const others = [...request.rows.keys()].filter((index) => !bad.has(index))
    return [...failures, ...others.map((index) => ({ index, errors: [stopped] }))]
  }
  await write(table, accepted, commits, insertIds)
  return failures
}

/** Resolves when every row is on disk, written by this request or by an earlier one with the same insertId. */
async function write(
  { project, dataset, table }: TableReference,
  accepted: readonly { insertId: string | undefined; row: string }[],
  commits: GroupCommit,
  insertIds: InsertIds,
): Promise<void> {
  const name = `${project}:${dataset}.${table}`
  const waits: Promise<void>[] = []
  const fresh = new Set<string>()
  const rows: string[] = []
  for (const { insertId, row } of accepted) {
    if (insertId !== undefined) {
      const earlier = insertIds.earlier(name, insertId)
      if (earlier) waits.push(earlier)
      if (earlier || fresh.has(insertId)) continue
      fresh.add(insertId)
    }
    rows.push(row)
  }
  if (rows.length > 0) {
    const commit = commits.insert({ project, dataset, table }, rows)
    insertIds.remember(name, [...fresh], commit)
    waits.push(commit)
  }
  await Promise.all(waits)
}
