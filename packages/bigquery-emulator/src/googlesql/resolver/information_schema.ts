/** GoogleSQL resolver: builds INFORMATION_SCHEMA views from the catalog. https://cloud.google.com/bigquery/docs/information-schema-intro */
import type { From } from '../ast.ts'
import type { Catalog, Table } from '../catalog.ts'
import { duckType, quote, text } from '../duckdb_sql.ts'
import { NotFound } from '../error.ts'
import { STRING, TIMESTAMP, type Type } from '../types.ts'
import { errorAt, freshName, unsupportedAt, type Context } from './context.ts'
import type { FromClause } from './from.ts'
import {
  routineColumns,
  routineRow,
  tableOptionColumns,
  tableOptionRows,
} from './information_schema_objects.ts'
import { columnViews, identify, identity } from './information_schema_columns.ts'
import {
  emptyViews,
  parameterColumns,
  parameterRows,
  schemataOptionColumns,
  schemataOptionRows,
} from './information_schema_options.ts'
import { systemView } from './system_views.ts'

type Cell = string | number | null
interface Rows {
  columns: [name: string, type: Type][]
  rows: Cell[][]
}

export function informationSchema(
  node: From & { kind: 'table' },
  parts: readonly string[],
  at: number,
  context: Context,
): FromClause {
  const view = (parts[at + 1] ?? '').toUpperCase()
  const before = parts.slice(0, at)
  const ofProject = projectViews.has(view) && before.length === 1 && before[0] === context.project
  if (before.length === 0 && !context.defaultDataset && !projectViews.has(view) && views[view])
    throw errorAt(
      context,
      `Table "${parts.join('.')}" must be qualified with a dataset (e.g. dataset.table).`,
      node.at,
    )
  const named = ofProject ? undefined : (before.at(-1) ?? context.defaultDataset?.dataset)
  const isRegion = named?.toLowerCase().startsWith('region-') === true
  const project = before.length > 1 ? before[0]! : context.project
  if (!isRegion && named !== undefined) context.rights?.demandDataset(listing, { project, dataset: named })
  if (!isRegion && named !== undefined && !context.catalog.hasDataset(project, named))
    throw new NotFound(`Not found: Dataset ${project}:${named} was not found in location US`)
  const datasets = context.catalog
    .datasets(project)
    .filter(({ name }) =>
      isRegion || named === undefined ? mayList(context, project, name) : name === named,
    )
  const tables = datasets.flatMap(({ name }) => context.catalog.tables(project, name))
  const path = { project, qualifier: named, isRegion, at: node.at }
  const system = systemView(view, path, tables, context)
  if (system) return fromSql(system.sql, system.columns, node.alias ?? parts.at(-1)!, context)
  const build = views[view]
  if (!build) throw unsupportedAt(context, `INFORMATION_SCHEMA.${view}`, node.at)
  const { columns, rows } = build(tables, context, project, datasets)
  return fromSql(valuesSql({ columns, rows }), columns, node.alias ?? parts.at(-1)!, context)
}

function fromSql(
  sql: string,
  columns: readonly [name: string, type: Type][],
  alias: string,
  context: Context,
): FromClause {
  const name = freshName(context, 't')
  const source = {
    alias,
    columns: columns.map(([column, type]) => ({ name: column, type, sql: `${name}.${quote(column)}` })),
  }
  return { sql: `(${sql}) ${name}`, sources: [source] }
}

/** Views that need no dataset: they show a project. https://cloud.google.com/bigquery/docs/information-schema-intro#syntax */
const projectViews: ReadonlySet<string> = new Set(['SCHEMATA', 'SCHEMATA_OPTIONS'])

/** https://cloud.google.com/bigquery/docs/information-schema-tables#required_permissions */
const listing = 'bigquery.tables.list'

/** Returns true if the caller may list the tables of a dataset. A region's view shows only those datasets. */
function mayList({ rights }: Context, project: string, dataset: string): boolean {
  try {
    rights?.demandDataset(listing, { project, dataset })
    return true
  } catch {
    return false
  }
}

function valuesSql({ columns, rows }: Rows): string {
  const list = (row: readonly (Cell | undefined)[]): string =>
    columns
      .map(([name, type], i) => `CAST(${cellSql(row[i] ?? null)} AS ${duckType(type)}) AS ${quote(name)}`)
      .join(', ')
  if (rows.length === 0) return `SELECT ${list([])} WHERE FALSE`
  return rows.map((row) => `SELECT ${list(row)}`).join(' UNION ALL ')
}

function cellSql(cell: Cell): string {
  return cell === null ? 'NULL' : typeof cell === 'number' ? String(cell) : text(cell)
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}

type Datasets = ReturnType<Catalog['datasets']>

const views: Record<
  string,
  (tables: readonly Table[], context: Context, project: string, datasets: Datasets) => Rows
> = {
  SCHEMATA: (_tables, _context, project, datasets) => ({
    columns: [
      ['catalog_name', STRING],
      ['schema_name', STRING],
      ['schema_owner', STRING],
      ['creation_time', TIMESTAMP],
      ['last_modified_time', TIMESTAMP],
      ['location', STRING],
    ],
    rows: datasets.map(({ name, location, createdMs, modifiedMs }) => [
      project,
      name,
      null,
      instant(createdMs),
      instant(modifiedMs),
      location,
    ]),
  }),
  TABLES: (tables) => ({
    columns: [
      ...identity,
      ['table_type', STRING],
      ['is_insertable_into', STRING],
      ['is_typed', STRING],
      ['creation_time', TIMESTAMP],
      ['base_table_catalog', STRING],
      ['base_table_schema', STRING],
      ['base_table_name', STRING],
      ['snapshot_time_ms', TIMESTAMP],
    ],
    rows: tables.map((table) => [
      ...identify(table),
      table.kind === 'view' ? 'VIEW' : (table.base?.kind ?? 'BASE TABLE'),
      table.kind === 'view' || table.base?.kind === 'SNAPSHOT' ? 'NO' : 'YES',
      'NO',
      instant(table.options.createdMs),
      ...(table.kind === 'table' && table.base
        ? [...identify({ ...table, ...table.base.of }), instant(table.base.atMs)]
        : []),
    ]),
  }),
  VIEWS: (tables) => ({
    columns: [
      ...identity,
      ['view_definition', STRING],
      ['check_option', STRING],
      ['use_standard_sql', STRING],
    ],
    rows: tables.flatMap((table) =>
      table.kind === 'view' ? [[...identify(table), table.query, null, 'YES']] : [],
    ),
  }),
  TABLE_OPTIONS: (tables) => ({ columns: tableOptionColumns, rows: tableOptionRows(tables) }),
  ...emptyViews,
  SCHEMATA_OPTIONS: (_tables, _context, project, datasets) => ({
    columns: schemataOptionColumns,
    rows: schemataOptionRows(project, datasets),
  }),
  PARAMETERS: (_tables, { catalog }, project, datasets) => ({
    columns: parameterColumns,
    rows: datasets.flatMap(({ name }) =>
      catalog.routines(project, name).flatMap((routine) => parameterRows(project, name, routine)),
    ),
  }),
  ROUTINES: (_tables, { catalog }, project, datasets) => ({
    columns: routineColumns,
    rows: datasets.flatMap(({ name }) =>
      catalog.routines(project, name).map((routine) => routineRow(project, name, routine)),
    ),
  }),
  ...columnViews,
}
