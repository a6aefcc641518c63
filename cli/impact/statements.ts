/** Command line: runs statements of the impact over REST, with the token of the person who runs the command, and gives their rows in pages.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
import type { Locate } from '../../schemas/views/view.ts'
import { bigqueryUrl } from '../../functions/net/endpoints.ts'
import { readRows, type QueryPage, type ResultRow } from '../../functions/console/rows.ts'
import { responseError } from '../environment/console_api.ts'
import type { CommandEnvironment } from '../environment/command_environment.ts'

/** RFC 3339. */
type Times = Readonly<Record<string, string>>

interface PageOptions {
  maximumBytesBilled: number
}

export interface Statements {
  locate: Locate
  /** Bytes that a statement would read, by a dry run, which is free. */
  estimate: (sql: string, times: Times) => Promise<number>
  /** Yields the rows of a statement, a page at a time. The next page is requested while the last one is worked on. */
  pages: (sql: string, times: Times, options: PageOptions) => AsyncIterable<readonly ResultRow[]>
}

/** Rows of a page, and how long BigQuery may work before it answers that it is not done, in ms. */
const pageRows = 5000
const waitMs = 20_000

/** Runs statements as an analyst, who may query the dataset. All calls throw a CliError with the words of BigQuery. */
export function openStatements({ project, dataset, authorization }: CommandEnvironment): Statements {
  const url = `${bigqueryUrl(process.env)}/projects/${encodeURIComponent(project)}/queries`
  const request = async (address: string, body?: object): Promise<QueryPage> => {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: await authorization('analyst'), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(waitMs + 100_000),
    })
    const text = await response.text()
    if (!response.ok) throw responseError(response.status, text, 'BigQuery')
    return JSON.parse(text) as QueryPage
  }
  const start = (sql: string, times: Times, more: object): Promise<QueryPage> =>
    request(url, {
      query: sql,
      useLegacySql: false,
      parameterMode: 'NAMED',
      queryParameters: Object.entries(times).map(([name, value]) => ({
        name,
        parameterType: { type: 'TIMESTAMP' },
        parameterValue: { value },
      })),
      timeoutMs: waitMs,
      maxResults: pageRows,
      labels: { application: 'sluice-plan' },
      ...more,
    })
  const next = ({ jobReference: { jobId = '', location = '' }, pageToken }: QueryPage): Promise<QueryPage> =>
    request(
      `${url}/${encodeURIComponent(jobId)}?${new URLSearchParams({
        location,
        timeoutMs: String(waitMs),
        maxResults: String(pageRows),
        ...(pageToken !== undefined && { pageToken }),
      })}`,
    )
  return {
    locate: (name) => `\`${project}.${dataset}.${name}\``,
    estimate: async (sql, times) => readRows(await start(sql, times, { dryRun: true })).bytes,
    pages: async function* (sql, times, { maximumBytesBilled }) {
      let page = await start(sql, times, { maximumBytesBilled: String(maximumBytesBilled) })
      while (!page.jobComplete) page = await next(page)
      for (;;) {
        const following = page.pageToken === undefined ? undefined : next(page)
        // A caller that stops reading leaves the request of the next page behind.
        following?.catch(() => {})
        yield readRows(page).rows
        if (!following) return
        const { jobReference } = page
        page = { ...(await following), jobReference }
      }
    },
  }
}
