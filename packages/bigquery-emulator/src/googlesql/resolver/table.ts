/** GoogleSQL resolver: resolves the path of a table, view, wildcard table or INFORMATION_SCHEMA view. */
import type { From, TablePath } from '../ast.ts'
import type { StoredTable, Table, TableReference, View } from '../catalog.ts'
import { duckType, quote, text } from '../duckdb_sql.ts'
import { NotFound } from '../error.ts'
import { parseSingleQuery } from '../parser/statement.ts'
import { STRING } from '../types.ts'
import { errorAt, freshName, unsupportedAt, type Context } from './context.ts'
import type { FromClause } from './from.ts'
import { informationSchema } from './information_schema.ts'
import { resolveQuery } from './query.ts'
import { finalRelation } from './relation.ts'
import type { ScopeColumn, Scope, Source } from './scope.ts'
import type { PartitionScan } from './typed.ts'

type TableNode = From & { kind: 'table' }

/** Returns the table that a path names, with the default project and dataset filled in. */
export function tableReference(parts: readonly string[], context: Context, at?: number): TableReference {
  const [last, dataset, project] = parts.toReversed()
  if (parts.length > 3) throw errorAt(context, `Invalid table name: ${parts.join('.')}`, at)
  const temporary = project === undefined && isSession(dataset) && context.script?.temporaryTable(last!)
  if (temporary) return temporary
  if (dataset !== undefined) return { project: project ?? context.project, dataset, table: last! }
  if (context.defaultDataset) return { ...context.defaultDataset, table: last! }
  throw errorAt(context, `Table "${last}" must be qualified with a dataset (e.g. dataset.table).`, at)
}

/** True for the table names that may be temporary: those without a dataset, and those of the script's own, `_SESSION`. */
function isSession(dataset: string | undefined): boolean {
  return dataset === undefined || dataset.toUpperCase() === '_SESSION'
}

/** Returns the table that CREATE makes: never an existing temporary table, unless the new one is temporary. */
export function newTableReference(
  { parts, at }: TablePath,
  isTemporary: boolean,
  context: Context,
): TableReference {
  if (!isTemporary) return tableReference(parts, { ...context, script: undefined }, at)
  const [name, dataset, project] = parts.toReversed()
  if (project !== undefined || !isSession(dataset))
    throw errorAt(context, 'A temporary table cannot have a project or a dataset', at)
  if (!context.script)
    throw errorAt(context, 'Use of CREATE TEMPORARY TABLE requires a script or session', at)
  return context.script.temporaryTable(name!, true)!
}

export function fullName({ project, dataset, table }: TableReference): string {
  return `${project}:${dataset}.${table}`
}

/** Creates the error for a table that is not in the catalog. */
export function tableNotFound(reference: TableReference, { catalog }: Context): NotFound {
  const { project, dataset } = reference
  if (catalog.hasDataset(project, dataset))
    return new NotFound(`Not found: Table ${fullName(reference)} was not found in location US`)
  return new NotFound(`Not found: Dataset ${project}:${dataset} was not found in location US`)
}

export function resolveTable(node: TableNode, scope: Scope): FromClause {
  const { context } = scope
  const { parts } = node.path
  const schemaAt = parts.findIndex((part) => part.toUpperCase() === 'INFORMATION_SCHEMA')
  if (schemaAt >= 0) return informationSchema(node, parts, schemaAt, context)
  const reference = tableReference(parts, context, node.path.at)
  if (/^__TABLES(?:_SUMMARY)?__$/i.test(reference.table))
    throw unsupportedAt(context, reference.table, node.path.at)
  if (/[@$]/.test(reference.table)) throw unsupportedAt(context, 'A table decorator', node.path.at)
  context.rights?.demandQuery(reference)
  if (reference.table.endsWith('*')) return resolveWildcard(node, reference, context)
  const table = context.catalog.table(reference)
  if (!table) throw tableNotFound(reference, context)
  context.references.set(fullName(reference), reference)
  return table.kind === 'view' ? resolveView(node, table, context) : resolveStored(node, table, context)
}

function namesOf({ alias, path }: TableNode): Pick<Source, 'alias' | 'quoted'> {
  return alias === undefined ? { alias: path.parts.at(-1)!, quoted: path.quoted } : { alias }
}

