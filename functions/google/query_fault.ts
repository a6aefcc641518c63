/** Google APIs: separates statements that BigQuery will never run from those that failed temporarily. */
import { knownExcerpt } from '../privacy/redaction/excerpt.ts'

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
  /** BigQuery's own message. If the statement ran, it can quote a value of a row, so only the words of error messages are kept of it. */
  message: string
}

/** Returns why a statement can never succeed; undefined for any other error. */
export function queryFault(error: unknown): QueryFault | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined
  const [first] = error.errors as readonly { reason?: unknown }[]
  const reason = String(first?.reason)
  return permanent.has(reason) ? { reason, message: withoutValues(reason, error.message) } : undefined
}

/** A message about the text of a statement names its line and column; the others are about values. */
const position = /\[\d+:\d+\]/

function withoutValues(reason: string, message: string): string {
  const canQuote = (reason === 'invalidQuery' || reason === 'invalid') && !position.test(message)
  return canQuote ? knownExcerpt(message) : message
}
