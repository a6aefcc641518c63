/** Vendors: Amplitude refuses the whole request for one invalid event and lists the indices of the invalid ones. */
import { unavailable, bodyValueAt, type Vendor, type VendorAnswer } from './vendor.ts'

function failed(code: number, error: string, more: object = {}): VendorAnswer {
  return {
    status: code,
    body: { code, error, ...more },
  }
}

export const amplitudeVendor: Vendor = {
  title: 'Amplitude',
  docs: 'https://amplitude.com/docs/apis/analytics/http-v2#status-codes',
  hosts: /^api(2|\.eu)\.amplitude\.com$/,
  events: ['events'],
  id: ['insert_id'],
  secret: /("api_key"\s*:\s*")[^"]*/g,
  answers: {
    success: ({ events, bytes, now }) => ({
      status: 200,
      body: {
        code: 200,
        events_ingested: events.length,
        payload_size_bytes: bytes,
        server_upload_time: now,
      },
    }),
    partial: ({ refused }) =>
      failed(400, 'Invalid field values on some events', { events_with_invalid_fields: { time: refused } }),
    throttle: ({ events }) =>
      failed(429, 'Too many requests for some devices and users', {
        eps_threshold: 30,
        throttled_devices: {},
        throttled_users: {},
        throttled_events: events.map((_, index) => index),
      }),
    // The vendor's message repeats the key.
    auth: ({ body }) => failed(400, `Invalid API key: ${String(bodyValueAt(body, 'api_key'))}`),
    invalid: failed(400, 'Request missing required field', { missing_field: 'events' }),
    down: unavailable,
  },
}
