/** Vendors: Attentive accepts one event, or a job with the attributes of people. Its pages have no body for errors. */
import { unavailable, type Batch, type Vendor, type VendorAnswer } from './vendor.ts'

/** https://docs.attentive.com/reference/postbulkuserattributes */
const submitted: VendorAnswer = {
  status: 202,
  body: {
    message: 'Bulk job successfully submitted.',
    batchJobId: '550e8400-e29b-41d4-a716-446655440000',
  },
}

const invalid: VendorAnswer = { status: 400 }

function accepted({ path }: Batch): VendorAnswer {
  return path.includes('/bulk/') ? submitted : { status: 200 }
}

export const attentiveVendor: Vendor = {
  title: 'Attentive',
  docs: 'https://docs.attentive.com/reference/postcustomevents',
  hosts: /^api\.attentivemobile\.com$/,
  events: ['users', ''],
  id: ['externalEventId', 'orderId'],
  answers: {
    success: accepted,
    // A job says later which of its people are invalid.
    partial: (batch) => (batch.path.includes('/bulk/') ? submitted : invalid),
    throttle: { status: 429 },
    auth: { status: 401 },
    invalid,
    down: unavailable,
  },
}
