/** Vendors: Klaviyo accepts one event per request and returns JSON:API errors. */
import type { Vendor, VendorAnswer } from './vendor.ts'

function failed(
  status: number,
  code: string,
  title: string,
  detail: string,
  pointer = '/data/',
): VendorAnswer {
  return {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: {
      errors: [
        { id: '7ae5e7a6-9c0a-4f9b-9a5c-3f1f0e4e5a11', status, code, title, detail, source: { pointer } },
      ],
    },
  }
}

const invalid = failed(
  400,
  'invalid',
  'Invalid input.',
  'Invalid phone number format',
  '/data/attributes/profile/data/attributes/phone_number',
)

export const klaviyoVendor: Vendor = {
  title: 'Klaviyo',
  docs: 'https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling',
  hosts: /^a\.klaviyo\.com$/,
  events: ['data'],
  id: ['attributes.unique_id'],
  answers: {
    success: { status: 202 },
    partial: invalid,
    throttle: {
      ...failed(
        429,
        'throttled',
        'Request was throttled.',
        'Request was throttled. Expected available in 1 second.',
      ),
      headers: { 'content-type': 'application/vnd.api+json', 'retry-after': '1' },
    },
    auth: failed(
      401,
      'authentication_failed',
      'Incorrect authentication credentials.',
      'Incorrect authentication credentials.',
    ),
    invalid,
    down: failed(503, 'service_unavailable', 'Service unavailable.', 'Service unavailable.'),
  },
}
