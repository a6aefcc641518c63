/** What a job may do to the table it writes. https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationload */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Table, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'

export type WriteDisposition = 'WRITE_TRUNCATE' | 'WRITE_APPEND' | 'WRITE_EMPTY'

function nameOf({ project, dataset, table }: TableReference): string {
  return `${project}:${dataset}.${table}`
}

/** Throws when the table that is there holds rows and the job wants it empty, or when it is a view. */
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
  if (!existing || disposition !== 'WRITE_EMPTY') return
  const rows = await connection.runAndReadAll(`SELECT 1 FROM ${existing.sql} LIMIT 1`)
  if (rows.getRows().length > 0) throw new ApiError('duplicate', `Already Exists: Table ${nameOf(reference)}`)
}
