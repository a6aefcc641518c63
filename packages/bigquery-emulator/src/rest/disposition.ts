/** Write and create dispositions: what a job is allowed to do to its destination table.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationload */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Table, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { demandNoSnapshot } from '../warehouse/snapshot.ts'

export type WriteDisposition = 'WRITE_TRUNCATE' | 'WRITE_APPEND' | 'WRITE_EMPTY'

function nameOf({ project, dataset, table }: TableReference): string {
  return `${project}:${dataset}.${table}`
}

/** Throws if the destination is a view, or if it has rows and the job requires it to be empty. */
export async function demandWritable(
  connection: DuckDBConnection,
  existing: Table | undefined,
  reference: TableReference,
  disposition: string,
): Promise<void> {
  if (existing?.kind === 'view')
    throw new ApiError(
      'invalid',
      `${nameOf(reference)} is not allowed for this operation because it is currently a VIEW.`,
    )
  demandNoSnapshot(existing)
  if (!existing || disposition !== 'WRITE_EMPTY') return
  const rows = await connection.runAndReadAll(`SELECT 1 FROM ${existing.sql} LIMIT 1`)
  if (rows.getRows().length > 0) throw new ApiError('duplicate', `Already Exists: Table ${nameOf(reference)}`)
}
