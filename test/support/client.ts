/** Tests: what producers, analysts and third parties do with a stack, over plain HTTP. */
import type { StackInfo } from '../../local/stack_info.ts'
import { tokenFor, tokenOf } from './roles.ts'

export type Row = Readonly<Record<string, unknown>>

/** A request that the third party has recorded. */
export interface Recorded {
  time: string
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Client {
  /** POSTs to the base URL as the role that the path is for (roles.ts); strings go as they are. */
  post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** Runs GoogleSQL in the stack's dataset as an analyst and gives its rows, values as BigQuery's REST API writes them. */
  query: (sql: string) => Promise<readonly Row[]>
  /** Runs GoogleSQL as the developer, to whom the stack belongs: what a test arranges in the warehouse. */
  arrange: (sql: string) => Promise<readonly Row[]>
  /** What has left for the third party, in the order of arrival. */
  received: () => Promise<readonly Recorded[]>
  /** Makes BigQuery fail, or work again: the BigQuery emulator's `/faults`. */
  faults: (faults: object | undefined) => Promise<void>
  /** Makes the third party answer otherwise, or as usual again. */
  thirdPartyAnswers: (answer: object | undefined) => Promise<void>
  /** An access token of another account. */
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
    if (!response.ok) throw new Error(`BigQuery answered ${response.status} to ${sql}: ${text}`)
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
    throw new Error(`${method} ${url} was answered ${response.status}: ${await response.text()}`)
}
