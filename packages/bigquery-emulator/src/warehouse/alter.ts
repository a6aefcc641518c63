/** Warehouse: runs ALTER TABLE. */
import type { Rights } from '../googlesql/catalog.ts'
import type { AlterAction, AlterTable } from '../googlesql/statement_ast.ts'
import { SqlError } from '../googlesql/error.ts'
import { addColumnsSql, duckType, quote } from '../googlesql/duckdb_sql.ts'
import { isLimited, isWithin } from '../googlesql/limits.ts'
import { isCoercible } from '../googlesql/resolver/coercion.ts'
import { errorAt, unsupportedAt, type Context } from '../googlesql/resolver/context.ts'
import { fullName, tableNotFound, tableReference } from '../googlesql/resolver/table.ts'
import { ofType } from '../googlesql/resolver/typed.ts'
import { typeName } from '../googlesql/types.ts'
import type { CatalogChange } from './change.ts'
import { columnField, partitionsExpire } from './create_table.ts'
import { targetOf } from './ddl.ts'
import { columnDescription, tableOptions } from './ddl_options.ts'
import type { FieldSchema, TableResource } from './resource.ts'
import { retyped, typeOfField } from './schema.ts'
import { noRows, type StatementResult } from './statement_result.ts'

export async function runAlter(
  change: CatalogChange,
  statement: AlterTable,
  context: Context,
  rights: Rights,
): Promise<StatementResult> {
  const reference = tableReference(statement.path.parts, context, statement.path.at)
  rights.demandTable('bigquery.tables.update', reference)
  let resource = change.catalog.tableResource(reference)
  const type = `ALTER_${statement.what}`
  if (!resource && statement.ifExists) return noRows(type, { ddlOperation: 'SKIP' })
  if (!resource) throw tableNotFound(reference, context)
  const kind = resource.view ? 'VIEW' : resource.snapshotDefinition ? 'SNAPSHOT' : 'TABLE'
  if (kind !== statement.what)
    throw new SqlError(
      `${fullName(reference)} is not allowed for this operation because it is currently a ${kind}.`,
    )
  for (const action of statement.actions) resource = await alter(change, resource, action, context)
  if (resource.table !== reference.table) await change.dropTable(reference)
  await change.saveTable({ ...resource, modifiedMs: Date.now() })
  return noRows(type, { ddlOperation: 'ALTER', ddlTarget: targetOf(reference) })
}

const viewActions: ReadonlySet<string> = new Set(['setOptions', 'setColumnOptions'])

/** Returns the column's use if the table is partitioned or clustered by it: then it cannot be dropped or renamed.
 * https://cloud.google.com/bigquery/docs/managing-table-schemas#delete_a_column */
function useOf({ name }: FieldSchema, resource: TableResource): string | undefined {
  const { timePartitioning, rangePartitioning, clustering } = resource
  const isIt = (other: string | undefined): boolean => other?.toLowerCase() === name.toLowerCase()
  if (isIt(timePartitioning?.field) || isIt(rangePartitioning?.field)) return 'partitioning'
  return clustering?.fields.some(isIt) ? 'clustering' : undefined
}

async function alter(
  change: CatalogChange,
  resource: TableResource,
  action: AlterAction,
  context: Context,
): Promise<TableResource> {
  const fields = resource.schema?.fields ?? []
  const table = `warehouse.data.${quote(resource.stored ?? '')}`
  const run = (sql: string): Promise<unknown> => change.connection.run(`ALTER TABLE ${table} ${sql}`)
  const withFields = (changed: FieldSchema[]): TableResource => ({ ...resource, schema: { fields: changed } })
  const find = (name: string): FieldSchema => {
    const field = fields.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    if (!field) throw errorAt(context, `Column not found: ${name}`)
    return field
  }
  if (resource.view && !viewActions.has(action.kind))
    throw errorAt(context, 'Only the options of a view and of its columns can be altered')
  const unused = (field: FieldSchema): void => {
    const use = useOf(field, resource)
    if (use !== undefined) throw errorAt(context, `Cannot drop or rename the ${use} column ${field.name}`)
  }
  const replace = (field: FieldSchema, by: Partial<FieldSchema>): TableResource =>
    withFields(fields.map((other) => (other === field ? { ...other, ...by } : other)))
  switch (action.kind) {
    case 'addColumn': {
      const { column } = action
      if (fields.some((field) => field.name.toLowerCase() === column.name.toLowerCase())) {
        if (action.ifNotExists) return resource
        throw errorAt(context, `Column already exists: ${column.name}`)
      }
      if (column.required)
        throw errorAt(context, `Cannot add required column ${column.name} to an existing table`)
      for (const sql of addColumnsSql(table, [column])) await change.connection.run(sql)
      return withFields([...fields, columnField(column, context)])
    }
    case 'dropColumn': {
      const exists = fields.some((field) => field.name.toLowerCase() === action.name.toLowerCase())
      if (!exists && action.ifExists) return resource
      const field = find(action.name)
      unused(field)
      await run(`DROP COLUMN ${quote(field.name)}`)
      return withFields(fields.filter((other) => other !== field))
    }
    case 'renameColumn': {
      const field = find(action.from)
      unused(field)
      await run(`RENAME COLUMN ${quote(field.name)} TO ${quote(action.to)}`)
      return replace(field, { name: action.to })
    }
    case 'renameTable':
      if (change.catalog.table({ ...resource, table: action.to }))
        throw new SqlError(`Already Exists: Table ${fullName({ ...resource, table: action.to })}`)
      return { ...resource, table: action.to }
    case 'setOptions': {
      const { partitionExpirationMs, ...options } = tableOptions(action.options, context)
      const { timePartitioning } = resource
      if (partitionExpirationMs === undefined) return { ...resource, ...options }
      if (!timePartitioning) throw errorAt(context, partitionsExpire)
      return {
        ...resource,
        ...options,
        timePartitioning: { ...timePartitioning, expirationMs: partitionExpirationMs },
      }
    }
    case 'setColumnOptions': {
      if (resource.view && fields.length === 0)
        throw unsupportedAt(context, 'A description for a column that CREATE VIEW does not name')
      const description = columnDescription(action.options, context)
      return replace(find(action.name), description === undefined ? {} : { description })
    }
    case 'setDataType': {
      const field = find(action.name)
      const from = typeOfField(field)
      if (from.kind !== action.type.kind && isLimited(action.type))
        throw unsupportedAt(context, `SET DATA TYPE of ${typeName(from)} to ${typeName(action.type)}`)
      if (
        !isCoercible(ofType(from), action.type) ||
        (from.kind === action.type.kind && !isWithin(from, action.type))
      )
        throw errorAt(
          context,
          `ALTER TABLE ALTER COLUMN SET DATA TYPE requires that the existing column type (${typeName(from)}) is assignable to the new type (${typeName(action.type)})`,
        )
      await run(`ALTER COLUMN ${quote(field.name)} SET DATA TYPE ${duckType(action.type)}`)
      return withFields(fields.map((other) => (other === field ? retyped(field, action.type) : other)))
    }
    default: {
      const field = find(action.name)
      await run(`ALTER COLUMN ${quote(field.name)} DROP NOT NULL`)
      return replace(field, { mode: 'NULLABLE' })
    }
  }
}
