/** CREATE TABLE: from columns, LIKE, COPY, or a query. */
import type { Expression } from '../googlesql/ast.ts'
import type { Rights, StoredTable, TableReference } from '../googlesql/catalog.ts'
import { assign } from '../googlesql/assignment.ts'
import { quote } from '../googlesql/duckdb_sql.ts'
import { AlreadyExists } from '../googlesql/error.ts'
import { compileQuery, type CompiledQuery } from '../googlesql/index.ts'
import { errorAt, unsupportedAt, type Context } from '../googlesql/resolver/context.ts'
import { fullName, newTableReference, tableNotFound, tableReference } from '../googlesql/resolver/table.ts'
import { typed } from '../googlesql/resolver/typed.ts'
import type { ColumnDefinition, CreateTable } from '../googlesql/statement_ast.ts'
import { ApiError } from './api_error.ts'
import { tableOf } from './catalog.ts'
import type { CatalogChange } from './change.ts'
import { targetOf } from './ddl.ts'
import { columnDescription, tableOptions } from './ddl_options.ts'
import type { FieldSchema, RangePartitioning, TableFields, TimePartitioning } from './resource.ts'
import type { RunOptions } from './run_statement.ts'
import { columnType, fieldOfType } from './schema.ts'
import { noRows, type StatementResult } from './statement_result.ts'
import { demandNoSnapshot } from './snapshot.ts'
import { createTable, dropTable } from './tables.ts'

export async function runCreateTable(
  change: CatalogChange,
  statement: CreateTable,
  context: Context,
  { rights, dryRun }: Pick<RunOptions, 'rights' | 'dryRun'>,
): Promise<StatementResult> {
  const reference = newTableReference(statement.path, statement.temporary, context)
  rights.demandDataset('bigquery.tables.create', reference)
  const type = statement.query ? 'CREATE_TABLE_AS_SELECT' : 'CREATE_TABLE'
  const done = (ddlOperation: string, fields?: readonly FieldSchema[]): StatementResult =>
    noRows(type, { ddlOperation, ddlTarget: targetOf(reference), fields })
  const existing = change.catalog.table(reference)
  if (existing && statement.ifNotExists && !statement.orReplace)
    return done('SKIP', change.catalog.tableResource(reference)?.schema?.fields)
  if (existing && (!statement.orReplace || existing.kind === 'view'))
    throw new AlreadyExists(`Already Exists: Table ${fullName(reference)}`)
  const query = statement.query && compileQuery(statement.query, context)
  const fields = tableFields(statement, query, change, context, rights)
  const stored = await replaceTable(change, reference, fields)
  if (dryRun) return done(existing ? 'REPLACE' : 'CREATE', fields.schema?.fields)
  if (query) await fill(change, stored, query, fields.schema?.fields ?? [], context)
  else if (statement.copy) {
    const source = change.catalog.table(tableReference(statement.copy.parts, context))
    if (source?.kind === 'table')
      await change.connection.run(`INSERT INTO ${stored.sql} SELECT * FROM ${source.sql}`)
  }
  return done(existing ? 'REPLACE' : 'CREATE', fields.schema?.fields)
}

/** Creates a table, replacing an existing one. */
export async function replaceTable(
  change: CatalogChange,
  reference: TableReference,
  fields: TableFields,
): Promise<StoredTable> {
  demandNoSnapshot(change.catalog.table(reference))
  if (change.catalog.tableResource(reference)?.policy)
    throw new ApiError(
      'invalid',
      'Replacing a table that has an IAM policy is not supported by the local BigQuery',
    )
  if (change.catalog.table(reference)) await dropTable(change, reference)
  const table = tableOf(await createTable(change, reference, fields))
  if (table.kind === 'view') throw new TypeError(`${reference.table} is a view`)
  return table
}

/** Writes a query's rows into the newly created table. */
export async function fill(
  change: CatalogChange,
  { sql }: StoredTable,
  query: CompiledQuery,
  fields: readonly FieldSchema[],
  context: Context,
): Promise<void> {
  const values = query.columns.map(({ as, type }, i) => {
    const field = fields[i]!
    return assign(typed(`z.${quote(as)}`, type), { name: field.name, ...columnType(field) }, context)
  })
  const names = fields.map((field) => quote(field.name)).join(', ')
  await change.connection.run(
    `INSERT INTO ${sql} (${names}) SELECT ${values.join(', ')} FROM (${query.sql}) z`,
  )
}

