/** Console: lists the operations of table `audit`, with the caller's rights, and records those that the command line does itself. */
import { randomUUID } from 'node:crypto'
import { ownOperations, type Operation } from '../../schemas/operation.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { invalid, readObject } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import { columnText } from './rows.ts'
import type { OperationRecorder } from './record_operation.ts'
import { lacksRight, mayRequestRuns } from './run_options.ts'
import type { QueryContext, RunStatement } from './run_query.ts'
import { timestampParameter, type Statement } from './statement.ts'
import { emailOf, viewError } from './view_error.ts'

/** The latest entry of each operation. Entries of somebody else with the same id are another operation. */
function latestOperations(since: string): Statement {
  return {
    name: 'audit',
    sql: `SELECT operation_id, operation, outcome, requested_by, client, client_address, user_agent, target, run_id,
  TO_JSON_STRING(detail) AS detail, reason, recorded_at
FROM audit
WHERE recorded_at >= @since
QUALIFY ROW_NUMBER() OVER (
  PARTITION BY operation_id, operation, requested_by ORDER BY IF(outcome = 'asked', 0, 1) DESC, recorded_at DESC
) = 1
ORDER BY recorded_at DESC
LIMIT 500`,
    parameters: { since: timestampParameter(since) },
  }
}

const dayMs = 86_400_000

/** `GET /v1/console/audit?since=<RFC 3339>`: `{operations}`, the latest first. Default: of 30 days. */
export async function listOperations(
  query: URLSearchParams,
  run: RunStatement,
  { now }: Pick<QueryContext, 'now'>,
): Promise<HandlerResponse> {
  const since = Date.parse(query.get('since') ?? new Date(now() - 30 * dayMs).toISOString())
  if (Number.isNaN(since))
    throw invalid([{ field: 'since', description: 'Expected a time such as 2026-03-14T09:00:00Z.' }])
  const result = await run(latestOperations(new Date(since).toISOString()))
  if (result.kind !== 'rows') return viewError(result, emailOf(await run(accountQuery)))
  return json(200, {
    operations: result.rows.map(({ detail, ...row }) => ({
      ...row,
      detail: detail === null || detail === undefined ? null : (JSON.parse(columnText(detail)) as unknown),
    })),
  })
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids of a destination or of a subscription. */
const targetId = /^[a-z][a-z0-9_]{1,63}(?:-[a-z0-9_-]{1,64})?$/

interface OwnOperation {
  operation: Operation
  target: string | undefined
  /** Undefined before it is done. */
  ended: { operationId: string; outcome: 'ok' | 'refused' } | undefined
}

/** `POST /v1/console/operations` records an operation that the command line is about to do with the caller's credentials, and returns
 * `{"operation_id"}`; with `operation_id` and `outcome` it records how it ended. Needs the right to request runs. */
export async function recordOwnOperation(
  body: Buffer,
  authorization: string,
  { caller, write }: OperationRecorder,
  context: Pick<QueryContext, 'env' | 'project'>,
): Promise<HandlerResponse> {
  const { operation, target, ended } = readOwnOperation(body)
  const requestedBy = await caller()
  if (typeof requestedBy !== 'string') return requestedBy
  const entry = { operation, target, requestedBy, operationId: ended?.operationId ?? randomUUID() }
  if (!(await mayRequestRuns(authorization, context))) {
    await write({ ...entry, outcome: 'refused', reason: 'PERMISSION_DENIED' })
    throw new StatusError('PERMISSION_DENIED', lacksRight(requestedBy))
  }
  await write({ ...entry, outcome: ended?.outcome ?? 'asked' })
  return json(200, { operation_id: entry.operationId })
}

/** Throws INVALID_ARGUMENT with the name of the field. */
function readOwnOperation(body: Buffer): OwnOperation {
  const { operation, target, operation_id: id, outcome, ...rest } = readObject(body)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw invalid([{ field: unknown.slice(0, 64), description: 'Unknown field.' }])
  const named = ownOperations.find((each) => each === operation)
  if (named === undefined)
    throw invalid([{ field: 'operation', description: `Expected one of ${ownOperations.join(', ')}.` }])
  if (target !== undefined && !(typeof target === 'string' && targetId.test(target)))
    throw invalid([{ field: 'target', description: 'Expected the id of a destination or subscription.' }])
  if (id === undefined && outcome === undefined) return { operation: named, target, ended: undefined }
  if (!(typeof id === 'string' && uuid.test(id)))
    throw invalid([{ field: 'operation_id', description: 'Expected the id that the console returned.' }])
  if (outcome !== 'ok' && outcome !== 'refused')
    throw invalid([{ field: 'outcome', description: 'Expected ok or refused.' }])
  return { operation: named, target, ended: { operationId: id, outcome } }
}
