/** Console: converts the rows of a BigQuery response.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query#response-body */

/** The members of a response of jobs.query and jobs.getQueryResults that the console reads. */
export interface QueryPage {
  jobComplete: boolean
  jobReference: { jobId: string; location?: string }
  schema?: { fields: readonly { name: string; type: string }[] }
  rows?: readonly { f: readonly { v: string | null }[] }[]
  pageToken?: string
  numDmlAffectedRows?: string
}

type Value = string | number | boolean | null
export type ResultRow = Readonly<Record<string, Value>>

/** Reads the rows of the first page. INT64 and FLOAT64 become numbers, BOOL a boolean, TIMESTAMP RFC 3339 in UTC. */
export function readRows({ schema, rows = [], pageToken, numDmlAffectedRows: affected }: QueryPage): {
  rows: ResultRow[]
  truncated: boolean
  affected?: number
} {
  const columns = (schema?.fields ?? []).map(({ name, type }) => ({ name, read: readers[type] ?? String }))
  return {
    rows: rows.map(({ f }) =>
      Object.fromEntries(
        columns.map(({ name, read }, index) => {
          const cell = f[index]?.v ?? null
          return [name, cell === null ? null : read(cell)]
        }),
      ),
    ),
    truncated: pageToken !== undefined,
    ...(affected !== undefined && { affected: Number(affected) }),
  }
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
  TIMESTAMP: (cell) => new Date(Number(cell) / 1000).toISOString(),
}
