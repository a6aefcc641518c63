/** Warehouse: creates, changes and drops datasets, tables and views. */
import { isDeepStrictEqual } from 'node:util'
import { addColumnsSql, duckType, quote } from '../googlesql/duckdb_sql.ts'
import type { TableReference } from '../googlesql/catalog.ts'
import { compileView, type CompileOptions } from '../googlesql/index.ts'
import { ApiError } from './api_error.ts'
import type { CatalogChange } from './change.ts'
import { observeStatement } from '../recording.ts'
import { keptPartitioning, partitioningChange } from './partitions.ts'
import type { DatasetFields, DatasetResource, FieldSchema, TableFields, TableResource } from './resource.ts'
import { checkFields, columnsOfTable, isIngestionTime, typeOfField } from './schema.ts'
import { demandNoSnapshot } from './snapshot.ts'
import { sameName, widenedValue, widening } from './widening.ts'

export function datasetNotFound(project: string, dataset: string): ApiError {
  return new ApiError('notFound', `Not found: Dataset ${project}:${dataset}`)
}

export function tableNotFound({ project, dataset, table }: TableReference): ApiError {
  return new ApiError('notFound', `Not found: Table ${project}:${dataset}.${table}`)
}

export async function createDataset(
  change: CatalogChange,
  key: { project: string; dataset: string },
  fields: DatasetFields,
): Promise<DatasetResource> {
  const { project, dataset } = key
  if (!/^\w{1,1024}$/.test(dataset))
    throw new ApiError(
      'invalid',
      `Invalid dataset ID "${dataset}". Dataset IDs must be alphanumeric (plus underscores) and must be at most 1024 characters long.`,
    )
  if (change.catalog.hasDataset(project, dataset))
    throw new ApiError('duplicate', `Already Exists: Dataset ${project}:${dataset}`)
  const now = Date.now()
  const resource = { location: 'US', ...fields, project, dataset, createdMs: now, modifiedMs: now }
  await change.saveDataset(resource)
  return resource
}

export async function dropDataset(
  change: CatalogChange,
  { project, dataset }: { project: string; dataset: string },
  withTables: boolean,
): Promise<void> {
  const { catalog } = change
  if (!catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  const tables = catalog.tables(project, dataset)
  if (tables.length > 0 && !withTables)
    throw new ApiError('resourceInUse', `Dataset ${project}:${dataset} is still in use`)
  for (const table of tables)
    if (table.kind === 'table') await change.connection.run(`DROP TABLE ${table.sql}`)
  await change.dropDataset({ project, dataset })
}

/** Who defines a view. Without rights, those on the tables that it reads are not checked. */
type Author = Pick<CompileOptions, 'user' | 'rights'>

/** Creates a table or a view without rows. The caller has checked whether an existing one may be replaced. */
export async function createTable(
  change: CatalogChange,
  reference: TableReference,
  fields: TableFields,
  author: Author = { user: '' },
): Promise<TableResource> {
  const { project, dataset, table } = reference
  const { catalog } = change
  if (!catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  if (!/^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}\p{Zs}]{1,1024}$/u.test(table))
    throw new ApiError('invalid', `Invalid table ID "${table}".`)
  if (change.hasTable(reference))
    throw new ApiError('duplicate', `Already Exists: Table ${project}:${dataset}.${table}`)
  const now = Date.now()
  const base = {
    ...withDefaults(fields, catalog.dataset(project, dataset)!, now),
    ...reference,
    createdMs: now,
    modifiedMs: now,
  }
  const resource = fields.view
    ? checkedView(change, base, fields.view, author)
    : await storedTable(change, base)
  await change.saveTable(resource)
  return resource
}

/** Adds the expirations that a dataset gives to new tables. That of partitions takes precedence.
 * https://cloud.google.com/bigquery/docs/updating-datasets#table-expiration */
function withDefaults(fields: TableFields, dataset: DatasetFields, now: number): TableFields {
  const { defaultTableExpirationMs: tableMs, defaultPartitionExpirationMs: partitionMs } = dataset
  const { timePartitioning, expirationTime } = fields
  if (timePartitioning && partitionMs !== undefined)
    return { ...fields, timePartitioning: { expirationMs: partitionMs, ...timePartitioning } }
  if (tableMs === undefined || expirationTime !== undefined) return fields
  return { ...fields, expirationTime: String(now + Number(tableMs)) }
}

function checkedView(
  change: CatalogChange,
  resource: TableResource,
  view: NonNullable<TableFields['view']>,
  author: Author,
): TableResource {
  if (view.useLegacySql === true)
    throw new ApiError(
      'invalid',
      'Legacy SQL views are not supported by the local BigQuery; set useLegacySql to false',
    )
  compileView(view.query, change.catalog, { project: resource.project, ...author })
  observeStatement(view.query, change.catalog, { project: resource.project })()
  return resource
}

async function storedTable(change: CatalogChange, resource: TableResource): Promise<TableResource> {
  checkFields(resource.schema?.fields ?? [])
  checkPartitioning(resource)
  const stored = change.catalog.nextStored()
  const columns = columnsOfTable(resource)
    .filter((column) => !column.hidden)
    .map(({ name, type, required }) => `${quote(name)} ${duckType(type)}${required ? ' NOT NULL' : ''}`)
  if (isIngestionTime(resource)) columns.push(ingestionTime(resource))
  // DuckDB has no tables without columns. BigQuery has them until their schema is set.
  await change.connection.run(
    `CREATE TABLE warehouse.data.${quote(stored)} (${columns.join(', ') || '"__none" INTEGER'})`,
  )
  return { ...resource, stored }
}

