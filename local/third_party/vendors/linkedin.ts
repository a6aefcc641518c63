/** Vendors: LinkedIn refuses a whole batch of conversions for one invalid element and lists each in its message, one per line. Members of a
 * segment have a result each. */
import type { Batch, Vendor, VendorAnswer } from './vendor.ts'

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
function failed(status: number, message: string, more: object = {}): VendorAnswer {
  return {
    status,
    body: { message, ...more, status },
  }
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segment-users */
function isOfSegment({ path }: Batch): boolean {
  return path.startsWith('/rest/dmpSegments/')
}

function membersOf({ events, refused }: Batch): VendorAnswer {
  const elements = events.map((_, index) =>
    refused.includes(index)
      ? { status: 400, error: { status: 400, message: 'The idValue is not a valid SHA-256 hash' } }
      : { status: 200 },
  )
  return { status: 200, body: { elements } }
}

function wrongConversions({ refused }: Batch): VendorAnswer {
  const lines = refused.map(
    (index) =>
      `Index: ${index}, ERROR :: /conversionHappenedAt :: the conversion must not be older than 90 days\n`,
  )
  return failed(422, lines.join(''))
}

export const linkedinVendor: Vendor = {
  title: 'LinkedIn',
  docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
  hosts: /^api\.linkedin\.com$/,
  events: ['elements', ''],
  id: ['eventId'],
  answers: {
    success: (batch) => {
      if (isOfSegment(batch)) return membersOf(batch)
      return batch.headers['x-restli-method'] === 'BATCH_CREATE'
        ? { status: 200, body: { elements: batch.events.map(() => ({ status: 201 })) } }
        : { status: 201 }
    },
    partial: (batch) => (isOfSegment(batch) ? membersOf(batch) : wrongConversions(batch)),
    throttle: failed(
      429,
      'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
      { serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS' },
    ),
    auth: failed(401, 'The token used in the request has expired', {
      serviceErrorCode: 65602,
      code: 'EXPIRED_ACCESS_TOKEN',
    }),
    invalid: failed(400, 'Request is not valid', { code: 'ILLEGAL_ARGUMENT' }),
    down: failed(503, 'Service Unavailable'),
  },
}
