/** Local stack: makes the dataset, tables and views of the graph in the embedded BigQuery, over its REST API. */
import { ofType, type Graph, type Resource } from '../pulumi/graph.ts'
import { pick, record, requireText } from './inputs.ts'
import { call, type Service } from './rest.ts'

/** Applies the graph in its order, in which a view comes after the tables it reads. */
export async function applyBigquery(graph: Graph, service: Service, project: string): Promise<void> {
  for (const dataset of ofType(graph, 'gcp:bigquery/dataset:Dataset')) {
    const datasetId = requireText(dataset, 'datasetId')
    const datasets = `/projects/${project}/datasets`
    const billing = pick(dataset.inputs, ['storageBillingModel'])
    const body = {
      datasetReference: { projectId: project, datasetId },
      ...pick(dataset.inputs, ['location', 'description']),
      ...billing,
    }
    const isNew = (await call(service, 'POST', datasets, body, [409])) !== 409
    if (!isNew && Object.keys(billing).length > 0)
      await call(service, 'PATCH', `${datasets}/${datasetId}`, billing)
  }
  for (const table of ofType(graph, 'gcp:bigquery/table:Table')) await applyTable(table, service, project)
}

async function applyTable(table: Resource, service: Service, project: string): Promise<void> {
  const datasetId = requireText(table, 'datasetId')
  const tableId = requireText(table, 'tableId')
  const tables = `/projects/${project}/datasets/${datasetId}/tables`
  const { view, clusterings, timePartitioning } = table.inputs
  const body = {
    tableReference: { projectId: project, datasetId, tableId },
    ...pick(table.inputs, ['description', 'requirePartitionFilter', 'view']),
    ...(timePartitioning !== undefined && {
      timePartitioning: partitioning(record(table, 'timePartitioning')),
    }),
    ...(clusterings !== undefined && { clustering: { fields: clusterings } }),
    schema: { fields: JSON.parse(requireText(table, 'schema')) as unknown },
  }
  if ((await call(service, 'POST', tables, body, [409])) !== 409) return
  const url = `${tables}/${tableId}`
  // PUT, as the provider: an expiration of partitions that is not given any more is removed.
  if (!view) return void (await call(service, 'PUT', url, body))
  await call(service, 'PATCH', url, pick(body, ['description', 'view']))
  await call(service, 'PATCH', url, pick(body, ['schema']))
}

/** Converts to the REST API, which writes an int64 as text. */
function partitioning({ expirationMs, ...rest }: Readonly<Record<string, unknown>>) {
  return {
    ...rest,
    ...(expirationMs !== undefined && { expirationMs: JSON.stringify(expirationMs) }),
  }
}
