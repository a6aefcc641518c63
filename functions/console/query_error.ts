/** Console: explains errors of BigQuery: who lacks which permission on what, and what to do. */
import type { HandlerResponse } from '../serving/answer.ts'
import { json } from '../serving/answer.ts'
import { tables } from '../../schemas/warehouse.ts'
import { consoleMaxBytesBilled, type QueryResult } from './run_query.ts'

type Refused = Extract<QueryResult, { kind: 'refused' }>

/** An error of BigQuery. https://cloud.google.com/bigquery/docs/error-messages */
interface Refusal {
  code: number
  message: string
  status?: string
  errors?: readonly { reason?: string; message?: string }[]
  details?: readonly object[]
}

/** Why a section has no rows. */
export interface SectionError {
  code: number
  reason: string
  message: string
  /** True if the same query would read less in a shorter period. Only if it would read too much. */
  isLessInShorterPeriod?: boolean
}

function reasonOf({ errors }: Refusal): string {
  return errors?.[0]?.reason ?? 'unknown'
}

/** Reads the error in a response. A response without one, for instance of a proxy, gets a generic error. */
function readRefusal({ status, body }: Refused): Refusal {
  const generic = { code: status, message: `BigQuery returned ${status} without an error message.` }
  try {
    const { error } = JSON.parse(body) as { error?: Refusal }
    return typeof error?.message === 'string' ? error : generic
  } catch {
    return generic
  }
}

/** Returns true if the error concerns the caller and not the query: then no section can be read. */
export function concernsCaller(result: QueryResult): result is Refused {
  return (
    result.kind === 'refused' &&
    (result.status === 401 ||
      (result.status === 403 &&
        ['accessDenied', 'unknown', 'insufficientPermissions'].includes(reasonOf(readRefusal(result)))))
  )
}

/** Makes the response for a caller whom BigQuery does not authenticate (401, unchanged) or does not authorize (403, with the missing
 * permission). `account` is the caller's email address, if known. */
export function callerErrorResponse(refused: Refused, account: string | undefined): HandlerResponse {
  const { status, authenticate } = refused
  const headers = { ...(authenticate !== undefined && { 'www-authenticate': authenticate }) }
  const refusal = readRefusal(refused)
  if (status === 401) return json(401, { error: refusal }, headers)
  const missing = missingPermission(refusal.message)
  const details = [
    ...(refusal.details ?? []),
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: missing ? 'RIGHT_MISSING' : 'ACCESS_DENIED',
      domain: 'sluice',
      metadata: { ...missing, ...(account !== undefined && { account }) },
    },
  ]
  const message = missing ? describeMissing(missing, account) : refusal.message
  return json(403, { error: { ...refusal, message, status: 'PERMISSION_DENIED', details } }, headers)
}

interface Permission {
  permission: string
  resource: string
}

/** Reads the missing permission from Google's message; undefined if it has none. */
function missingPermission(message: string): Permission | undefined {
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

function describeMissing({ permission, resource }: Permission, account: string | undefined): string {
  const who = account ?? 'The account of this token'
  const runs = permission.startsWith('bigquery.jobs.')
  const [verb, role] = runs
    ? ['run queries in', 'BigQuery Job User (roles/bigquery.jobUser) on the project']
    : /^bigquery\.tables\.(create|update)/.test(permission)
      ? ['write to', 'BigQuery Data Editor (roles/bigquery.dataEditor) on the dataset']
      : ['read', 'BigQuery Data Viewer (roles/bigquery.dataViewer) on the dataset']
  const lacks = `${who} may not ${verb} ${small(resource)}: it lacks the permission ${permission}. Ask an owner `
  if (permission === 'bigquery.tables.updateData')
    return resource.endsWith(`.${tables.suppressions.name}`)
      ? `${lacks}to be added to sluice:operators, which grants changing the suppression list.`
      : `${lacks}to be added to sluice:editors, which grants what saving needs.`
  return verb === 'write to'
    ? `${lacks}for the role ${role}.`
    : `${lacks}for the role ${role}, or to be added to sluice:analysts, which grants what the console needs.`
}

/** `Project acme` → `project acme`. */
function small(resource: string): string {
  return resource.charAt(0).toLowerCase() + resource.slice(1)
}

/** BigQuery's reason for a query that would read more than `maximumBytesBilled`. */
export const bytesLimitReason = 'bytesBilledLimitExceeded'

/** Makes the error of one section. `maxBytes` is the limit of its query, and `readsOnlyPeriod` is that of its query. */
export function sectionError(
  result: Exclude<QueryResult, { kind: 'rows' }>,
  maxBytes = consoleMaxBytesBilled,
  readsOnlyPeriod = true,
): SectionError {
  if (result.kind === 'unreachable') {
    return {
      code: 503,
      reason: 'unreachable',
      message: 'BigQuery did not respond in time. Refresh to try again.',
    }
  }
  const refusal = readRefusal(result)
  const reason = reasonOf(refusal)
  if (reason !== bytesLimitReason) return { code: result.status, reason, message: refusal.message }
  const advice = readsOnlyPeriod
    ? 'Choose a shorter period, or query the view yourself.'
    : 'A shorter period does not read less: its view always reads the same days. The page Events reads only the period that you choose.'
  return {
    code: result.status,
    reason,
    message: `The query would read more than ${maxBytes / 1024 ** 3} GiB, the maximum for this query of the console. ${advice}`,
    isLessInShorterPeriod: readsOnlyPeriod,
  }
}
