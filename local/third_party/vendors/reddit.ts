/** Vendors: Reddit accepts the valid events of a request and lists the conversion ids of the others. It refuses a whole request for one invalid
 * row of a customer list. */
import {
  acceptedCount,
  unavailable,
  bodyValueAt,
  type Batch,
  type Vendor,
  type VendorAnswer,
} from './vendor.ts'

function failed(status: number, message: string): VendorAnswer {
  return {
    status,
    body: { error: { code: status, message } },
  }
}

function message(batch: Batch) {
  return `Successfully processed ${acceptedCount(batch)} conversion events.`
}

function inPart(batch: Batch): VendorAnswer {
  const invalid_events = batch.refused.map((index) => ({
    error_message: 'event_at is too old',
    event: { metadata: { conversion_id: bodyValueAt(batch.events[index], 'metadata.conversion_id') } },
  }))
  return { status: 200, body: { data: { message: message(batch), invalid_events } } }
}

function isOfList({ path }: Batch): boolean {
  return path.includes('/custom_audiences/')
}

export const redditVendor: Vendor = {
  title: 'Reddit',
  docs: 'https://ads-api.reddit.com/docs/v3/',
  hosts: /^ads-api\.reddit\.com$/,
  events: ['data.events', 'data.user_data', 'events'],
  id: ['metadata.conversion_id', 'event_metadata.conversion_id'],
  answers: {
    success: (batch) => ({ status: 200, body: { data: isOfList(batch) ? {} : { message: message(batch) } } }),
    partial: (batch) => (isOfList(batch) ? failed(400, 'user_data has an invalid hash') : inPart(batch)),
    throttle: { ...failed(429, 'Too Many Requests'), headers: { 'retry-after': '30' } },
    auth: failed(401, 'Unauthorized'),
    invalid: failed(400, 'missing action_source'),
    down: unavailable,
  },
}
