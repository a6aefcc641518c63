/** Datasets and tables as the REST API describes them. https://cloud.google.com/bigquery/docs/reference/rest/v2/tables */

export interface FieldSchema {
  name: string
  type: string
  mode?: 'NULLABLE' | 'REQUIRED' | 'REPEATED'
  fields?: FieldSchema[]
  description?: string
  defaultValueExpression?: string
  /** Digits of a NUMERIC, and those of them after the point. Answers have texts. */
  precision?: string | number
  scale?: string | number
  /** Most characters of a STRING, or bytes of BYTES. */
  maxLength?: string | number
  /** Digits of a second of a TIMESTAMP. */
  timestampPrecision?: string | number
  /** Of a field of type RANGE. */
  rangeElementType?: { type?: string }
}

export interface TimePartitioning {
  type: 'HOUR' | 'DAY' | 'MONTH' | 'YEAR'
  field?: string
  expirationMs?: string
  requirePartitionFilter?: boolean
}

export interface RangePartitioning {
  field: string
  range: { start: string; end: string; interval: string }
}

/** The fields of a dataset that a caller can write. */
export interface DatasetFields {
  friendlyName?: string
  description?: string
  labels?: Record<string, string>
  location?: string
  access?: unknown[]
  defaultTableExpirationMs?: string | undefined
  defaultPartitionExpirationMs?: string | undefined
  /** Kept as metadata: there is no time travel. */
  maxTimeTravelHours?: string
  /** Kept as metadata: nothing is billed. */
  storageBillingModel?: string
}

export interface DatasetResource extends DatasetFields {
  project: string
  dataset: string
  location: string
  createdMs: number
  modifiedMs: number
}

/** The fields of a table or a view, all but the last two of which a caller can write. */
export interface TableFields {
  friendlyName?: string
  description?: string
  labels?: Record<string, string>
  schema?: { fields?: FieldSchema[] }
  view?: { query: string; useLegacySql?: boolean }
  timePartitioning?: TimePartitioning
  rangePartitioning?: RangePartitioning
  clustering?: { fields: string[] }
  requirePartitionFilter?: boolean
  /** Milliseconds since 1970. */
  expirationTime?: string | undefined
  /** Set by copy jobs: of a snapshot, which is read only. */
  snapshotDefinition?: { baseTableReference: Named; snapshotTime: string }
  /** Of a clone, which is a table like any other. */
  cloneDefinition?: { baseTableReference: Named; cloneTime: string }
}

export interface TableResource extends TableFields {
  project: string
  dataset: string
  table: string
  /** The DuckDB table that holds the rows. Absent for a view. */
  stored?: string
  /** What setIamPolicy set. */
  policy?: TablePolicy
  createdMs: number
  modifiedMs: number
}

/** A table's name in answers of the API. */
interface Named {
  projectId: string
  datasetId: string
  tableId: string
}

export interface TablePolicy {
  version: number
  bindings: readonly { role: string; members: readonly string[] }[]
}

export interface RoutineResource {
  project: string
  dataset: string
  routine: string
  /** The CREATE FUNCTION statement. */
  definition: string
  createdMs?: number | undefined
  modifiedMs?: number | undefined
}

export const writableDatasetFields = [
  'friendlyName',
  'description',
  'labels',
  'location',
  'access',
  'defaultTableExpirationMs',
  'defaultPartitionExpirationMs',
  'maxTimeTravelHours',
  'storageBillingModel',
] as const satisfies readonly (keyof DatasetFields)[]

export const writableTableFields = [
  'friendlyName',
  'description',
  'labels',
  'schema',
  'view',
  'timePartitioning',
  'rangePartitioning',
  'clustering',
  'requirePartitionFilter',
  'expirationTime',
] as const satisfies readonly (keyof TableFields)[]
