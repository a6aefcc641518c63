/** Warehouse: runs CREATE SCHEMA and ALTER SCHEMA. */
import { AlreadyExists } from '../googlesql/error.ts'
import { NotFound } from '../googlesql/index.ts'
import { errorAt, type Context } from '../googlesql/resolver/context.ts'
import type { AlterSchema, CreateSchema } from '../googlesql/statement_ast.ts'
import type { CatalogChange } from './change.ts'
import { datasetOptions } from './ddl_options.ts'
import type { RunOptions } from './run_statement.ts'
import { noRows, type StatementResult } from './statement_result.ts'
import { createDataset } from './tables.ts'

export async function runCreateSchema(
  change: CatalogChange,
  statement: CreateSchema,
  context: Context,
  { rights }: RunOptions,
): Promise<StatementResult> {
  const [dataset, project = context.project] = statement.path.parts.toReversed()
  const key = { project, dataset: dataset! }
  rights.demandDataset('bigquery.datasets.create', key)
  if (change.catalog.hasDataset(project, dataset!)) {
    if (statement.ifNotExists) return noRows('CREATE_SCHEMA', { ddlOperation: 'SKIP' })
    throw new AlreadyExists(`Already Exists: Dataset ${project}:${dataset}`)
  }
  await createDataset(change, key, datasetOptions(statement.options, context))
  return noRows('CREATE_SCHEMA', { ddlOperation: 'CREATE' })
}

/** Changes the options that the statement names. A dataset keeps its location. */
export async function runAlterSchema(
  change: CatalogChange,
  { path, ifExists, options }: AlterSchema,
  context: Context,
  { rights }: RunOptions,
): Promise<StatementResult> {
  const [dataset, project = context.project] = path.parts.toReversed()
  const key = { project, dataset: dataset! }
  rights.demandDataset('bigquery.datasets.update', key)
  const before = change.catalog.dataset(project, dataset!)
  if (!before && ifExists) return noRows('ALTER_SCHEMA', { ddlOperation: 'SKIP' })
  if (!before) throw new NotFound(`Not found: Dataset ${project}:${dataset}`)
  if (options['location']) throw errorAt(context, 'Option location cannot be changed', options['location'].at)
  await change.saveDataset({ ...before, ...datasetOptions(options, context), modifiedMs: Date.now() })
  return noRows('ALTER_SCHEMA', { ddlOperation: 'ALTER' })
}
