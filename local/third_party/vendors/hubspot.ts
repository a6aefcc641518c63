/** Vendors: HubSpot refuses a whole batch for one invalid event, but accepts the valid contacts of a batch with 207. */
import { bodyValueAt, type Batch, type Vendor, type VendorAnswer } from './vendor.ts'

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

/** https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts */
function upserted({ events, refused }: Batch): VendorAnswer {
  const traceOf = (index: number) => bodyValueAt(events[index], 'objectWriteTraceId')
  const accepted = [...events.keys()].filter((index) => !refused.includes(index))
  return {
    status: refused.length > 0 ? 207 : 200,
    body: {
      status: 'COMPLETE',
      results: accepted.map((index) => ({
        id: String(501 + index),
        new: true,
        objectWriteTraceId: traceOf(index),
      })),
      ...(refused.length > 0 && {
        numErrors: refused.length,
        errors: refused.map((index) => ({
          status: 'error',
          category: 'VALIDATION_ERROR',
          message: 'Property values were not valid',
          context: { objectWriteTraceId: [traceOf(index)] },
        })),
      }),
    },
  }
}

function isUpsert({ path }: Batch): boolean {
  return path.endsWith('/batch/upsert')
}

export const hubspotVendor: Vendor = {
  title: 'HubSpot',
  docs: 'https://developers.hubspot.com/docs/api-reference/error-handling',
  hosts: /^api\.hubapi\.com$/,
  events: ['inputs', ''],
  id: ['uuid', 'objectWriteTraceId'],
  answers: {
    success: (batch) => (isUpsert(batch) ? upserted(batch) : { status: 204 }),
    partial: (batch) => {
      const { refused } = batch
      if (isUpsert(batch)) return upserted(batch)
      return failed(400, 'VALIDATION_ERROR', 'Invalid input JSON', {
        errors: refused.map((index) => ({
          message: 'The property is not part of the event definition.',
          in: `inputs[${index}].properties`,
        })),
      })
    },
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
