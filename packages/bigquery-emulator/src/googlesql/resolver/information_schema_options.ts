/** GoogleSQL resolver: builds the INFORMATION_SCHEMA views of datasets' options and functions' parameters, and those that are always empty.
 * https://cloud.google.com/bigquery/docs/information-schema-datasets-schemata-options, /information-schema-parameters */
import type { DatasetFacts, StoredRoutine } from '../catalog.ts'
import { INT64, STRING, TIMESTAMP, typeName, type Type } from '../types.ts'
import { asFloat, labelList, literal } from './information_schema_objects.ts'

type Cell = string | number | null
type Columns = [name: string, type: Type][]

export const schemataOptionColumns: Columns = [
  ['catalog_name', STRING],
  ['schema_name', STRING],
  ['option_name', STRING],
  ['option_type', STRING],
  ['option_value', STRING],
]

const dayMs = 86_400_000

function days(ms: string | undefined): string | undefined {
  return ms === undefined ? undefined : asFloat(Number(ms) / dayMs)
}

/** Returns the options that each dataset has. */
export function schemataOptionRows(project: string, datasets: readonly DatasetFacts[]): Cell[][] {
  return datasets.flatMap((dataset) => {
    const { description, friendlyName, labels = {}, storageBillingModel: billing } = dataset
    const options: [string, string, string | undefined][] = [
      ['default_partition_expiration_days', 'FLOAT64', days(dataset.defaultPartitionExpirationMs)],
      ['default_table_expiration_days', 'FLOAT64', days(dataset.defaultTableExpirationMs)],
      ['description', 'STRING', description && literal(description)],
      ['friendly_name', 'STRING', friendlyName && literal(friendlyName)],
      ['labels', 'ARRAY<STRUCT<STRING, STRING>>', labelList(labels)],
      ['max_time_travel_hours', 'INT64', dataset.maxTimeTravelHours],
      ['storage_billing_model', 'STRING', billing && literal(billing)],
    ]
    return options.flatMap(([name, type, value]) =>
      value ? [[project, dataset.name, name, type, value]] : [],
    )
  })
}

export const parameterColumns: Columns = [
  ['specific_catalog', STRING],
  ['specific_schema', STRING],
  ['specific_name', STRING],
  ['ordinal_position', INT64],
  ['parameter_mode', STRING],
  ['is_result', STRING],
  ['parameter_name', STRING],
  ['data_type', STRING],
  ['parameter_default', STRING],
  ['is_aggregate', STRING],
]

/** Returns a row for the result of a function, if its type is declared, and one for each parameter. */
export function parameterRows(project: string, dataset: string, routine: StoredRoutine): Cell[][] {
  const { id, parameters, returns } = routine
  const row = (position: number, name: string | null, type: Type | 'ANY'): Cell[] => {
    const isResult = position === 0 ? 'YES' : 'NO'
    const dataType = type === 'ANY' ? 'ANY TYPE' : typeName(type)
    return [project, dataset, id, position, null, isResult, name, dataType, null, null]
  }
  return [
    ...(returns ? [row(0, null, returns)] : []),
    ...parameters.map(({ name, type }, i) => row(i + 1, name, type)),
  ]
}

function strings(names: string): Columns {
  return names.split(' ').map((name) => [name, STRING])
}

/** Views of what the local BigQuery refuses to create, so that they have no rows. */
export const emptyViews: Readonly<Record<string, () => { columns: Columns; rows: Cell[][] }>> = {
  ROUTINE_OPTIONS: empty(
    strings('specific_catalog specific_schema specific_name option_name option_type option_value'),
  ),
  TABLE_CONSTRAINTS: empty(
    strings(
      'constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name constraint_type is_deferrable initially_deferred enforced',
    ),
  ),
  KEY_COLUMN_USAGE: empty([
    ...strings(
      'constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name column_name',
    ),
    ['ordinal_position', INT64],
    ['position_in_unique_constraint', INT64],
  ]),
  CONSTRAINT_COLUMN_USAGE: empty(
    strings(
      'table_catalog table_schema table_name column_name constraint_catalog constraint_schema constraint_name',
    ),
  ),
  MATERIALIZED_VIEWS: empty([
    ...strings('table_catalog table_schema table_name'),
    ['last_refresh_time', TIMESTAMP],
    ['refresh_watermark', TIMESTAMP],
  ]),
  TABLE_SNAPSHOTS: empty([
    ...strings('table_catalog table_schema table_name base_table_catalog base_table_schema base_table_name'),
    ['snapshot_time', TIMESTAMP],
  ]),
}

function empty(columns: Columns): () => { columns: Columns; rows: Cell[][] } {
  return () => ({ columns, rows: [] })
}
