/** Warehouse: applies DDL statements to the catalog. */
import type { TableReference } from '../googlesql/catalog.ts'
import { AlreadyExists } from '../googlesql/error.ts'
import { compileQuery, compileView, NotFound } from '../googlesql/index.ts'
import { errorAt, unsupportedAt, type Context } from '../googlesql/resolver/context.ts'
import { checkRoutine } from '../googlesql/resolver/call.ts'
import { fullName, newTableReference, tableNotFound, tableReference } from '../googlesql/resolver/table.ts'
import type { CreateFunction, CreateView, Drop, StatementBody } from '../googlesql/statement_ast.ts'
import { runAlter } from './alter.ts'
import type { CatalogChange } from './change.ts'
import { runCreateTable } from './create_table.ts'
import { withConstantOptions } from './constant_options.ts'
import { tableOptions } from './ddl_options.ts'
import { runAlterSchema, runCreateSchema } from './ddl_schema.ts'
import type { FieldSchema, RoutineResource } from './resource.ts'
import type { RunOptions } from './run_statement.ts'
import { fieldOfType } from './schema.ts'
import { isSnapshot } from './snapshot.ts'
import { noRows, type StatementResult } from './statement_result.ts'
import { createTable, dropDataset, dropTable } from './tables.ts'
import type { Warehouse } from './warehouse.ts'

export type DdlStatement = Exclude<
  StatementBody,
  { kind: 'query' | 'insert' | 'update' | 'delete' | 'merge' | 'truncate' }
>

/** Ends the transaction of a dry run. */
class DryRun extends Error {}

