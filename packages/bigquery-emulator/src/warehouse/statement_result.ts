/** The result of a statement. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { FieldSchema } from './resource.ts'
import type { ResultColumn } from '../googlesql/index.ts'

export interface StatementResult {
  /** The API's name of the statement type: SELECT, INSERT, CREATE_TABLE, …. */
  statementType: string
  columns: ResultColumn[]
  rows: DuckDBValue[][]
  /** The fields of the answer's schema, where they are not those of `columns`: those of the changed table. */
  fields?: readonly FieldSchema[] | undefined
  /** Bytes that the statement would read, for dry runs. */
  bytesProcessed?: bigint
  /** Rows changed, for DML. */
  affected?: number
  /** For DDL: CREATE, REPLACE, SKIP, DROP or ALTER. */
  ddlOperation?: string
  /** For DDL: the table that the statement changed. */
  ddlTarget?: { projectId: string; datasetId: string; tableId: string }
  /** For DDL: the function that the statement changed. */
  ddlRoutine?: { projectId: string; datasetId: string; routineId: string }
}

export function noRows(statementType: string, more: Partial<StatementResult> = {}): StatementResult {
  return {
    statementType,
    columns: [],
    rows: [],
    ...more,
  }
}

/** The result of a script: the rows of its last statement, without what only that statement did. */
export function ofScript({ columns, rows, fields, bytesProcessed }: StatementResult): StatementResult {
  return {
    statementType: 'SCRIPT',
    columns,
    rows,
    fields,
    ...(bytesProcessed !== undefined && { bytesProcessed }),
  }
}
