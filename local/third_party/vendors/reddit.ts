/** Vendors: Reddit accepts the valid events of a request and lists the conversion ids of the others. */
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

export const redditVendor: Vendor = {
  title: 'Reddit',
  docs: 'https://ads-api.reddit.com/docs/v3/',
  hosts: /^ads-api\.reddit\.com$/,
  events: ['data.events', 'events'],
  id: ['metadata.conversion_id', 'event_metadata.conversion_id'],
  answers: {
    success: (batch) => ({ status: 200, body: { data: { message: message(batch) } } }),
    partial: (batch) => ({
      status: 200,
      body: {
        data: {
          message: message(batch),
          invalid_events: batch.refused.map((index) => ({
            error_message: 'event_at is too old',
            event: {
              metadata: { conversion_id: bodyValueAt(batch.events[index], 'metadata.conversion_id') },
            },
          })),
        },
      },
    }),
    throttle: { ...failed(429, 'Too Many Requests'), headers: { 'retry-after': '30' } },
    auth: failed(401, 'Unauthorized'),
    invalid: failed(400, 'missing action_source'),
    down: unavailable,
  },
}
