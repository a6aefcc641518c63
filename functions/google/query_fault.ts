/** Google APIs: separates statements that BigQuery will never run from those that failed temporarily. */

/** Reasons for which a retry is useless. https://cloud.google.com/bigquery/docs/error-messages#errortable */
const permanent = new Set([
  'accessDenied',
  'billingNotEnabled',
  'bytesBilledLimitExceeded',
  'invalid',
  'invalidQuery',
  'notFound',
  'notImplemented',
  'resourcesExceeded',
  'responseTooLarge',
])

interface QueryFault {
  reason: string
  /** BigQuery's own message. It can contain a value if the statement ran. */
  message: string
}

/** Returns why a statement can never succeed; undefined for any other error. */
export function queryFault(error: unknown): QueryFault | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined
  const [first] = error.errors as readonly { reason?: unknown }[]
  const reason = String(first?.reason)
  return permanent.has(reason) ? { reason, message: error.message } : undefined
}