function ingestionTime({ timePartitioning }: TableResource): string {
  return `"_PARTITIONTIME" TIMESTAMPTZ DEFAULT date_trunc('${timePartitioning!.type.toLowerCase()}', now())`
}

function checkPartitioning({ timePartitioning, rangePartitioning, clustering, schema }: TableFields): void {
  const fields = schema?.fields ?? []
  const find = (name: string, role: string): FieldSchema => {
    const field = fields.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    if (!field)
      throw new ApiError('invalid', `The field specified for ${role} cannot be found in the schema: ${name}`)
    return field
  }
  if (timePartitioning && !['HOUR', 'DAY', 'MONTH', 'YEAR'].includes(timePartitioning.type))
    throw new ApiError('invalid', `Invalid partitioning type: ${timePartitioning.type}`)
  if (timePartitioning?.field !== undefined) {
    const field = find(timePartitioning.field, 'time partitioning')
    if (!['DATE', 'DATETIME', 'TIMESTAMP'].includes(field.type.toUpperCase()) || field.mode === 'REPEATED')
      throw new ApiError(
        'invalid',
        `The field specified for time partitioning can only be of type TIMESTAMP, DATE or DATETIME. The type found is: ${field.type}.`,
      )
  }
  if (rangePartitioning) {
    const field = find(rangePartitioning.field, 'range partitioning')
    if (!['INTEGER', 'INT64'].includes(field.type.toUpperCase()))
      throw new ApiError(
        'invalid',
        `The field specified for range partitioning can only be of type INTEGER. The type found is: ${field.type}.`,
      )
  }
  for (const name of clustering?.fields ?? []) find(name, 'clustering')
  if ((clustering?.fields.length ?? 0) > 4)
    throw new ApiError('invalid', 'Clustering is limited to four fields')
}

export async function dropTable(change: CatalogChange, reference: TableReference): Promise<void> {
  const table = change.catalog.table(reference)
  if (!table) throw tableNotFound(reference)
  if (table.kind === 'table') await change.connection.run(`DROP TABLE ${table.sql}`)
  await change.dropTable(reference)
}

/** How a request changes a table. */
interface TableChange {
  /** Members that it sets to null. */
  removed: readonly (keyof TableFields)[]
  /** True for PUT, false for PATCH. */
  replaces: boolean
  author: Author
}

/** Changes a table's resource. A new schema can only add NULLABLE or REPEATED columns and relax REQUIRED ones. */
export async function updateTable(
  change: CatalogChange,
  reference: TableReference,
  fields: TableFields,
  { removed, replaces, author }: TableChange,
): Promise<TableResource> {
  const before = change.catalog.tableResource(reference)
  if (!before) throw tableNotFound(reference)
  const { schema } = before
  if (fields.schema && !isDeepStrictEqual(fields.schema, schema))
    demandNoSnapshot(change.catalog.table(reference))
  const after: TableResource = { ...before, ...fields, modifiedMs: Date.now() }
  if (fields.timePartitioning || fields.rangePartitioning)
    Object.assign(after, keptPartitioning(before, fields, replaces))
  for (const name of removed) {
    if (name.endsWith('Partitioning') && before[name]) throw new ApiError('invalid', partitioningChange)
    if (name !== 'schema' && name !== 'view') delete after[name]
  }
  if (before.view) {
    if (fields.view) checkedView(change, after, fields.view, author)
  } else if (fields.schema) await alterColumns(change, before, after)
  checkPartitioning(after.view ? {} : after)
  await change.saveTable(after)
  return after
}

async function alterColumns(
  change: CatalogChange,
  before: TableResource,
  after: TableResource,
): Promise<void> {
  const old = before.schema?.fields ?? []
  const fields = after.schema?.fields ?? []
  checkFields(fields)
  const table = `warehouse.data.${quote(before.stored!)}`
  const mismatch = (why: string): ApiError =>
    new ApiError(
      'invalid',
      `Provided Schema does not match Table ${before.project}:${before.dataset}.${before.table}. ${why}`,
    )
  const missing = old.find((field) => !fields.some((other) => sameName(other, field)))
  if (missing) throw mismatch(`Field ${missing.name} is missing in new schema`)
  const added: Parameters<typeof addColumnsSql>[1][number][] = []
  for (const field of fields) {
    const known = old.find((other) => sameName(other, field))
    const column = quote(field.name)
    if (!known) {
      if (field.mode === 'REQUIRED')
        throw mismatch(`Cannot add required fields to an existing schema. (field: ${field.name})`)
      added.push({ name: field.name, type: typeOfField(field) })
      continue
    }
    const problem = widening(known, field, field.name)
    if (problem !== undefined) throw mismatch(problem)
    if (known.mode === 'REQUIRED' && field.mode !== 'REQUIRED')
      await change.connection.run(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP NOT NULL`)
    const type = duckType(typeOfField(field))
    if (type !== duckType(typeOfField(known)))
      await change.connection.run(
        `ALTER TABLE ${table} ALTER COLUMN ${column} SET DATA TYPE ${type} USING ${widenedValue(column, known, field)}`,
      )
  }
  for (const sql of addColumnsSql(table, added)) await change.connection.run(sql)
  if (old.length === 0 && fields.length > 0 && !isIngestionTime(before))
    await change.connection.run(`ALTER TABLE ${table} DROP COLUMN "__none"`)
}
