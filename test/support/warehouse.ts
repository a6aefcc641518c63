/** Test support: the embedded BigQuery with one dataset, and the identity of a function that uses it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBigquery } from '../../packages/bigquery-emulator/src/index.ts'
import {
  createPolicy,
  openIssuer,
  serveMetadata,
  type Access,
} from '../../packages/gcp-identity/src/index.ts'
import { tableSchema } from '../../infra/resources/table_schema.ts'
import type { Table } from '../../schemas/warehouse/column.ts'

const project = 'front-door'
const dataset = 'sluice'
const email = 'function@front-door.iam.gserviceaccount.com'

export interface TestWarehouse {
  project: string
  dataset: string
  /** The environment variables of a function: the address of BigQuery and of the metadata server. */
  env: Readonly<Record<string, string>>
  /** The `Authorization` header with a valid token of that function. */
  authorization: string
  /** The function as IAM member, and whose a token is: for further embedded services. */
  member: string
  identify: Access['identify']
  /** Calls the REST API under the project. Throws for any error status. */
  call: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
  createTable: (table: Table) => Promise<void>
  /** Runs GoogleSQL in the dataset. */
  query: (sql: string) => Promise<void>
  /** Injects faults with `/faults` of the embedded BigQuery; undefined removes them. */
  faults: (faults: object | undefined) => Promise<void>
  stop: () => Promise<void>
}

export async function startWarehouse(): Promise<TestWarehouse> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-warehouse-'))
  const issuer = await openIssuer(dir)
  const member = `serviceAccount:${email}`
  const policy = createPolicy([{ role: 'roles/bigquery.admin', member, resource: `projects/${project}` }])
  const access = { identify: issuer.identify, ...policy }
  const bigquery = await openBigquery({ dir: join(dir, 'data'), port: 0, access, project })
  const metadata = await serveMetadata({ issuer, project, projectNumber: 1, email, port: 0 })
  const authorization = `Bearer ${issuer.accessToken(email)}`

  const send = async (method: string, url: string, body?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const call: TestWarehouse['call'] = (method, path, body) =>
    send(method, `${bigquery.url}/projects/${project}${path}`, body)
  await call('POST', '/datasets', { datasetReference: { projectId: project, datasetId: dataset } })

  return {
    project,
    dataset,
    env: { ...metadata.environment, BIGQUERY_EMULATOR_HOST: bigquery.url },
    authorization,
    member,
    identify: issuer.identify,
    call,
    createTable: async ({ name, columns, partition, clustering }) => {
      await call('POST', `/datasets/${dataset}/tables`, {
        tableReference: { projectId: project, datasetId: dataset, tableId: name },
        schema: { fields: JSON.parse(tableSchema(columns)) as unknown },
        ...(partition !== undefined && { timePartitioning: { type: 'DAY', field: partition } }),
        ...(clustering.length > 0 && { clustering: { fields: clustering } }),
      })
    },
    query: async (query) => {
      await call('POST', '/queries', { query, useLegacySql: false, defaultDataset: { datasetId: dataset } })
    },
    faults: async (faults) => {
      await send(faults ? 'POST' : 'DELETE', `${bigquery.url}/faults`, faults)
    },
    stop: async () => {
      await Promise.all([bigquery.close(), metadata.close()])
      await rm(dir, { recursive: true, force: true })
    },
  }
}
