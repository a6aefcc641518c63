/** SQL lint: reads tables, views and scheduled queries from the graph of the Pulumi program. */
import { ofType, textInput, types, type Graph, type Resource } from '../../infra/proof/graph.ts'
import type { FieldSchema } from '../../packages/bigquery-emulator/src/warehouse/resource.ts'
import { typeOfField } from '../../packages/bigquery-emulator/src/warehouse/schema.ts'
import type { AnalyzerColumn, AnalyzerTable, Place } from './catalog.ts'
import type { Text } from './check.ts'

export interface DeclaredView extends AnalyzerTable {
  query: string
  /** Names of the columns that are declared REQUIRED, which is invalid for views. */
  required: readonly string[]
}

export interface GraphSql extends Place {
  tables: readonly AnalyzerTable[]
  views: readonly DeclaredView[]
  scheduled: readonly Text[]
}

export function sqlOfGraph(graph: Graph): GraphSql {
  const [, project, , dataset] = ofType(graph, types.dataset)[0]!.id.split('/') as [
    string,
    string,
    string,
    string,
  ]
  const all = ofType(graph, types.table)
  return {
    project,
    dataset,
    tables: all.filter(({ inputs }) => !inputs['view']).map((table) => tableOf(table, project)),
    views: all.filter(({ inputs }) => inputs['view']).map((table) => viewOf(table, project)),
    scheduled: graph.resources.flatMap(scheduledQuery),
  }
}

function tableOf({ inputs }: Resource, project: string): AnalyzerTable {
  return {
    project,
    dataset: textInput(inputs, 'datasetId'),
    table: textInput(inputs, 'tableId'),
    columns: schemaOf(inputs).map(columnOf),
  }
}

function viewOf(resource: Resource, project: string): DeclaredView {
  const { query } = resource.inputs['view'] as { query: string }
  const required = schemaOf(resource.inputs).filter(({ mode }) => mode === 'REQUIRED')
  return { ...tableOf(resource, project), query, required: required.map(({ name }) => name) }
}

function schemaOf(inputs: Resource['inputs']): readonly FieldSchema[] {
  return JSON.parse(textInput(inputs, 'schema')) as FieldSchema[]
}

function columnOf(field: FieldSchema): AnalyzerColumn {
  return { name: field.name, type: typeOfField(field) }
}

/** https://cloud.google.com/bigquery/docs/reference/datatransfer/rest/v1/projects.locations.transferConfigs */
function scheduledQuery({ name, type, inputs }: Resource): Text[] {
  const { query } = (inputs['params'] ?? {}) as { query?: string }
  return query === undefined ? [] : [{ name: `${type} ${name}`, sql: query }]
}
