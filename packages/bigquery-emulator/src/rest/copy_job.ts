/** Runs copy jobs. https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationtablecopy */
import type { StoredTable, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { refuseDecorator } from '../warehouse/decorator.ts'
import { replaceTable } from '../warehouse/create_table.ts'
import type { TableFields } from '../warehouse/resource.ts'
import { copyOf, isSnapshot } from '../warehouse/snapshot.ts'
import { tableNotFound } from '../warehouse/tables.ts'
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
  createDisposition?: string
  operationType?: string
  /** When the new table expires: 2030-01-31T00:00:00Z. */
  destinationExpirationTime?: string
}

function referenceOf({ projectId, datasetId, tableId }: TableReferenceJson, project: string): TableReference {
  refuseDecorator(tableId)
  return {
    project: projectId ?? project,
    dataset: datasetId,
    table: tableId,
  }
}

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#OperationType */
const operations = ['COPY', 'SNAPSHOT', 'CLONE', 'RESTORE'] as const

type Operation = (typeof operations)[number]

function isOperation(name: string): name is Operation {
  return operations.some((operation) => operation === name)
}

/** Throws if the operation is not for tables of such kinds. */
function demandKinds(operation: Operation, tables: readonly StoredTable[]): void {
  if (operation !== 'COPY' && tables.length > 1)
    throw new ApiError('invalid', `A job of operation type ${operation} has one source table`)
  // A clone can be that of a snapshot, which restores it.
  if (operation === 'CLONE') return
  const isRestore = operation === 'RESTORE'
  for (const table of tables) {
    if (isSnapshot(table) === isRestore) continue
    throw new ApiError(
      'invalid',
      `Source table ${table.project}:${table.dataset}.${table.table} is ${isRestore ? 'no' : 'a'} SNAPSHOT, which operation type ${operation} does not take`,
    )
  }
}

/** Converts a time to milliseconds since 1970. */
function expirationOf(time: string): string {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) throw new ApiError('invalid', `Invalid value for destinationExpirationTime: ${time}`)
  return String(ms)
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
    createDisposition = 'CREATE_IF_NEEDED',
    destinationExpirationTime,
  } = configuration
  if (!isOperation(operationType))
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
    if (!existing && createDisposition === 'CREATE_NEVER') throw tableNotFound(target)
    demandKinds(operationType, tables)
    const isCopy = operationType === 'COPY'
    if (operationType === 'SNAPSHOT' && existing)
      throw new ApiError(
        'duplicate',
        `Already Exists: Table ${target.project}:${target.dataset}.${target.table}`,
      )
    await demandWritable(change.connection, existing, target, writeDisposition)
    const { schema, timePartitioning, rangePartitioning, clustering } = change.catalog.tableResource(first)!
    const fields = JSON.parse(
      JSON.stringify({ schema, timePartitioning, rangePartitioning, clustering }),
    ) as TableFields
    if (operationType === 'SNAPSHOT' || operationType === 'CLONE')
      Object.assign(fields, copyOf(operationType, first))
    if (destinationExpirationTime) fields.expirationTime = expirationOf(destinationExpirationTime)
    const isAppend = isCopy && existing?.kind === 'table' && writeDisposition === 'WRITE_APPEND'
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
