/** SQL lint: converts tables to the analyzer's catalog, under each name by which BigQuery finds them. */
import type { Type } from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { protoOf } from './proto_types.ts'

export interface AnalyzerColumn {
  name: string
  type: Type
  /** True if `SELECT *` leaves it out, as `_TABLE_SUFFIX` and `_PARTITIONTIME`. */
  isPseudo?: boolean
}

export interface AnalyzerTable {
  project: string
  dataset: string
  /** A name of several parts is separated by dots: `INFORMATION_SCHEMA.TABLES`. */
  table: string
  columns: readonly AnalyzerColumn[]
}

export interface Place {
  project: string
  dataset: string
}

/** The used part of `zetasql.SimpleCatalogProto`. */
export interface CatalogProto {
  name: string
  table: object[]
  catalog: CatalogProto[]
  builtinFunctionOptions?: object
}

/** Returns each table as `project.dataset.table`, also as `dataset.table` in the project `project`, and also as `table` in the default
 *  dataset. https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#table_names */
export function catalogProto(
  tables: readonly AnalyzerTable[],
  project: string | undefined,
  defaultDataset: Place | undefined,
): CatalogProto {
  const root = folder('root')
  for (const table of tables) {
    const { project: owner, dataset } = table
    const path = table.table.split('.')
    add(root, [owner, dataset, ...path], table)
    if (project === undefined || owner === project) add(root, [dataset, ...path], table)
    if (owner === defaultDataset?.project && dataset === defaultDataset.dataset) add(root, path, table)
  }
  return root
}

function folder(name: string): CatalogProto {
  return { name, table: [], catalog: [] }
}

function add(root: CatalogProto, path: readonly string[], { columns }: AnalyzerTable): void {
  let parent = root
  for (const name of path.slice(0, -1)) {
    let next = parent.catalog.find((catalog) => catalog.name === name)
    if (next === undefined) parent.catalog.push((next = folder(name)))
    parent = next
  }
  const column = columns.map(({ name, type, isPseudo = false }) => ({
    name,
    type: protoOf(type),
    isPseudoColumn: isPseudo,
  }))
  parent.table.push({ name: path.at(-1), column })
}
