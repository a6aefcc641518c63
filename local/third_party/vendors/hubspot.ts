/** Vendors: HubSpot refuses a whole batch for one invalid event, but accepts the valid contacts of a batch with 207. */
import { contactIdOf } from './record_ids.ts'
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

function contactIdIn(input: unknown): string {
  return contactIdOf(String(bodyValueAt(input, 'id')))
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
        id: contactIdIn(events[index]),
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

/** Every address but those that `partial` refuses has a contact.
 * https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/get-contacts */
function read({ events, refused }: Batch): VendorAnswer {
  const known = [...events.keys()].filter((index) => !refused.includes(index))
  return {
    status: refused.length > 0 ? 207 : 200,
    body: {
      status: 'COMPLETE',
      results: known.map((index) => ({
        id: contactIdIn(events[index]),
        properties: { email: bodyValueAt(events[index], 'id') },
      })),
      ...(refused.length > 0 && {
        numErrors: 1,
        errors: [
          {
            status: 'error',
            category: 'OBJECT_NOT_FOUND',
            message:
              'Could not get some CONTACT objects, they may be deleted or not exist. Check that ids are valid.',
            context: { ids: refused.map((index) => bodyValueAt(events[index], 'id')) },
          },
        ],
      }),
    },
  }
}

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
function changedMembers({ body, events, refused }: Batch): VendorAnswer {
  const accepted = events.filter((_, index) => !refused.includes(index))
  const toAdd = bodyValueAt(body, 'recordIdsToAdd')
  const added = Array.isArray(toAdd) && toAdd.length > 0
  return {
    status: 200,
    body: {
      recordsIdsAdded: added ? accepted : [],
      recordIdsRemoved: added ? [] : accepted,
      recordIdsMissing: refused.map((index) => events[index]),
    },
  }
}

/** Answers that depend on the API. */
function answerOf(batch: Batch): VendorAnswer | undefined {
  const { path } = batch
  if (path.endsWith('/batch/upsert')) return upserted(batch)
  if (path.endsWith('/batch/read')) return read(batch)
  return path.endsWith('/memberships/add-and-remove') ? changedMembers(batch) : undefined
}

export const hubspotVendor: Vendor = {
  title: 'HubSpot',
  docs: 'https://developers.hubspot.com/docs/api-reference/error-handling',
  hosts: /^api\.hubapi\.com$/,
  events: ['inputs', 'recordIdsToAdd', 'recordIdsToRemove', ''],
  id: ['uuid', 'objectWriteTraceId'],
  answers: {
    success: (batch) => answerOf(batch) ?? { status: 204 },
    partial: (batch) =>
      answerOf(batch) ??
      failed(400, 'VALIDATION_ERROR', 'Invalid input JSON', {
        errors: batch.refused.map((index) => ({
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