function resolveStored(node: TableNode, table: StoredTable, context: Context): FromClause {
  const name = freshName(context, 't')
  const scan = scanOf(table, name, context)
  const columns = table.columns.map((column): ScopeColumn => ({
    name: column.name,
    type: column.type,
    sql: column.stored ?? `${name}.${quote(column.name)}`,
    hidden: column.hidden,
    partition: scan?.columns.includes(column.name) ? [scan] : undefined,
  }))
  const stored = columns.map((column, i) => {
    const held = table.columns[i]!.stored
    return held === undefined ? column : { ...column, sql: held.replaceAll('$table', name) }
  })
  context.scanned.set(name, table)
  return {
    sql: `${liveRows(table)} ${name}`,
    sources: [{ ...namesOf(node), columns: stored }],
    table: name,
  }
}

/** Emits the table without the rows of expired partitions. */
export function liveRows({ sql, expired }: StoredTable): string {
  return expired === undefined
    ? sql
    : `(SELECT * FROM ${sql} p WHERE NOT ${expired.replaceAll('$table', 'p')})`
}

/** Records the scan of a partitioned table. `name` is its name in the emitted SQL. */
export function scanOf(table: StoredTable, name: string, context: Context): PartitionScan | undefined {
  if (table.partitionColumns.length === 0) return undefined
  const scan: PartitionScan = {
    name,
    table: fullName(table).replace(':', '.'),
    columns: table.partitionColumns,
    isFilterRequired: table.requirePartitionFilter,
    filtered: false,
    bounds: [],
    uses: [],
  }
  context.scans.push(scan)
  return scan
}

/** Inlines a view's query. Its text gets no parameters and no default dataset. */
function resolveView(node: TableNode, view: View, context: Context): FromClause {
  const inner: Context = {
    ...context,
    source: view.query,
    project: view.project,
    defaultDataset: undefined,
    parameters: { named: new Map(), positional: [] },
    temporary: new Map(),
    script: undefined,
  }
  const { sql, columns } = finalRelation(
    resolveQuery(parseSingleQuery(view.query), { context: inner, sources: [] }),
  )
  const name = freshName(context, 't')
  const visible = columns.map((column, i): ScopeColumn => ({
    name: view.columnNames?.[i] ?? column.name,
    type: column.type,
    sql: `${name}.${quote(column.as)}`,
    partition: column.partition,
  }))
  return { sql: `(${sql}) ${name}`, sources: [{ ...namesOf(node), columns: visible }], table: name }
}

/** Resolves `prefix_*`: the union of the tables with that prefix, with the columns of the newest one. */
function resolveWildcard(node: TableNode, reference: TableReference, context: Context): FromClause {
  const prefix = reference.table.slice(0, -1)
  const isMember = (table: Table): table is StoredTable =>
    table.kind === 'table' && table.table.startsWith(prefix)
  const tables = context.catalog.tables(reference.project, reference.dataset).filter(isMember)
  const newest = tables
    .toSorted((a, b) => a.options.createdMs - b.options.createdMs || (a.table < b.table ? -1 : 1))
    .at(-1)
  if (!newest) throw errorAt(context, `${fullName(reference)} does not match any table.`, node.at)
  const columns = newest.columns.filter((column) => !column.hidden)
  const parts = tables.map((table) => {
    context.references.set(fullName(table), table)
    context.scanned.set(`*${table.sql}`, table)
    const list = columns.map(({ name, type }) => {
      const has = table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase())
      return `${has ? quote(name) : `CAST(NULL AS ${duckType(type)})`} AS ${quote(name)}`
    })
    return `SELECT ${list.join(', ')}, ${text(table.table.slice(prefix.length))} AS "_TABLE_SUFFIX" FROM ${liveRows(table)} w`
  })
  const name = freshName(context, 't')
  const visible = columns.map((column): ScopeColumn => ({ ...column, sql: `${name}.${quote(column.name)}` }))
  const suffix: ScopeColumn = {
    name: '_TABLE_SUFFIX',
    type: STRING,
    sql: `${name}."_TABLE_SUFFIX"`,
    hidden: true,
  }
  return {
    sql: `(${parts.join(' UNION ALL ')}) ${name}`,
    sources: [{ ...namesOf(node), columns: [...visible, suffix] }],
  }
}

/** Returns a view's columns for its metadata. The caller needs no permission on the tables that the view reads. */
export function viewColumns(view: View, given: Context): { name: string; type: ScopeColumn['type'] }[] {
  const context: Context = { ...given, rights: undefined }
  const node: TableNode = { kind: 'table', path: { parts: ['view'], at: 0 }, pivots: [], at: 0 }
  return resolveView(node, view, context).sources[0]!.columns.map(({ name, type }) => ({ name, type }))
}
