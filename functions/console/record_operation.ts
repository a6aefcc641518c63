/** Console: records operations in table `audit`, before they are done and with their outcome. It appends with its own account, which can do nothing
 * else; who asked is the account that BigQuery finds in the caller's token. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Operation, OperationOutcome } from '../../schemas/operation.ts'
import { codes } from '../../schemas/status.ts'
import { tables } from '../../schemas/warehouse.ts'
import { insertAll } from '../google/bigquery.ts'
import { StatusError, type HandlerResponse } from '../serving/answer.ts'
import { logEntry } from '../serving/log.ts'
import { callerColumns } from './caller.ts'
import { emailOf, viewError } from './view_error.ts'
import { accountQuery } from './queries/account.ts'
import type { QueryContext, RunStatement } from './run_query.ts'

export interface RecordContext extends QueryContext {
  /** Who vouches for the address of a caller. */
  vouchedBy: 'load_balancer' | ''
  /** Returns the `Authorization` header of the function's own account. */
  authorize: () => string | Promise<string>
}

/** What is recorded of an operation. Its texts have a closed form: ids, names, numbers and times, no value of an event. */
export interface OperationFacts {
  operation: Operation
  target?: string | undefined
  detail?: Readonly<Record<string, unknown>>
}

/** An entry of an operation. */
interface Entry extends OperationFacts {
  operationId: string
  /** The account that BigQuery verified. */
  requestedBy: string
  outcome: OperationOutcome
  runId?: string | undefined
  reason?: string | undefined
}

/** What an operation has led to. */
export interface Done {
  response: HandlerResponse
  /** The run that was requested, or that is to be cancelled. */
  runId?: string
}

/** Records the operations of one request. */
export interface OperationRecorder {
  /** Returns the account of the caller, or the error response if BigQuery does not verify it. */
  caller: () => Promise<string | HandlerResponse>
  /** Records that the operation is asked for, does it, and records its outcome. Does nothing if it cannot be recorded: throws UNAVAILABLE. */
  record: (facts: OperationFacts, act: () => Promise<Done>) => Promise<HandlerResponse>
  /** Appends one entry. Throws UNAVAILABLE. */
  write: (entry: Entry) => Promise<void>
}

const maxAttempts = 3

/** Makes the recorder of one request. */
export function openRecorder(
  { env, project, dataset, now, vouchedBy, authorize }: RecordContext,
  headers: IncomingHttpHeaders,
  run: RunStatement,
): OperationRecorder {
  const table = { project, dataset, table: tables.audit.name }
  let verified: Promise<string | HandlerResponse> | undefined
  const caller: OperationRecorder['caller'] = () => (verified ??= verifiedCaller(run))

  const append = async (json: string, insertId: string): Promise<boolean> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const [result] = await insertAll(env, table, Promise.resolve(authorize()), [{ insertId, json }])
      if (result!.kind === 'written') return true
      if (result!.kind !== 'retry') return false
    }
    return false
  }
  const write: OperationRecorder['write'] = async (entry) => {
    const { operationId, operation, outcome, requestedBy, target, runId, detail, reason } = entry
    const json = JSON.stringify({
      recorded_at: new Date(now()).toISOString(),
      operation_id: operationId,
      operation,
      outcome,
      requested_by: requestedBy,
      ...callerColumns(headers, vouchedBy),
      target,
      run_id: runId,
      detail: detail && JSON.stringify(detail),
      reason,
    })
    if (!(await append(json, `${operationId}/${outcome}`)))
      throw new StatusError('UNAVAILABLE', 'Table audit cannot be written, so nothing was done. Try again.')
  }

  return {
    caller,
    write,
    record: async (facts, act) => {
      const requestedBy = await caller()
      if (typeof requestedBy !== 'string') return requestedBy
      const entry = { ...facts, operationId: randomUUID(), requestedBy }
      await write({ ...entry, outcome: 'asked' })
      const end = (ending: Pick<Entry, 'outcome' | 'runId' | 'reason'>): Promise<void> =>
        write({ ...entry, ...ending }).catch(() =>
          // The operation stays recorded as asked.
          logEntry('WARNING', 'the outcome of an operation is not recorded', { operation: facts.operation }),
        )
      try {
        const { response, runId } = await act()
        const reason = reasonOf(response.status)
        await end(reason === undefined ? { outcome: 'ok', runId } : { outcome: 'refused', reason })
        return response
      } catch (error) {
        // After any other error nobody knows whether it was done.
        if (error instanceof StatusError && error.status !== 'UNAVAILABLE')
          await end({ outcome: 'refused', reason: error.status })
        throw error
      }
    },
  }
}

/** Returns the account of the token, or the error response if BigQuery does not say. */
async function verifiedCaller(run: RunStatement): Promise<string | HandlerResponse> {
  const result = await run(accountQuery)
  const email = emailOf(result)
  if (email !== undefined) return email
  if (result.kind !== 'rows') return viewError(result, undefined)
  throw new StatusError('PERMISSION_DENIED', 'BigQuery does not tell which account the token is of.')
}

/** The code of an error response; undefined for success. */
function reasonOf(status: number): string | undefined {
  if (status < 400) return undefined
  return Object.entries(codes).find(([, { http }]) => http === status)?.[0] ?? `HTTP ${status}`
}