export async function runDdl(
  warehouse: Warehouse,
  statement: DdlStatement & { text?: string },
  context: Context,
  options: RunOptions,
): Promise<StatementResult> {
  if (!options.dryRun) return warehouse.change((change) => apply(change, statement, context, options))
  let result: StatementResult | undefined
  try {
    await warehouse.change(async (change) => {
      result = await apply(change, statement, context, options)
      throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  if (statement.kind !== 'createTable' || !statement.query) return result!
  const { reads } = compileQuery(statement.query, context)
  return { ...result!, bytesProcessed: await warehouse.sizes.bytes(reads) }
}

async function apply(
  change: CatalogChange,
  given: DdlStatement & { text?: string },
  context: Context,
  options: RunOptions,
): Promise<StatementResult> {
  const statement = await withConstantOptions(given, change.connection, context)
  switch (statement.kind) {
    case 'createTable':
      return runCreateTable(change, statement, context, options)
    case 'createView':
      return runCreateView(change, statement, context, options)
    case 'createSchema':
      return runCreateSchema(change, statement, context, options)
    case 'createFunction':
      return runCreateFunction(change, statement, statement.text ?? '', context, options)
    case 'drop':
      return runDrop(change, statement, context, options)
    case 'alterSchema':
      return runAlterSchema(change, statement, context, options)
    default:
      return runAlter(change, statement, context, options.rights)
  }
}

export function targetOf({ project, dataset, table }: TableReference) {
  return {
    projectId: project,
    datasetId: dataset,
    tableId: table,
  }
}

async function runCreateView(
  change: CatalogChange,
  statement: CreateView,
  context: Context,
  options: RunOptions,
): Promise<StatementResult> {
  const { rights } = options
  const reference = newTableReference(statement.path, false, context)
  rights.demandDataset('bigquery.tables.create', reference)
  const existing = change.catalog.table(reference)
  let fields: FieldSchema[] | undefined
  const done = (ddlOperation: string): StatementResult =>
    noRows('CREATE_VIEW', { ddlOperation, ddlTarget: targetOf(reference), fields })
  if (existing && statement.ifNotExists && !statement.orReplace) return done('SKIP')
  if (existing && (!statement.orReplace || existing.kind === 'table'))
    throw new AlreadyExists(`Already Exists: Table ${fullName(reference)}`)
  const { columns } = compileView(statement.queryText, change.catalog, options)
  const names = statement.columns
  if (names && names.length !== columns.length)
    throw errorAt(
      context,
      `View has ${names.length} column names but its query has ${columns.length} columns`,
    )
  fields = columns.map(({ name, type }, i) => fieldOfType(names?.[i]?.name ?? name, type))
  if (existing) await dropTable(change, reference)
  await createTable(change, reference, {
    ...tableOptions(statement.options, context),
    view: { query: qualified(statement.queryText, context, options), useLegacySql: false },
    ...(names ? { schema: { fields } } : {}),
  })
  return done(existing ? 'REPLACE' : 'CREATE')
}

/** Returns the text of a view. It must not depend on the default dataset of the query that creates it. */
function qualified(text: string, context: Context, options: RunOptions): string {
  if (!context.defaultDataset) return text
  try {
    compileView(text, context.catalog, { ...options, defaultDataset: undefined })
    return text
  } catch {
    throw unsupportedAt(
      context,
      'CREATE VIEW of tables in the default dataset, without a dataset in their names,',
    )
  }
}

export function routineNotFound({
  project,
  dataset,
  routine,
}: Pick<RoutineResource, 'project' | 'dataset' | 'routine'>): NotFound {
  return new NotFound(`Not found: Routine ${project}:${dataset}.${routine}`)
}

async function runCreateFunction(
  change: CatalogChange,
  statement: CreateFunction,
  definition: string,
  context: Context,
  { rights }: RunOptions,
): Promise<StatementResult> {
  const { project, dataset, table: routine } = newTableReference(statement.path, false, context)
  rights.demandDataset('bigquery.routines.create', { project, dataset })
  if (!change.catalog.hasDataset(project, dataset))
    throw tableNotFound({ project, dataset, table: routine }, context)
  const existing = change.catalog.routine(project, dataset, routine)
  if (existing && !statement.orReplace) {
    if (statement.ifNotExists) return noRows('CREATE_FUNCTION', { ddlOperation: 'SKIP' })
    throw new AlreadyExists(`Already Exists: Routine ${project}:${dataset}.${routine}`)
  }
  checkRoutine(statement, context)
  const modifiedMs = Date.now()
  const createdMs = existing ? existing.createdMs : modifiedMs
  await change.saveRoutine({ project, dataset, routine, definition, createdMs, modifiedMs })
  return noRows('CREATE_FUNCTION', {
    ddlOperation: existing ? 'REPLACE' : 'CREATE',
    ddlRoutine: { projectId: project, datasetId: dataset, routineId: routine },
  })
}

async function runDrop(
  change: CatalogChange,
  statement: Drop,
  context: Context,
  { rights }: RunOptions,
): Promise<StatementResult> {
  const type = `DROP_${statement.what}`
  const skip = noRows(type, { ddlOperation: 'SKIP' })
  if (statement.what === 'SCHEMA') {
    const [dataset, project = context.project] = statement.path.parts.toReversed()
    const key = { project, dataset: dataset! }
    rights.demandDataset('bigquery.datasets.delete', key)
    if (statement.ifExists && !change.catalog.hasDataset(project, dataset!)) return skip
    await dropDataset(change, key, statement.cascade)
    return noRows(type, { ddlOperation: 'DROP' })
  }
  const reference = tableReference(statement.path.parts, context, statement.path.at)
  if (statement.what === 'FUNCTION') {
    const { project, dataset, table: routine } = reference
    rights.demandDataset('bigquery.routines.delete', { project, dataset })
    if (!change.catalog.routine(project, dataset, routine)) {
      if (statement.ifExists) return skip
      throw routineNotFound({ project, dataset, routine })
    }
    await change.dropRoutine({ project, dataset, routine })
    const ddlRoutine = { projectId: project, datasetId: dataset, routineId: routine }
    return noRows(type, { ddlOperation: 'DROP', ddlRoutine })
  }
  rights.demandTable('bigquery.tables.delete', reference)
  const table = change.catalog.table(reference)
  if (!table && statement.ifExists) return skip
  if (!table) throw tableNotFound(reference, context)
  const kind = table.kind === 'view' ? 'VIEW' : isSnapshot(table) ? 'SNAPSHOT' : 'TABLE'
  if (kind !== statement.what)
    throw errorAt(context, `Cannot drop ${fullName(reference)} which has type ${kind} as a ${statement.what}`)
  await dropTable(change, reference)
  return noRows(type, { ddlOperation: 'DROP', ddlTarget: targetOf(reference) })
}
