/** Vendors: X refuses a whole request for one invalid conversion and lists all problems, without naming the conversion. */
import { type Vendor, type VendorAnswer } from './vendor.ts'

/** https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses */
function failed(status: number, errors: readonly { code: string; message: string }[]): VendorAnswer {
  return {
    status,
    body: { errors, request: { params: {} } },
  }
}

/** Seconds until the limit is lifted. */
const wait = 30

export const xVendor: Vendor = {
  title: 'X',
  docs: 'https://docs.x.com/x-ads-api/measurement/web-conversions',
  hosts: /^ads-api\.x\.com$/,
  events: ['conversions'],
  id: ['conversion_id'],
  answers: {
    success: ({ events }) => ({
      status: 200,
      body: {
        request: { params: {} },
        data: { conversions_processed: events.length, debug_id: 'ff253d3a-0a4f-4c2b-b5d9-10a1c1fb5b73' },
      },
    }),
    partial: ({ refused }) =>
      failed(
        400,
        refused.map(() => ({
          code: 'INVALID_PARAMETER',
          message: 'Hashed_email is not a valid SHA-256 hash',
        })),
      ),
    throttle: ({ now }) => ({
      ...failed(429, [{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }]),
      headers: {
        'x-rate-limit-limit': '100000',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(Math.ceil(now / 1000) + wait),
      },
    }),
    auth: failed(401, [
      { code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated' },
    ]),
    invalid: failed(400, [
      { code: 'INVALID_PARAMETER', message: 'At least one user identifier must be provided' },
    ]),
    down: failed(503, [
      {
        code: 'SERVICE_UNAVAILABLE',
        message: 'Service unavailable due to request timeout; please try the request again later',
      },
    ]),
  },
}
