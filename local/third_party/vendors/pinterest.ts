/** Vendors: Pinterest processes each event separately and lists the result of each. It says nothing about single members of a customer list. */
import { askedForToken, invalidGrant, token, tokenSecrets } from './oauth.ts'
import {
  acceptedCount,
  bodyValueAt,
  type Batch,
  type Vendor,
  type VendorAnswer,
  type VendorRequest,
} from './vendor.ts'

/** https://github.com/pinterest/api-description: ConversionApiResponse. */
function resultsOf(batch: Batch) {
  return {
    num_events_received: batch.events.length,
    num_events_processed: acceptedCount(batch),
    events: batch.events.map((_, index) =>
      batch.refused.includes(index)
        ? { status: 'failed', error_message: "'event_time' is too old.", warning_message: null }
        : { status: 'processed', error_message: null, warning_message: null },
    ),
  }
}

/** A customer list. The body has its members in one text.
 * https://developers.pinterest.com/docs/api/v5/customer_lists-update/ */
function listOf({ path, body }: Batch): VendorAnswer | undefined {
  const [, id] = /\/customer_lists\/(\d+)$/.exec(path) ?? []
  if (id === undefined) return undefined
  const records = String(bodyValueAt(body, 'records')).split(',').length
  const isRemoval = bodyValueAt(body, 'operation_type') === 'REMOVE'
  return {
    status: 200,
    body: {
      id,
      type: 'customerlist',
      status: 'PROCESSING',
      num_uploaded_user_records: isRemoval ? 0 : records,
      num_removed_user_records: isRemoval ? records : 0,
      exceptions: {},
    },
  }
}

/** https://developers.pinterest.com/docs/api/v5/oauth-token/ */
function isForToken({ path }: VendorRequest): boolean {
  return path === '/v5/oauth/token'
}

function inPart(batch: Batch): VendorAnswer {
  return {
    status: 422,
    body: { code: 4251, message: 'Not all events were successfully processed.', details: resultsOf(batch) },
  }
}

function failed(status: number, code: number, message: string): VendorAnswer {
  return {
    status,
    body: { code, message },
  }
}

export const pinterestVendor: Vendor = {
  title: 'Pinterest',
  docs: 'https://developers.pinterest.com/docs/api/v5/events-create/',
  hosts: /^api\.pinterest\.com$/,
  events: ['data', 'records'],
  asked: (request) => (isForToken(request) ? askedForToken(request) : undefined),
  id: ['event_id'],
  secret: tokenSecrets,
  answers: {
    success: (batch) =>
      isForToken(batch) ? token : (listOf(batch) ?? { status: 200, body: resultsOf(batch) }),
    partial: (batch) => listOf(batch) ?? inPart(batch),
    throttle: {
      ...failed(429, 8, 'You have exceeded your rate limit. Try again later.'),
      headers: { 'retry-after': '30' },
    },
    auth: (batch) => (isForToken(batch) ? invalidGrant : failed(401, 2, 'Authentication failed.')),
    invalid: failed(400, 1, 'Invalid request: the field data is missing.'),
    down: failed(503, 12, 'The endpoint has been ramped down and is currently not accepting any traffic.'),
  },
}
