/** Runs the query of a job and writes its destination table, if any. */
import { isDeepStrictEqual } from 'node:util'
import {
  compileQuery,
  newContext,
  parseProgram,
  parseScript,
  type QueryParameter,
} from '../googlesql/index.ts'
import type { SystemFacts } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { fill, replaceTable } from '../warehouse/create_table.ts'
import { compileInsert } from '../googlesql/dml.ts'
import { quote } from '../googlesql/duckdb_sql.ts'
import { refuseDecorator } from '../warehouse/decorator.ts'
import { toApiError } from '../warehouse/failure.ts'
import { isScript, runScript } from '../warehouse/run_script.ts'
import type { TableFields } from '../warehouse/resource.ts'
import type { RunOptions } from '../warehouse/run_statement.ts'
import { fieldOfType } from '../warehouse/schema.ts'
import type { StatementResult } from '../warehouse/statement_result.ts'
import { datasetNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { Caller } from './caller.ts'
import { demandWritable, type WriteDisposition } from './disposition.ts'
import { writable } from './fields.ts'
import type { TableReferenceJson } from './job.ts'
import { alive } from './rows.ts'

/** Members that partition and cluster the destination table. */
const layoutMembers = ['timePartitioning', 'rangePartitioning', 'clustering'] as const

type Layout = Pick<TableFields, (typeof layoutMembers)[number]>

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationquery */
export interface QueryConfiguration extends Layout {
  query?: string
  useLegacySql?: boolean
  defaultDataset?: { projectId?: string; datasetId: string }
  queryParameters?: QueryParameter[]
  destinationTable?: TableReferenceJson
  writeDisposition?: WriteDisposition
  createDisposition?: 'CREATE_IF_NEEDED' | 'CREATE_NEVER'
  maximumBytesBilled?: string | number
}

/** Query options of BigQuery that are not supported. Ignoring them would change the result. */
export const refusedQueryOptions: readonly string[] = [
  'schemaUpdateOptions',
  'tableDefinitions',
  'userDefinedFunctionResources',
  'connectionProperties',
]

/** Runs the query. Every error is thrown as an ApiError. */
export async function runQuery(
  warehouse: Warehouse,
  configuration: QueryConfiguration,
  caller: Caller,
  project: string,
  dryRun: boolean,
  system?: SystemFacts,
  demandTime?: () => void,
): Promise<StatementResult> {
  const { query, useLegacySql, defaultDataset, queryParameters, destinationTable } = configuration
  if (!query) throw new ApiError('required', 'Required parameter is missing: query')
  if (useLegacySql === true && !/^\s*#standardSQL/i.test(query))
    throw new ApiError(
      'invalid',
      'Legacy SQL is not supported by the local BigQuery; set useLegacySql to false',
    )
  for (const option of refusedQueryOptions)
    if (isSet((configuration as Record<string, unknown>)[option]))
      throw new ApiError('invalid', `Query option ${option} is not supported by the local BigQuery`)
  const options: RunOptions = {
    project,
    user: caller.email,
    rights: caller,
    system,
    dryRun,
    demandTime,
    parameters: queryParameters,
    maximumBytesBilled: bytesOf(configuration.maximumBytesBilled),
    defaultDataset: defaultDataset && {
      project: defaultDataset.projectId ?? project,
      dataset: defaultDataset.datasetId,
    },
  }
  try {
    const nodes = destinationTable ? parseProgram(query) : []
    if (isScript(nodes))
      throw new ApiError('invalid', 'configuration.query.destinationTable cannot be set for scripts')
    if (destinationTable && !dryRun && nodes[0]?.kind === 'query')
      return await writeDestination(warehouse, query, configuration, destinationTable, options)
    return await runScript(warehouse, query, options)
  } catch (error) {
    throw toApiError(error)
  }
}

function bytesOf(limit: string | number | undefined): bigint | undefined {
  if (limit === undefined) return undefined
  if (!/^\d+$/.test(String(limit)))
    throw new ApiError('invalid', `Invalid value for maximumBytesBilled: ${limit}`)
  return BigInt(limit)
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
}

/** Writes the query's rows into a table in one transaction. Returns the rows as the job's result. */
async function writeDestination(
  warehouse: Warehouse,
  text: string,
  configuration: QueryConfiguration,
  destination: TableReferenceJson,
  options: RunOptions,
): Promise<StatementResult> {
  const { writeDisposition = 'WRITE_EMPTY', createDisposition = 'CREATE_IF_NEEDED' } = configuration
  const { projectId = options.project, datasetId, tableId } = destination
  const reference = { project: projectId, dataset: datasetId, table: tableId }
  refuseDecorator(tableId)
  let result = await runScript(warehouse, text, options)
  await warehouse.change(async (change) => {
    const { catalog, connection } = change
    options.rights.demandTable('bigquery.tables.updateData', reference)
    const existing = catalog.table(reference)
    if (!existing) options.rights.demandDataset('bigquery.tables.create', reference)
    if (!catalog.hasDataset(projectId, datasetId)) throw datasetNotFound(projectId, datasetId)
    if (!existing && createDisposition === 'CREATE_NEVER')
      throw new ApiError('notFound', `Not found: Table ${projectId}:${datasetId}.${tableId}`)
    const [statement] = parseScript(text)
    if (statement?.kind !== 'query') return
    const context = newContext(text, catalog, options)
    await demandWritable(connection, existing, reference, writeDisposition)
    const layout = layoutOf(configuration)
    if (existing && writeDisposition !== 'WRITE_TRUNCATE')
      demandLayout(layout, change.catalog.tableResource(reference)!)
    if (existing?.kind === 'table' && writeDisposition !== 'WRITE_TRUNCATE') {
      change.afterCommit(() => warehouse.changes.note(existing))
      const path = { parts: [projectId, datasetId, tableId], at: 0 }
      await connection.run(
        compileInsert({ kind: 'insert', table: path, source: { query: statement.query } }, context).sql,
      )
      // The result of a job is the content of its destination table, with the rows that it had before.
      const columns = existing.columns.filter((column) => !column.hidden)
      const list = columns.map(({ name }) => quote(name)).join(', ')
      const read = await connection.runAndReadAll(`SELECT ${list} FROM ${existing.sql} t${alive(existing)}`)
      result = {
        ...result,
        columns: columns.map(({ name, type }) => ({ name, type, as: name })),
        rows: read.getRows(),
      }
      return
    }
    const compiled = compileQuery(statement.query, context)
    const fields = compiled.columns.map(({ name, type }) => fieldOfType(name, type))
    const stored = await replaceTable(change, reference, { schema: { fields }, ...layout })
    await fill(change, stored, compiled, fields, context)
  })
  return result
}

/** Returns how the job wants its destination table partitioned and clustered. */
function layoutOf(configuration: QueryConfiguration): Layout {
  return writable(configuration, layoutMembers)
}

/** Throws if the job wants another partitioning than an existing table has. */
function demandLayout(layout: Layout, existing: TableFields): void {
  for (const name of layoutMembers) {
    const [wanted, found] = [layout[name], existing[name]]
    if (wanted !== undefined && !isDeepStrictEqual({ ...found, ...wanted }, found))
      throw new ApiError(
        'invalid',
        `Incompatible table ${name === 'clustering' ? 'clustering' : 'partitioning'} specification.`,
      )
  }
}
