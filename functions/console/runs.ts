/** Console: lists runs and reads one, with the caller's rights on table `runs`. */
import { workKinds } from '../../schemas/run_summary.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { invalid } from './definition_request.ts'
import { emailOf, viewError } from './view_error.ts'
import { accountQuery } from './queries/account.ts'
import type { ResultRow } from './rows.ts'
import type { RunStatement } from './run_query.ts'
import { textParameter, type Statement } from './statement.ts'

const columns = `run_id, kind, name, destination, state, reason, dry_run, requested_at, started_at, updated_at, finished_at, cancel_requested, requested_by,
  TO_JSON_STRING(request) AS request, TO_JSON_STRING(counts) AS counts, TO_JSON_STRING(position.progress) AS progress`

function latestRuns(kind: string): Statement {
  return {
    name: 'runs',
    sql: `SELECT ${columns}
FROM runs
WHERE IF(@kind = '', kind NOT IN ('health', 'people'), kind = @kind)
ORDER BY requested_at DESC
LIMIT 200`,
    parameters: { kind: textParameter(kind) },
  }
}

function oneRun(id: string): Statement {
  return {
    name: 'run',
    sql: `SELECT ${columns}, TO_JSON_STRING(result) AS result
FROM runs
WHERE run_id = @run
LIMIT 1`,
    parameters: { run: textParameter(id) },
  }
}

const jsonColumns = new Set(['request', 'counts', 'progress', 'result'])

/** Parses the JSON columns of a row. */
function withParsedJson(row: ResultRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      jsonColumns.has(name) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )
}

/** `GET /v1/console/runs?kind=`: the latest first. Without a kind, the health checks and the searches for links are
 * left out, of which there are a hundred a day. */
export async function listRuns(query: URLSearchParams, run: RunStatement): Promise<HandlerResponse> {
  const unknown = [...query.keys()].find((name) => name !== 'kind')
  if (unknown !== undefined)
    throw invalid([{ field: unknown.slice(0, 64), description: 'Unknown parameter. Use kind.' }])
  const kind = query.get('kind') ?? ''
  if (kind !== '' && !workKinds.some((each) => each === kind))
    throw invalid([{ field: 'kind', description: `Expected one of ${workKinds.join(', ')}.` }])
  const result = await run(latestRuns(kind))
  if (result.kind !== 'rows') return viewError(result, emailOf(await run(accountQuery)))
  return json(200, { runs: result.rows.map(withParsedJson) })
}

/** `GET /v1/console/runs/<id>`: one run with its result. */
export async function showRun(path: string, run: RunStatement): Promise<HandlerResponse> {
  const id = idIn(path.slice('/v1/console/runs/'.length))
  const result = await run(oneRun(id))
  if (result.kind !== 'rows') return viewError(result, emailOf(await run(accountQuery)))
  const [row] = result.rows
  if (!row)
    throw new StatusError(
      'NOT_FOUND',
      `Run ${id} does not exist. A run that was just requested appears when it begins.`,
    )
  return json(200, withParsedJson(row))
}

/** Reads the id of a run from a path. Throws NOT_FOUND for an invalid one. */
export function idIn(text: string): string {
  if (/^[\w-]{1,256}$/.test(text)) return text
  throw new StatusError('NOT_FOUND', 'Expected the id of a run at the end of the path.')
}
