/** Vendors: LinkedIn refuses a whole batch for one invalid element and lists each in its message, one per line. */
import type { Vendor, VendorAnswer } from './vendor.ts'

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
function failed(status: number, message: string, more: object = {}): VendorAnswer {
  return {
    status,
    body: { message, ...more, status },
  }
}

export const linkedinVendor: Vendor = {
  title: 'LinkedIn',
  docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
  hosts: /^api\.linkedin\.com$/,
  events: ['elements', ''],
  id: ['eventId'],
  answers: {
    success: ({ headers, events }) =>
      headers['x-restli-method'] === 'BATCH_CREATE'
        ? { status: 200, body: { elements: events.map(() => ({ status: 201 })) } }
        : { status: 201 },
    partial: ({ refused }) =>
      failed(
        422,
        refused
          .map(
            (index) =>
              `Index: ${index}, ERROR :: /conversionHappenedAt :: the conversion must not be older than 90 days\n`,
          )
          .join(''),
      ),
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
