/** Storage layer: describes tables and columns in the terms of the BigQuery REST API.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema */

export type ColumnType =
  'STRING' | 'BYTES' | 'INT64' | 'FLOAT64' | 'NUMERIC' | 'BOOL' | 'TIMESTAMP' | 'DATE' | 'JSON' | 'RECORD'

export interface Column {
  name: string
  type: ColumnType
  mode: 'NULLABLE' | 'REQUIRED' | 'REPEATED'
  description: string
  fields?: readonly Column[]
}

export function required(name: string, type: ColumnType, description: string): Column {
  return {
    name,
    type,
    mode: 'REQUIRED',
    description,
  }
}

export function nullable(name: string, type: ColumnType, description: string): Column {
  return {
    name,
    type,
    mode: 'NULLABLE',
    description,
  }
}

/** A list of strings. */
export function strings(name: string, description: string): Column {
  return {
    name,
    type: 'STRING',
    mode: 'REPEATED',
    description,
  }
}

export function repeated(name: string, description: string, fields: readonly Column[]): Column {
  return {
    name,
    type: 'RECORD',
    mode: 'REPEATED',
    description,
    fields,
  }
}

/** A table of the dataset. */
export interface Table {
  name: string
  description: string
  columns: readonly Column[]
  /** Column for daily partitions. Default: not partitioned. */
  partition?: string
  clustering: readonly string[]
}
