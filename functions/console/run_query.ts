/** Console: asks BigQuery with the caller's own token, which is never kept.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
import { bigqueryUrl } from '../net/endpoints.ts'
import { header } from '../net/header.ts'
import { send, type HttpResponse } from '../net/http.ts'
import { periodParameters, parameterTypes, type Query, type Values } from './queries/query.ts'
import type { Statement } from './statement.ts'
import { readRows, type QueryPage, type ResultRow } from './rows.ts'

/** What BigQuery answered. `refused` holds its words as they came. */
export type QueryResult =
  /** `affected`: how many rows a statement that changes rows has changed. */
  | { kind: 'rows'; rows: readonly ResultRow[]; truncated: boolean; affected?: number }
  | { kind: 'refused'; status: number; body: string; authenticate: string | undefined }
  | { kind: 'unreachable' }

/** Asks one query. Never rejects. */
export type RunQuery = (query: Query, values: Values) => Promise<QueryResult>

/** Runs one statement. Never rejects. */
export type RunStatement = (statement: Statement) => Promise<QueryResult>

/** What one query may read, in bytes: it fails before it costs more. A tebibyte has a price, and a page is opened often.
 * https://cloud.google.com/bigquery/docs/best-practices-costs#restrict-bytes-billed */
export const consoleMaxBytesBilled = 20 * 1024 ** 3

/** How many rows a section has at most. */
const maxRows = 5000

/** How long BigQuery may work before it answers that it is not done, and how long that may go on, in ms. */
const timeoutMs = { once: 20_000, altogether: 50_000 }

export interface QueryContext {
  env: NodeJS.ProcessEnv
  project: string
  dataset: string
  now: () => number
}

/** Returns the `Ask` of one caller. `authorization` is the caller's header. */
export function queryAs(place: QueryContext, authorization: string): RunQuery {
  const run = runAs(place, authorization)
  return ({ name, sql }, values) => run({ name, sql, parameters: valuesFor(sql, values) })
}

function valuesFor(sql: string, values: Values): NonNullable<Statement['parameters']> {
  return Object.fromEntries(
    periodParameters(sql).map((parameter) => [
      parameter,
      { type: parameterTypes[parameter], value: values[parameter] },
    ]),
  )
}

/** Returns the `Run` of one caller. `authorization` is the caller's header. */
export function runAs({ env, project, dataset, now }: QueryContext, authorization: string): RunStatement {
  const queries = `${bigqueryUrl(env)}/projects/${encodeURIComponent(project)}/queries`
  const headers = { authorization, 'content-type': 'application/json' }
  const timeout = timeoutMs.once + 10_000

  const untilDone = async (answer: HttpResponse, deadline: number): Promise<QueryResult> => {
    if (answer.status !== 200) {
      const { status, body } = answer
      return { kind: 'refused', status, body, authenticate: header(answer, 'www-authenticate') }
    }
    const page = JSON.parse(answer.body) as QueryPage
    if (page.jobComplete) return { kind: 'rows', ...readRows(page) }
    if (now() > deadline) return { kind: 'unreachable' }
    const { jobId, location = '' } = page.jobReference
    const search = new URLSearchParams({
      location,
      timeoutMs: String(timeoutMs.once),
      maxResults: String(maxRows),
      'formatOptions.useInt64Timestamp': 'true',
    })
    const url = `${queries}/${encodeURIComponent(jobId)}?${search}`
    return untilDone(await send({ method: 'GET', url, headers, body: '', timeout }), deadline)
  }

  return async (statement) => {
    try {
      const body = JSON.stringify(requestOf(statement, { project, dataset }))
      const answer = await send({ method: 'POST', url: queries, headers, body, timeout })
      return await untilDone(answer, now() + timeoutMs.altogether)
    } catch {
      return { kind: 'unreachable' }
    }
  }
}

function requestOf(
  { name, sql, parameters = {}, isWholeNamed = false }: Statement,
  place: { project: string; dataset: string },
) {
  return {
    query: sql,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: Object.entries(parameters).map(([parameter, { type, value }]) => ({
      name: parameter,
      parameterType: { type },
      parameterValue: { value },
    })),
    ...(!isWholeNamed && { defaultDataset: { projectId: place.project, datasetId: place.dataset } }),
    maximumBytesBilled: String(consoleMaxBytesBilled),
    maxResults: maxRows,
    timeoutMs: timeoutMs.once,
    formatOptions: { useInt64Timestamp: true },
    labels: { application: 'sluice-console', query: name },
  }
}
