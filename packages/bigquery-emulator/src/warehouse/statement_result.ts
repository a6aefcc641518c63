/** What a statement did. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { ResultColumn } from '../googlesql/index.ts'

export interface StatementResult {
  /** As the API names it: SELECT, INSERT, CREATE_TABLE, …. */
  statementType: string
  columns: ResultColumn[]
  rows: DuckDBValue[][]
  /** What it would read, for dry runs. */
  bytesProcessed?: bigint
  /** Rows changed, for DML. */
  affected?: number
  /** CREATE, REPLACE, SKIP, DROP, ALTER; for DDL. */
  ddlOperation?: string
  /** The table a statement wrote, for DDL. */
  ddlTarget?: { projectId: string; datasetId: string; tableId: string }
}

export function noRows(statementType: string, more: Partial<StatementResult> = {}): StatementResult {
  return {
    statementType,
    columns: [],
    rows: [],
    ...more,
  }
}
