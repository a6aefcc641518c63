/** Vendors: Segment accepts every event that it can read and does not report invalid ones. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

const accepted: VendorAnswer = { status: 200, body: { success: true } }

function failed(status: number, code: string, message: string): VendorAnswer {
  return {
    status,
    body: { success: false, message, code },
  }
}

export const segmentVendor: Vendor = {
  title: 'Segment',
  docs: 'https://segment.com/docs/connections/sources/catalog/libraries/server/http-api#errors',
  hosts: /^(api\.segment\.io|events\.eu1\.segmentapis\.com)$/,
  events: ['batch', ''],
  id: ['messageId'],
  answers: {
    success: accepted,
    partial: accepted,
    throttle: {
      ...failed(429, 'too_many_requests', 'rate limit exceeded'),
      headers: { 'retry-after': '30' },
    },
    auth: failed(401, 'unauthorized', 'invalid write key'),
    invalid: failed(400, 'invalid_request', 'malformed JSON'),
    down: unavailable,
  },
}
