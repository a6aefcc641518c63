/** Google APIs: runs short statements over REST, for functions on the way of events, in which loading the official client would lengthen every
 * cold start. https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
import { bigqueryUrl } from '../net/endpoints.ts'
import { send } from '../net/http.ts'
import { invalidateToken } from './token.ts'
import type { Parameters, Warehouse } from './warehouse.ts'

/** Time for a statement, in ms. */
const timeoutMs = 10_000

interface StatementOptions {
  env: NodeJS.ProcessEnv
  /** Project in which the statement runs. */
  project: string
  authorization: () => string | Promise<string>
  maximumBytesBilled: number
}

interface Page {
  jobComplete?: boolean
  schema?: { fields?: readonly { name: string }[] }
  rows?: readonly { f: readonly { v: string | null }[] }[]
  numDmlAffectedRows?: string
}

/** Returns the function that runs a statement. It resolves to the rows, each a list of texts, and rejects unless the statement is done in time; it
 * may then still be done later. */
export function statementRunner(options: StatementOptions) {
  const pageOf = pageRunner(options)
  return async (sql: string, parameters: Parameters): Promise<readonly (readonly (string | null)[])[]> =>
    rowsOf(await pageOf(sql, parameters))
}

/** Returns the part of a warehouse that short statements need. Every value of a row is a text or null. */
export function statementWarehouse({
  dataset,
  ...options
}: StatementOptions & { dataset: string }): Pick<Warehouse, 'locate' | 'rows' | 'change'> {
  const pageOf = pageRunner(options)
  return {
    locate: (name) => `\`${options.project}.${dataset}.${name}\``,
    rows: async (sql, parameters = {}) => {
      const page = await pageOf(sql, parameters)
      const names = (page.schema?.fields ?? []).map(({ name }) => name)
      return rowsOf(page).map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
    },
    change: async (sql, parameters = {}) => Number((await pageOf(sql, parameters)).numDmlAffectedRows ?? 0),
  }
}

function rowsOf({ rows = [] }: Page): readonly (readonly (string | null)[])[] {
  return rows.map(({ f }) => f.map(({ v }) => v))
}

function pageRunner({ env, project, authorization, maximumBytesBilled }: StatementOptions) {
  const url = `${bigqueryUrl(env)}/projects/${encodeURIComponent(project)}/queries`
  return async (sql: string, parameters: Parameters): Promise<Page> => {
    const bearer = await authorization()
    const body = JSON.stringify({
      query: sql,
      useLegacySql: false,
      parameterMode: 'NAMED',
      queryParameters: Object.entries(parameters).map(([name, [type, value]]) => ({
        name,
        parameterType: typeof type === 'string' ? { type } : { type: 'ARRAY', arrayType: { type: type[0] } },
        parameterValue:
          typeof type === 'string'
            ? { value: String(value) }
            : { arrayValues: (value as readonly unknown[]).map((each) => ({ value: String(each) })) },
      })),
      maximumBytesBilled: String(maximumBytesBilled),
      timeoutMs,
      labels: { application: 'sluice' },
    })
    const headers = { authorization: bearer, 'content-type': 'application/json' }
    const response = await send({ method: 'POST', url, headers, body, timeout: timeoutMs + 5000 })
    if (response.status === 401) invalidateToken(bearer)
    if (response.status !== 200) throw new Error(`BigQuery refused the statement: HTTP ${response.status}.`)
    const page = JSON.parse(response.body) as Page
    if (!page.jobComplete) throw new Error('BigQuery did not run the statement in time.')
    return page
  }
}
