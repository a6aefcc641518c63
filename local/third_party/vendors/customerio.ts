/** Vendors: Customer.io accepts the valid items of a batch with 207 and lists the indices of the others. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

/** The vendor documents the statuses 401 and 429, but not their messages. */
function failed(status: number, error: string): VendorAnswer {
  return { status, body: { meta: { error } } }
}

export const customerioVendor: Vendor = {
  title: 'Customer.io',
  docs: 'https://docs.customer.io/integrations/api/track/#operation/batch',
  hosts: /^track(-eu)?\.customer\.io$/,
  events: ['batch', ''],
  id: ['id'],
  answers: {
    success: { status: 200, body: {} },
    partial: ({ refused }) => ({
      status: 207,
      body: {
        errors: refused.map((batch_index) => ({
          batch_index,
          reason: 'invalid',
          field: 'name',
          message: 'name is larger than 100 bytes',
        })),
      },
    }),
    throttle: { ...failed(429, 'too many requests'), headers: { 'retry-after': '1' } },
    auth: failed(401, 'unauthorized'),
    invalid: {
      status: 400,
      body: { errors: [{ reason: 'parse_error', message: 'request is not valid JSON' }] },
    },
    down: unavailable,
  },
}
