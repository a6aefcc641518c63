/** Test support: the embedded BigQuery with one dataset, and the identity of a function that works in it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBigquery } from '../../packages/bigquery-emulator/src/index.ts'
import { createPolicy, openIssuer, serveMetadata } from '../../packages/gcp-identity/src/index.ts'
import { tableSchema } from '../../infra/resources/table_schema.ts'
import type { Table } from '../../schemas/warehouse/column.ts'

const project = 'front-door'
const dataset = 'sluice'
const email = 'function@front-door.iam.gserviceaccount.com'

export interface TestWarehouse {
  project: string
  dataset: string
  /** What a function is told of it: where it is, and who the function is. */
  env: Readonly<Record<string, string>>
  /** The header of a valid token of that function. */
  authorization: string
  /** One call of the REST API, under the project; throws unless it is answered 200. */
  call: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
  createTable: (table: Table) => Promise<void>
  /** Runs GoogleSQL in the dataset. */
  query: (sql: string) => Promise<void>
  /** Makes it fail, or work again: the BigQuery emulator's `/faults`. */
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

  const ask = async (method: string, url: string, body?: object): Promise<unknown> => {
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
    ask(method, `${bigquery.url}/projects/${project}${path}`, body)
  await call('POST', '/datasets', { datasetReference: { projectId: project, datasetId: dataset } })

  return {
    project,
    dataset,
    env: { ...metadata.environment, BIGQUERY_EMULATOR_HOST: bigquery.url },
    authorization,
    call,
    createTable: async ({ name, columns }) => {
      await call('POST', `/datasets/${dataset}/tables`, {
        tableReference: { projectId: project, datasetId: dataset, tableId: name },
        schema: { fields: JSON.parse(tableSchema(columns)) as unknown },
      })
    },
    query: async (query) => {
      await call('POST', '/queries', { query, useLegacySql: false, defaultDataset: { datasetId: dataset } })
    },
    faults: async (faults) => {
      await ask(faults ? 'POST' : 'DELETE', `${bigquery.url}/faults`, faults)
    },
    stop: async () => {
      await Promise.all([bigquery.close(), metadata.close()])
      await rm(dir, { recursive: true, force: true })
    },
  }
}
