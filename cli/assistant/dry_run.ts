/** Command line: asks BigQuery what a query would do, with the caller's rights. Nothing is read, and nothing is billed.
 * https://cloud.google.com/bigquery/docs/running-queries#dry-run */
import type { HandlerResponse } from '../../functions/serving/answer.ts'
import { StatusError } from '../../functions/serving/answer.ts'
import type { QueryResult } from '../../functions/console/run_query.ts'
import { viewError } from '../../functions/console/view_error.ts'
import { bigqueryUrl } from '../../functions/net/endpoints.ts'
import { header } from '../../functions/net/header.ts'
import { send, type HttpResponse } from '../../functions/net/http.ts'
import { responseError } from '../environment/console_api.ts'
import { CliError } from '../terminal/cli_error.ts'

/** Where an assistant's queries run. */
export interface QueriedDataset {
  project: string
  dataset: string
  /** The caller's `Authorization` header. */
  authorization: () => Promise<string>
}

/** What BigQuery says of a query. https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobstatistics2 */
export interface Statistics {
  statementType?: string
  referencedTables?: readonly { projectId: string; datasetId: string; tableId: string }[]
  referencedRoutines?: readonly { projectId: string; datasetId: string; routineId: string }[]
  totalBytesProcessed?: string
}

const timeout = 30_000

/** Throws PERMISSION_DENIED, FAILED_PRECONDITION or UNAVAILABLE, in the words of the console. */
export async function dryRun(query: string, { project, authorization }: QueriedDataset): Promise<Statistics> {
  const url = `${bigqueryUrl(process.env)}/projects/${encodeURIComponent(project)}/jobs`
  const headers = { authorization: await authorization(), 'content-type': 'application/json' }
  const body = JSON.stringify({ configuration: { dryRun: true, query: { query, useLegacySql: false } } })
  let response: HttpResponse
  try {
    response = await send({ method: 'POST', url, headers, body, timeout })
  } catch {
    return requireRows({ kind: 'unreachable' })
  }
  if (response.status !== 200) {
    const { status, body: text } = response
    return requireRows({
      kind: 'refused',
      status,
      body: text,
      authenticate: header(response, 'www-authenticate'),
    })
  }
  const { statistics } = JSON.parse(response.body) as {
    statistics?: { query?: Statistics; totalBytesProcessed?: string }
  }
  return { totalBytesProcessed: statistics?.totalBytesProcessed ?? '0', ...statistics?.query }
}

/** What the query itself names, if it runs around common tables that read nothing: one phrase each. Empty for a SELECT that names nothing. */
export function namedBy(statistics: Statistics): readonly string[] {
  const {
    statementType,
    referencedTables = [],
    referencedRoutines = [],
    totalBytesProcessed = '0',
  } = statistics
  const named = [
    ...(statementType === 'SELECT' ? [] : [`a statement of type ${statementType ?? 'unknown'}`]),
    ...referencedTables.map(
      (table) => `the table ${table.projectId}.${table.datasetId}.${table.tableId} by its path`,
    ),
    ...referencedRoutines.map(({ datasetId, routineId }) => `the function ${datasetId}.${routineId}`),
  ]
  // Some system views are not in the list, but have a size.
  return named.length === 0 && Number(totalBytesProcessed) !== 0 ? ['stored data by its path'] : named
}

/** Returns the result if it has rows; else throws why not. `maxBytes` is the limit of the query. */
export function requireRows(result: Exclude<QueryResult, { kind: 'rows' }>): never
export function requireRows(result: QueryResult, maxBytes: number): Extract<QueryResult, { kind: 'rows' }>
export function requireRows(result: QueryResult, maxBytes?: number): Extract<QueryResult, { kind: 'rows' }> {
  if (result.kind === 'rows') return result
  let response: HandlerResponse
  try {
    response = viewError(result, undefined, maxBytes)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const isLimit = error.details?.some((each) => 'reason' in each && each.reason === 'READ_LIMIT') === true
    throw new CliError(error.status, isLimit ? overLimit(maxBytes) : error.message, { cause: error })
  }
  throw responseError(response.status, String(response.body), 'BigQuery')
}

/** https://cloud.google.com/bigquery/pricing#on_demand_pricing */
function overLimit(maxBytes: number | undefined): string {
  return `BigQuery would bill more than max_bytes, which is ${maxBytes}. It counts at least 10 MB for each table. Name fewer tables, or allow more.`
}
