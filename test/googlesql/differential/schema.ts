/** Differential test: the tables that both compilers know: the product's own with its views, the test corpus's and the seeds'. */
import { readFile } from 'node:fs/promises'
import type { Catalog, StoredTable, Table } from '../../../local/bigquery/googlesql/catalog.ts'
import { compileView, parseScript } from '../../../local/bigquery/googlesql/index.ts'
import type { Type } from '../../../local/bigquery/googlesql/types.ts'
import { catalogOf } from '../../../local/bigquery/lint_catalog.ts'
import { views } from '../../../schemas/views.ts'
import { tables } from '../../../schemas/warehouse.ts'
import { seedTables } from './seeds.ts'

export const project = 'project'
export const warehouse = 'sluice'
export const shop = 'shop'

/** A table or view as Google's analyzer needs it. */
export interface TableSchema {
  dataset: string
  name: string
  columns: readonly { name: string; type: Type; hidden?: boolean }[]
}

export interface Schema {
  catalog: Catalog
  tables: readonly TableSchema[]
}

interface Corpus {
  setup: string[]
  queries: { sql: string; params?: Record<string, [type: string, value: unknown]> }[]
}

export async function readCorpus(): Promise<Corpus> {
  const text = await readFile(new URL('../../bigquery/corpus.json', import.meta.url), 'utf8')
  return JSON.parse(text.replaceAll('${DATASET}', shop)) as Corpus
}

/** The tables that DDL statements create. */
function createdTables(ddl: readonly string[]): StoredTable[] {
  return ddl.flatMap((text) => {
    const [statement] = parseScript(text)
    if (statement?.kind !== 'createTable' || !statement.columns) return []
    return [
      {
        kind: 'table',
        project,
        dataset: shop,
        table: statement.path.parts.at(-1)!,
        sql: statement.path.parts.at(-1)!,
        columns: statement.columns,
        partitionColumns: [],
        requirePartitionFilter: false,
        clustering: [],
        options: { createdMs: 0 },
      },
    ]
  })
}

export async function readSchema(): Promise<Schema> {
  const created = createdTables([...(await readCorpus()).setup, ...seedTables])
  const inShop = new Map<string, Table>(created.map((table) => [table.table, table]))
  const own = catalogOf(Object.values(tables), { project, dataset: warehouse })
  const isShop = (other: string, dataset: string): boolean => other === project && dataset === shop
  const catalog: Catalog = {
    ...own,
    hasDataset: (other, dataset) => isShop(other, dataset) || own.hasDataset(other, dataset),
    table: (reference) =>
      isShop(reference.project, reference.dataset) ? inShop.get(reference.table) : own.table(reference),
    tables: (other, dataset) => (isShop(other, dataset) ? created : own.tables(other, dataset)),
  }
  const schemas: TableSchema[] = [
    ...Object.values(tables).map(({ name }): TableSchema => {
      const table = own.table({ project, dataset: warehouse, table: name })
      return { dataset: warehouse, name, columns: table?.kind === 'table' ? table.columns : [] }
    }),
    ...created.map(({ table: name, columns }): TableSchema => ({ dataset: shop, name, columns })),
    {
      dataset: shop,
      name: 'shard_*',
      columns: [...inShop.get('shard_20240101')!.columns, { name: '_TABLE_SUFFIX', type: { kind: 'STRING' }, hidden: true }] as TableSchema['columns'],
    },
  ]
  if (!process.env['NOVIEWS']) for (const { name, query } of views(project, warehouse)) {
    const { columns } = compileView(query, catalog, { project, user: '' })
    own.addView(name, query)
    schemas.push({ dataset: warehouse, name, columns })
  }
  return { catalog, tables: schemas }
}
