/** Differential test: the tables for both compilers: the product's with its views, those of the test corpus and of the seeds. */
import { readFile } from 'node:fs/promises'
import type {
  Catalog,
  StoredTable,
  Table,
} from '../../../packages/bigquery-emulator/src/googlesql/catalog.ts'
import { compileView, parseScript } from '../../../packages/bigquery-emulator/src/googlesql/index.ts'
import { STRING } from '../../../packages/bigquery-emulator/src/googlesql/types.ts'
import { catalogOf } from '../../../cli/lint_sql/catalog.ts'
import { views } from '../../../schemas/views.ts'
import { tables } from '../../../schemas/warehouse.ts'
import type { AnalyzerTable } from '../analyzer.ts'
import { seedTables } from './seeds.ts'

export const project = 'project'
/** The dataset of the product's tables, and the default dataset. */
export const warehouse = 'sluice'
/** The dataset of all other tables. */
export const shop = 'shop'

export interface Schema {
  /** For the local BigQuery's compiler. */
  catalog: Catalog
  /** The same for Google's analyzer. */
  tables: readonly AnalyzerTable[]
}

interface Corpus {
  setup: string[]
  queries: { sql: string; params?: Record<string, [type: string, value: unknown]> }[]
}

export async function readCorpus(): Promise<Corpus> {
  const text = await readFile(
    new URL('../../../packages/bigquery-emulator/test/support/corpus.json', import.meta.url),
    'utf8',
  )
  return JSON.parse(text.replaceAll('${DATASET}', shop)) as Corpus
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
  const stored = own.tables(project, warehouse).filter((table) => table.kind === 'table')
  const seen: AnalyzerTable[] = [...stored, ...created, ...wildcards(created)].map(
    ({ dataset, table, columns }) => ({ project, dataset, table, columns }),
  )
  for (const { name, query } of views(project, warehouse)) {
    const { columns } = compileView(query, catalog, { project, user: '' })
    own.addView(name, query)
    seen.push({ project, dataset: warehouse, table: name, columns })
  }
  return { catalog, tables: seen }
}

/** The tables that DDL statements create. */
function createdTables(ddl: readonly string[]): StoredTable[] {
  return ddl.flatMap((text): StoredTable[] => {
    const [statement] = parseScript(text)
    if (statement?.kind !== 'createTable' || !statement.columns) return []
    const table = statement.path.parts.at(-1)!
    return [
      {
        kind: 'table',
        project,
        dataset: shop,
        table,
        sql: table,
        columns: statement.columns,
        partitionColumns: [],
        requirePartitionFilter: false,
        clustering: [],
        options: { createdMs: 0 },
      },
    ]
  })
}

/** `shard_*`, which has to be declared to the analyzer. */
function wildcards(created: readonly StoredTable[]): Pick<AnalyzerTable, 'dataset' | 'table' | 'columns'>[] {
  const shard = created.find(({ table }) => table.startsWith('shard_'))!
  const suffix = { name: '_TABLE_SUFFIX', type: STRING, isPseudo: true }
  return [{ dataset: shop, table: 'shard_*', columns: [...shard.columns, suffix] }]
}
