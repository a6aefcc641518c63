/** Vendors: HubSpot refuses a whole batch for one invalid event. */
import type { Vendor, VendorAnswer } from './vendor.ts'

function failed(status: number, category: string, message: string, more: object = {}): VendorAnswer {
  return {
    status,
    body: {
      status: 'error',
      message,
      correlationId: 'aeb5f871-7f07-4993-9211-075dc63e7cbf',
      category,
      ...more,
    },
  }
}

export const hubspotVendor: Vendor = {
  title: 'HubSpot',
  docs: 'https://developers.hubspot.com/docs/api-reference/error-handling',
  hosts: /^api\.hubapi\.com$/,
  events: ['inputs', ''],
  id: ['uuid'],
  answers: {
    success: { status: 204 },
    partial: ({ refused }) =>
      failed(400, 'VALIDATION_ERROR', 'Invalid input JSON', {
        errors: refused.map((index) => ({
          message: 'The property is not part of the event definition.',
          in: `inputs[${index}].properties`,
        })),
      }),
    throttle: failed(429, 'RATE_LIMITS', 'You have reached your secondly limit.', {
      errorType: 'RATE_LIMIT',
      policyName: 'SECONDLY',
    }),
    auth: failed(
      401,
      'EXPIRED_AUTHENTICATION',
      'The OAuth token used to make this call expired 5 minute(s) ago.',
    ),
    invalid: failed(400, 'VALIDATION_ERROR', 'Invalid input JSON'),
    down: failed(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable'),
  },
}