export const partitionsExpire =
  'Option partition_expiration_days can only be set for a table that is partitioned by time'

function tableFields(
  statement: CreateTable,
  query: CompiledQuery | undefined,
  change: CatalogChange,
  context: Context,
  rights: Rights,
): TableFields {
  const { partitionExpirationMs, ...options } = tableOptions(statement.options, context)
  const model = statement.like ?? statement.copy
  let inherited: TableFields = {}
  if (model) {
    const source = tableReference(model.parts, context)
    rights.demandTable('bigquery.tables.get', source)
    if (statement.copy) rights.demandTable('bigquery.tables.getData', source)
    const resource = change.catalog.tableResource(source)
    if (!resource || resource.view) throw tableNotFound(source, context)
    const { schema, timePartitioning, rangePartitioning, clustering, requirePartitionFilter } = resource
    inherited = JSON.parse(
      JSON.stringify({ schema, timePartitioning, rangePartitioning, clustering, requirePartitionFilter }),
    ) as TableFields
  }
  const fields = statement.columns?.map((column) => columnField(column, context))
  if (fields && query && fields.length !== query.columns.length)
    throw errorAt(
      context,
      `The number of columns in the column definition list does not match the number of columns produced by the query`,
    )
  const computed = fields ?? query?.columns.map(({ name, type }) => fieldOfType(name, type))
  const partitioning = statement.partition
    ? partitioningOf(statement.partition, context, partitionExpirationMs)
    : {}
  if (partitionExpirationMs !== undefined && !partitioning.timePartitioning && !inherited.timePartitioning)
    throw errorAt(context, partitionsExpire)
  return {
    ...inherited,
    ...options,
    ...(computed ? { schema: { fields: computed } } : {}),
    ...partitioning,
    ...(statement.cluster
      ? { clustering: { fields: statement.cluster.map((node) => columnOf(node, context)) } }
      : {}),
  }
}

export function columnField(column: ColumnDefinition, context: Context): FieldSchema {
  if (column.default) throw unsupportedAt(context, 'A column default', column.default.at)
  const field = fieldOfType(column.name, column.type)
  if (column.required) field.mode = 'REQUIRED'
  const description = columnDescription(column.options, context)
  if (description !== undefined) field.description = description
  return field
}

function columnOf(node: Expression | undefined, context: Context): string {
  if (node?.kind === 'identifier' && node.path.length === 1) return node.path[0]!
  throw unsupportedAt(context, 'This partitioning or clustering expression', node?.at)
}

/** Converts `PARTITION BY` to the resource's partitioning. */
function partitioningOf(
  node: Expression,
  context: Context,
  expirationMs: string | undefined,
): { timePartitioning?: TimePartitioning; rangePartitioning?: RangePartitioning } {
  const byTime = (type: string, column: string): { timePartitioning: TimePartitioning } => ({
    timePartitioning: {
      type: type as TimePartitioning['type'],
      ...(/^_PARTITION(?:DATE|TIME)$/i.test(column) ? {} : { field: column }),
      ...(expirationMs === undefined ? {} : { expirationMs }),
    },
  })
  if (node.kind === 'identifier') return byTime('DAY', columnOf(node, context))
  if (node.kind !== 'call') throw unsupportedAt(context, 'This partitioning expression', node.at)
  const name = node.name.join('.').toUpperCase()
  const [first, second] = node.args
  if (name === 'DATE') return byTime('DAY', columnOf(first, context))
  if (/^(?:TIMESTAMP|DATE|DATETIME)_TRUNC$/.test(name) && second?.kind === 'datePart')
    return byTime(second.part, columnOf(first, context))
  if (name === 'RANGE_BUCKET' && second?.kind === 'call') {
    const [start, end, interval = '1'] = second.args.map((arg) =>
      arg.kind === 'literal' ? arg.text : undefined,
    )
    if (start !== undefined && end !== undefined)
      return { rangePartitioning: { field: columnOf(first, context), range: { start, end, interval } } }
  }
  throw unsupportedAt(context, 'This partitioning expression', node.at)
}
