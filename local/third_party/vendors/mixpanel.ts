/** Vendors: Mixpanel imports the valid records of a strict request, but answers 400 and lists the others. It takes profiles likewise, but always
 * answers 200, and only `1` if all are valid. */
import {
  acceptedCount,
  unavailable,
  bodyValueAt,
  type Batch,
  type Vendor,
  type VendorAnswer,
} from './vendor.ts'

function failed(code: number, status: string, error: string, more: object = {}): VendorAnswer {
  return {
    status: code,
    body: { code, error, ...more, status },
  }
}

function wrong(batch: Batch, refused: readonly number[]): VendorAnswer {
  return failed(400, 'Bad Request', 'some data points in the request failed validation', {
    num_records_imported: acceptedCount({ ...batch, refused }),
    failed_records: refused.map((index) => ({
      index,
      $insert_id: bodyValueAt(batch.events[index], 'properties.$insert_id'),
      field: 'properties.time',
      message: "'properties.time' is invalid: must be specified as seconds since epoch",
    })),
  })
}

function isOfProfiles({ path }: Batch): boolean {
  return path.startsWith('/engage')
}

/** https://docs.mixpanel.com/reference/profile-batch-update */
function wrongProfiles(refused: readonly number[]): VendorAnswer {
  return {
    status: 200,
    body: {
      error: 'some data points in the request failed validation',
      failed_records: refused.map((index) => ({ index, message: "'$set' is invalid: must be an object" })),
      status: 'Bad Request',
    },
  }
}

export const mixpanelVendor: Vendor = {
  title: 'Mixpanel',
  docs: 'https://developer.mixpanel.com/reference/import-events',
  hosts: /^api(-eu|-in)?\.mixpanel\.com$/,
  events: [''],
  id: ['properties.$insert_id', '$distinct_id'],
  answers: {
    success: (batch) => ({
      status: 200,
      body: isOfProfiles(batch)
        ? '1'
        : { code: 200, num_records_imported: batch.events.length, status: 'OK' },
    }),
    partial: (batch) => (isOfProfiles(batch) ? wrongProfiles(batch.refused) : wrong(batch, batch.refused)),
    // https://docs.mixpanel.com/troubleshooting/errors/429-rate-limit-exceeded: without a Retry-After.
    throttle: failed(
      429,
      'Too Many Requests',
      'Project exceeded rate limits. Please retry the request with exponential backoff.',
    ),
    auth: failed(401, 'Unauthorized', 'Invalid credentials'),
    invalid: (batch) =>
      isOfProfiles(batch) ? { status: 200, body: '0' } : wrong(batch, [...batch.events.keys()]),
    down: unavailable,
  },
}
