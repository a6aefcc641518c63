/** Runs copy jobs. https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationtablecopy */
import type { TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { refuseDecorator } from '../warehouse/decorator.ts'
import { replaceTable } from '../warehouse/create_table.ts'
import type { TableFields } from '../warehouse/resource.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { demandSameLimits } from '../warehouse/widening.ts'
import type { Caller } from './caller.ts'
import type { TableReferenceJson } from './job.ts'
import { demandWritable } from './disposition.ts'
import { storedTable } from './rows.ts'

export interface CopyConfiguration {
  sourceTable?: TableReferenceJson
  sourceTables?: TableReferenceJson[]
  destinationTable: TableReferenceJson
  writeDisposition?: string
  operationType?: string
}

function referenceOf({ projectId, datasetId, tableId }: TableReferenceJson, project: string): TableReference {
  refuseDecorator(tableId)
  return {
    project: projectId ?? project,
    dataset: datasetId,
    table: tableId,
  }
}

export async function copyTable(
  warehouse: Warehouse,
  configuration: CopyConfiguration,
  caller: Caller,
  project: string,
): Promise<void> {
  const {
    sourceTable,
    sourceTables,
    destinationTable,
    operationType = 'COPY',
    writeDisposition = 'WRITE_EMPTY',
  } = configuration
  if (operationType !== 'COPY')
    throw new ApiError('invalid', `Copy operation ${operationType} is not supported by the local BigQuery`)
  const sources = (sourceTables ?? (sourceTable ? [sourceTable] : [])).map((source) =>
    referenceOf(source, project),
  )
  const [first] = sources
  if (!first) throw new ApiError('required', 'Required parameter is missing: sourceTable')
  for (const source of sources) caller.demandTable('bigquery.tables.getData', source)
  const target = referenceOf(destinationTable, project)
  caller.demandDataset('bigquery.tables.create', target)
  await warehouse.change(async (change) => {
    const tables = sources.map((source) => storedTable(warehouse, source))
    const existing = change.catalog.table(target)
    await demandWritable(change.connection, existing, target, writeDisposition)
    const { schema, timePartitioning, rangePartitioning, clustering } = change.catalog.tableResource(first)!
    const fields = JSON.parse(
      JSON.stringify({ schema, timePartitioning, rangePartitioning, clustering }),
    ) as TableFields
    const isAppend = existing?.kind === 'table' && writeDisposition === 'WRITE_APPEND'
    const into = isAppend ? existing : await replaceTable(change, target, fields)
    const fieldsOf = (table: TableReference) => change.catalog.tableResource(table)?.schema?.fields ?? []
    for (const table of tables) {
      demandSameLimits(target, fieldsOf(target), fieldsOf(table))
      // BigQuery copies no rows of the streaming buffer: https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#dataavailability
      const buffered = warehouse.streamingBuffer.condition(table, 's')
      const rows = buffered === undefined ? '' : ` WHERE NOT ${buffered}`
      await change.connection.run(`INSERT INTO ${into.sql} BY NAME SELECT * FROM ${table.sql} s${rows}`)
    }
    change.afterCommit(() => warehouse.changes.note(into))
  })
}
