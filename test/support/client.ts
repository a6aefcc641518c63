/** Test support: calls a stack over HTTP as a producer, an analyst or the developer, and reads the third-party recorder. */
import type { StackInfo } from '../../local/stack_info.ts'
import { tokenFor, tokenOf } from './roles.ts'

export type Row = Readonly<Record<string, unknown>>

/** A request that the third-party recorder received. */
export interface Recorded {
  time: string
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Client {
  /** POSTs to the base URL as the role of the path (roles.ts). Strings are sent unchanged, other bodies as JSON. */
  post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** Runs GoogleSQL in the stack's dataset as an analyst. Returns the rows, with values as in BigQuery's REST API. */
  query: (sql: string) => Promise<readonly Row[]>
  /** Runs GoogleSQL as the developer, who owns the stack, to prepare the warehouse for a test. */
  arrange: (sql: string) => Promise<readonly Row[]>
  /** Returns the requests that the third-party recorder received, in order. */
  received: () => Promise<readonly Recorded[]>
  /** Injects faults into the embedded BigQuery with its `/faults`; undefined removes them. */
  faults: (faults: object | undefined) => Promise<void>
  /** Sets the response of the third-party recorder; undefined restores the default. */
  thirdPartyAnswers: (answer: object | undefined) => Promise<void>
  /** Returns an access token of an account. */
  tokenOf: (account: string) => Promise<string>
}

interface QueryAnswer {
  schema: { fields: readonly { name: string }[] }
  rows?: readonly { f: readonly { v: unknown }[] }[]
}

export function clientOf(facts: StackInfo): Client {
  const { baseUrl, bigqueryUrl, thirdPartyUrl, project, dataset, token } = facts
  const json = { 'content-type': 'application/json' }
  const queryAs = async (bearer: string, sql: string): Promise<readonly Row[]> => {
    const response = await fetch(`${bigqueryUrl}/projects/${project}/queries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...json },
      body: JSON.stringify({ query: sql, useLegacySql: false, defaultDataset: { datasetId: dataset } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Query failed: HTTP ${response.status}. ${text}\n${sql}`)
    const { schema, rows = [] } = JSON.parse(text) as QueryAnswer
    return rows.map(({ f }) =>
      Object.fromEntries(schema.fields.map(({ name }, index) => [name, f[index]!.v])),
    )
  }
  return {
    post: (path, body, headers = {}) =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenFor(facts, path)}`, ...json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    query: (sql) => queryAs(tokenOf(facts, 'analyst'), sql),
    arrange: (sql) => queryAs(token, sql),
    received: async () => (await (await fetch(`${thirdPartyUrl}/requests`)).json()) as readonly Recorded[],
    faults: (faults) => change(`${bigqueryUrl}/faults`, faults === undefined ? 'DELETE' : 'POST', faults),
    thirdPartyAnswers: (answer) =>
      change(`${thirdPartyUrl}/answer`, answer === undefined ? 'DELETE' : 'PUT', answer),
    tokenOf: async (account) => {
      const response = await fetch(`${baseUrl}/token`, {
        method: 'POST',
        body: new URLSearchParams({ account }),
      })
      const { access_token } = (await response.json()) as { access_token: string }
      return access_token
    },
  }
}

async function change(url: string, method: string, body: object | undefined): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${url} failed: HTTP ${response.status}. ${await response.text()}`)
}
