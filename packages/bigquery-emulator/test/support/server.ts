/** Test support: starts an emulator in a temporary directory on a free port, with the official client. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BigQuery } from '@google-cloud/bigquery'
import { OAuth2Client } from 'google-auth-library'
import { openBigquery, type Bigquery } from '../../src/index.ts'
import type { Access } from '../../../gcp-identity/src/access.ts'

process.env['METADATA_SERVER_DETECTION'] = 'none'

export const project = 'proj'

/** Permissions on resources by email address. A token is the email address itself. */
export type Grants = Record<string, readonly `${string} ${string}`[]>

export function accessOf(grants: Grants): Access {
  return {
    identify: (token) => (Object.hasOwn(grants, token) ? { email: token, scopes: [] } : undefined),
    allows: (email, permission, resource) => grants[email]?.includes(`${permission} ${resource}`) ?? false,
  }
}

export interface TestServer {
  bigquery: Bigquery
  client: BigQuery
  url: string
  dir: string
  /** Closes the server and removes its directory. */
  stop(): Promise<void>
}

/** `owner` is the token of a client with all permissions. */
export const everything: Access = {
  identify: (token) => ({ email: `${token}@example.com`, scopes: [] }),
  allows: () => true,
}

export async function startServer(access: Access = everything, storage?: string): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bigquery-'))
  const bigquery = await openBigquery({ dir, port: 0, access, project, storage })
  const server: TestServer = {
    bigquery,
    dir,
    url: bigquery.url,
    client: clientFor(bigquery.url, 'owner'),
    stop: async () => {
      await server.bigquery.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return server
}

/** Returns the official client with a bearer token. */
export function clientFor(url: string, token: string): BigQuery {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 })
  return new BigQuery({ projectId: project, apiEndpoint: url, authClient })
}

/** Sends a POST without a token, as an emulator's client does. Returns status and body. */
export async function post(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<{ status: number; body: never }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as never }
}

/** Runs a query over REST. Returns rows of raw cell values. */
export async function rows(url: string, query: string): Promise<unknown[][]> {
  const { status, body } = await post(url, `/projects/${project}/queries`, { query, useLegacySql: false })
  const answer = body as { error?: { message: string }; rows: { f: { v: unknown }[] }[] }
  if (status !== 200) throw new Error(answer.error?.message ?? `HTTP ${status}`)
  return answer.rows.map((row) => row.f.map((cell) => cell.v))
}
