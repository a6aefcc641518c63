/** Google APIs: tells a statement that BigQuery will never run from one that it could not run just now. */

/** Reasons for which trying again is of no use. https://cloud.google.com/bigquery/docs/error-messages#errortable */
const lasting = new Set([
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

export interface QueryFault {
  reason: string
  /** BigQuery's own words; of a statement that ran, a value may be among them. */
  message: string
}

/** What is wrong with a statement that can never succeed as it is; undefined for any other error. */
export function queryFault(error: unknown): QueryFault | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined
  const [first] = error.errors as readonly { reason?: unknown }[]
  const reason = String(first?.reason)
  return lasting.has(reason) ? { reason, message: error.message } : undefined
}
