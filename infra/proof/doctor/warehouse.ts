/** Doctor: compares tables and views, with their columns and queries, with the program. */
import type { BigQuery } from '@google-cloud/bigquery'
import { ofType, part, textInput, types, type Graph, type Resource } from '../graph.ts'
import { tableShapeOf, type Field } from '../table_changes.ts'
import { findEach, problemOf, type Finding } from './finding.ts'

export function examineWarehouse(bigquery: BigQuery, graph: Graph): Promise<readonly Finding[]> {
  return findEach(ofType(graph, types.table), (table) => examineTable(bigquery, table))
}

/** Part of Google's metadata of a table. https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table */
interface Metadata {
  schema?: { fields?: readonly Field[] }
  view?: { query?: string }
  timePartitioning?: { type?: string; field?: string }
}

async function examineTable(bigquery: BigQuery, table: Resource): Promise<readonly Finding[]> {
  const isView = 'view' in table.inputs
  const what = `${isView ? 'view' : 'table'} ${table.name}`
  try {
    const reference = bigquery
      .dataset(textInput(table.inputs, 'datasetId'))
      .table(textInput(table.inputs, 'tableId'))
    const [metadata] = (await reference.getMetadata()) as [Metadata, unknown]
    const problems = [
      ...columnProblems(metadata.schema?.fields ?? [], table, isView),
      ...(isView ? viewProblems(metadata, table) : partitionProblems(metadata, table)),
    ]
    return problems.map((problem) => ({ what, problem }))
  } catch (error) {
    return [{ what, problem: problemOf(error, 'bigquery.tables.get') }]
  }
}

function columnProblems(fields: readonly Field[], table: Resource, isView: boolean): readonly string[] {
  const actual = tableShapeOf(fields, null).columns
  const expected = tableShapeOf(
    JSON.parse(textInput(table.inputs, 'schema')) as readonly Field[],
    null,
  ).columns
  // BigQuery derives the mode of a view's column from the query.
  const plain = (type: string | undefined) => (isView ? type?.replace(/ (REQUIRED|NULLABLE)$/, '') : type)
  return Object.entries(expected).flatMap(([path, type]) => {
    const actualType = actual[path]
    if (actualType === undefined) return [`has no column ${path}`]
    return plain(actualType) === plain(type)
      ? []
      : [`has the column ${path} as ${actualType}, expected ${type}`]
  })
}

function viewProblems({ view }: Metadata, table: Resource): readonly string[] {
  return view?.query === part(table, 'view')['query'] ? [] : ['has a different query than the program']
}

function partitionProblems({ timePartitioning }: Metadata, table: Resource): readonly string[] {
  const expected = part(table, 'timePartitioning')['field']
  return timePartitioning?.field === expected
    ? []
    : [`is partitioned by ${timePartitioning?.field ?? 'nothing'}, expected ${String(expected)}`]
}
