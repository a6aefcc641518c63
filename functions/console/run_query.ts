/** Console: runs queries with the caller's token, which is not stored.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
import { bigqueryUrl } from '../net/endpoints.ts'
import { header } from '../net/header.ts'
import { send, type HttpResponse } from '../net/http.ts'
import { periodParameters, parameterTypes, type Query, type Values } from './queries/query.ts'
import type { Statement, StatementParameter } from './statement.ts'
import { readRows, type QueryPage, type ResultRow } from './rows.ts'

/** Result of a query. `refused` has the unchanged error response. */
export type QueryResult =
  /** `bytes`: what it read. `affected`: number of rows that a DML statement changed. */
  | { kind: 'rows'; rows: readonly ResultRow[]; truncated: boolean; bytes: number; affected?: number }
  | { kind: 'refused'; status: number; body: string; authenticate: string | undefined }
  | { kind: 'unreachable' }

/** Runs one query. Never rejects. */
export type RunQuery = (query: Query, values: Values) => Promise<QueryResult>

/** Runs one statement. Never rejects. */
export type RunStatement = (statement: Statement) => Promise<QueryResult>

/** Maximum number of bytes that one query may read. BigQuery fails a query above it without cost.
 * https://cloud.google.com/bigquery/docs/best-practices-costs#restrict-bytes-billed */
export const consoleMaxBytesBilled = 20 * 1024 ** 3

const maxRows = 5000

/** Timeouts of one call of the API and of a whole query. */
const timeoutMs = { perCall: 20_000, total: 50_000 }

export interface QueryContext {
  env: NodeJS.ProcessEnv
  project: string
  dataset: string
  now: () => number
}

/** Runs queries with the rights of one caller. `authorization` is the caller's header. */
export function queryAs(context: QueryContext, authorization: string): RunQuery {
  const run = runAs(context, authorization)
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

/** Runs statements with the rights of one caller. `authorization` is the caller's header. */
export function runAs({ env, project, dataset, now }: QueryContext, authorization: string): RunStatement {
  const queries = `${bigqueryUrl(env)}/projects/${encodeURIComponent(project)}/queries`
  const headers = { authorization, 'content-type': 'application/json' }
  const timeout = timeoutMs.perCall + 10_000

  const untilDone = async (response: HttpResponse, deadline: number): Promise<QueryResult> => {
    if (response.status !== 200) {
      const { status, body } = response
      return { kind: 'refused', status, body, authenticate: header(response, 'www-authenticate') }
    }
    const page = JSON.parse(response.body) as QueryPage
    if (page.jobComplete || page.jobReference.jobId === undefined) return { kind: 'rows', ...readRows(page) }
    if (now() > deadline) return { kind: 'unreachable' }
    const { jobId, location = '' } = page.jobReference
    const search = new URLSearchParams({
      location,
      timeoutMs: String(timeoutMs.perCall),
      maxResults: String(maxRows),
      'formatOptions.useInt64Timestamp': 'true',
    })
    const url = `${queries}/${encodeURIComponent(jobId)}?${search}`
    return untilDone(await send({ method: 'GET', url, headers, body: '', timeout }), deadline)
  }

  return async (statement) => {
    try {
      const body = JSON.stringify(requestOf(statement, { project, dataset }))
      const response = await send({ method: 'POST', url: queries, headers, body, timeout })
      return await untilDone(response, now() + timeoutMs.total)
    } catch {
      return { kind: 'unreachable' }
    }
  }
}

function requestOf(
  {
    name,
    sql,
    parameters = {},
    isWholeNamed = false,
    estimate = false,
    maxBytes = consoleMaxBytesBilled,
  }: Statement,
  context: { project: string; dataset: string },
) {
  return {
    query: sql,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: Object.entries(parameters).map(([parameter, value]) => ({
      name: parameter,
      ...typedValue(value),
    })),
    ...(!isWholeNamed && { defaultDataset: { projectId: context.project, datasetId: context.dataset } }),
    maximumBytesBilled: String(maxBytes),
    ...(estimate && { dryRun: true }),
    maxResults: maxRows,
    timeoutMs: timeoutMs.perCall,
    formatOptions: { useInt64Timestamp: true },
    labels: { application: 'sluice-console', query: name },
  }
}

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/QueryParameter */
function typedValue(parameter: StatementParameter): object {
  const { type } = parameter
  if ('value' in parameter) return { parameterType: { type }, parameterValue: { value: parameter.value } }
  return {
    parameterType: { type: 'ARRAY', arrayType: { type } },
    parameterValue: { arrayValues: parameter.values.map((value) => ({ value })) },
  }
}
