/** Console: what BigQuery refuses, in words that say who lacks which right on what, and what to do about it. */
import type { HandlerResponse } from '../serving/answer.ts'
import { json } from '../serving/answer.ts'
import { consoleMaxBytesBilled, type QueryResult } from './run_query.ts'

type Refused = Extract<QueryResult, { kind: 'refused' }>

/** An error as BigQuery words it. https://cloud.google.com/bigquery/docs/error-messages */
interface Refusal {
  code: number
  message: string
  status?: string
  errors?: readonly { reason?: string; message?: string }[]
  details?: readonly object[]
}

/** Why one section of an answer has no rows. */
export interface SectionError {
  code: number
  reason: string
  message: string
}

function reasonOf({ errors }: Refusal): string {
  return errors?.[0]?.reason ?? 'unknown'
}

/** The error in an answer; one of its own where a proxy answered in another way. */
function readRefusal({ status, body }: Refused): Refusal {
  const unread = { code: status, message: `BigQuery answered ${status} without an explanation.` }
  try {
    const { error } = JSON.parse(body) as { error?: Refusal }
    return typeof error?.message === 'string' ? error : unread
  } catch {
    return unread
  }
}

/** Whether the caller, and not the query, is at fault: then no section can be shown. */
export function concernsCaller(result: QueryResult): result is Refused {
  return (
    result.kind === 'refused' &&
    (result.status === 401 ||
      (result.status === 403 &&
        ['accessDenied', 'unknown', 'insufficientPermissions'].includes(reasonOf(readRefusal(result)))))
  )
}

/** The answer to a caller whom BigQuery does not know (401, as it came) or lets do too little (403, in plain words).
 * `account` is the caller's address, where BigQuery told it. */
export function callerErrorResponse(refused: Refused, account: string | undefined): HandlerResponse {
  const { status, authenticate } = refused
  const headers = { ...(authenticate !== undefined && { 'www-authenticate': authenticate }) }
  const refusal = readRefusal(refused)
  if (status === 401) return json(401, { error: refusal }, headers)
  const right = missingRight(refusal.message)
  const details = [
    ...(refusal.details ?? []),
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: right ? 'RIGHT_MISSING' : 'ACCESS_DENIED',
      domain: 'sluice',
      metadata: { ...right, ...(account !== undefined && { account }) },
    },
  ]
  const message = right ? inWords(right, account) : refusal.message
  return json(403, { error: { ...refusal, message, status: 'PERMISSION_DENIED', details } }, headers)
}

interface Right {
  permission: string
  resource: string
}

/** What Google's words say is missing; undefined when they name no right. */
function missingRight(message: string): Right | undefined {
  const [, resource] = /^Access Denied: ([^:]+ [^\s,]+?):? /.exec(message) ?? []
  if (resource === undefined) return undefined
  const [, named] = /\b(bigquery\.[A-Za-z.]+[A-Za-z])\b/.exec(message) ?? []
  if (named !== undefined) return { permission: named, resource }
  if (/does not have permission to query/.test(message))
    return { permission: 'bigquery.tables.getData', resource }
  return /does not have permission to access dataset/.test(message)
    ? { permission: 'bigquery.datasets.get', resource }
    : undefined
}

function inWords({ permission, resource }: Right, account: string | undefined): string {
  const who = account ?? 'The account of this token'
  const runs = permission.startsWith('bigquery.jobs.')
  const [verb, role] = runs
    ? ['run queries in', 'BigQuery Job User (roles/bigquery.jobUser) on the project']
    : /^bigquery\.tables\.(create|update)/.test(permission)
      ? ['write to', 'BigQuery Data Editor (roles/bigquery.dataEditor) on the dataset']
      : ['read', 'BigQuery Data Viewer (roles/bigquery.dataViewer) on the dataset']
  const lacks = `${who} may not ${verb} ${small(resource)}: it lacks the permission ${permission}. Ask an owner `
  if (permission === 'bigquery.tables.updateData')
    return `${lacks}to be added to sluice:editors, which grants what saving needs.`
  return verb === 'write to'
    ? `${lacks}for the role ${role}.`
    : `${lacks}for the role ${role}, or to be added to sluice:analysts, which grants what the console needs.`
}

/** `Project acme` → `project acme`. */
function small(resource: string): string {
  return resource.charAt(0).toLowerCase() + resource.slice(1)
}

/** Why a section stays empty while others are shown. */
export function sectionError(result: Exclude<QueryResult, { kind: 'rows' }>): SectionError {
  if (result.kind === 'unreachable') {
    return {
      code: 503,
      reason: 'unreachable',
      message: 'BigQuery gave no answer in time. Refresh to ask again.',
    }
  }
  const refusal = readRefusal(result)
  const reason = reasonOf(refusal)
  const message =
    reason === 'bytesBilledLimitExceeded'
      ? `This would read more than ${consoleMaxBytesBilled / 1024 ** 3} GiB, the most the console lets one query cost. Choose a shorter period, or query the view yourself.`
      : refusal.message
  return { code: result.status, reason, message }
}
