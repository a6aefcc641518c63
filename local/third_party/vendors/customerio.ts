/** Vendors: Customer.io accepts the valid items of a batch with 207 and lists the indices of the others. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

/** The vendor documents the statuses 401 and 429, but not their messages. */
function failed(status: number, error: string): VendorAnswer {
  return { status, body: { meta: { error } } }
}

function faultOf(batch_index: number) {
  return { batch_index, reason: 'invalid', field: 'name', message: 'name is larger than 100 bytes' }
}

export const customerioVendor: Vendor = {
  title: 'Customer.io',
  docs: 'https://docs.customer.io/integrations/api/track/#operation/batch',
  hosts: /^track(-eu)?\.customer\.io$/,
  // The people of a segment are ids.
  events: ['batch', 'ids', ''],
  id: ['id', ''],
  answers: {
    success: { status: 200, body: {} },
    // It ignores people whom it does not know, without a word.
    partial: ({ path, refused }) =>
      path.includes('/segments/')
        ? { status: 200, body: {} }
        : { status: 207, body: { errors: refused.map(faultOf) } },
    throttle: { ...failed(429, 'too many requests'), headers: { 'retry-after': '1' } },
    auth: failed(401, 'unauthorized'),
    invalid: {
      status: 400,
      body: { errors: [{ reason: 'parse_error', message: 'request is not valid JSON' }] },
    },
    down: unavailable,
  },
}
