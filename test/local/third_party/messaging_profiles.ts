/** Third-party recorder: cases of messaging vendors that get the profiles of people. */
import { badApiKey, badParams, hubspotError, tooMany, tracked } from './messaging.ts'
import type { VendorCase } from './vendor_case.ts'

/** Attentive's answer to a job with the attributes of people. */
const submitted = {
  message: 'Bulk job successfully submitted.',
  batchJobId: '550e8400-e29b-41d4-a716-446655440000',
}

export const messagingProfiles: readonly VendorCase[] = [
  {
    vendor: 'Braze',
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track#response',
    url: '/rest.iad-01.braze.com/users/track',
    body: {
      attributes: [{ external_id: 'u-1', first_name: 'Ada' }],
      events: [{ external_id: 'u-1', name: 'sign_up', time: '2026-03-14T10:00:03Z' }],
    },
    events: 1,
    answers: {
      success: [201, { message: 'success', attributes_processed: 1, events_processed: 1 }],
      partial: [
        201,
        {
          message: 'success',
          attributes_processed: 1,
          events_processed: 0,
          errors: [{ type: "'time' is not a valid timestamp", input_array: 'events', index: 0 }],
        },
      ],
      throttle: [429, { message: 'Rate limit exceeded' }, { 'x-ratelimit-retry-after': '3' }],
      auth: [401, { message: 'Invalid API key' }],
      invalid: [400, { message: "Valid data must be provided in the 'events' field" }],
    },
  },
  {
    vendor: 'Braze',
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_identify',
    url: '/rest.iad-01.braze.com/users/identify',
    body: {
      aliases_to_identify: [{ external_id: 'u-1', user_alias: { alias_name: 'a-3', alias_label: 'device' } }],
      merge_behavior: 'merge',
    },
    events: 1,
    answers: {
      success: [201, { message: 'success', aliases_processed: 1 }],
      partial: [
        201,
        {
          message: 'success',
          aliases_processed: 0,
          errors: [{ type: 'user alias is not valid', input_array: 'aliases_to_identify', index: 0 }],
        },
      ],
      throttle: [429, { message: 'Rate limit exceeded' }, { 'x-ratelimit-retry-after': '3' }],
      auth: [401, { message: 'Invalid API key' }],
      invalid: [400, { message: "Valid data must be provided in the 'events' field" }],
    },
  },
  {
    vendor: 'Attentive',
    docs: 'https://docs.attentive.com/reference/postcustomevents',
    url: '/api.attentivemobile.com/v1/events/custom',
    body: { type: 'login', externalEventId: 'e-3', user: { email: 'ada@example.com' } },
    events: 1,
    answers: {
      success: [200, ''],
      partial: [400, ''],
      throttle: [429, ''],
      auth: [401, ''],
      invalid: [400, ''],
    },
  },
  {
    vendor: 'Attentive',
    docs: 'https://docs.attentive.com/reference/postbulkuserattributes',
    url: '/api.attentivemobile.com/v2/bulk/user/attributes',
    body: { users: [{ identifiers: { email: 'ada@example.com' }, attributes: { firstName: 'Ada' } }] },
    events: 1,
    answers: {
      success: [202, submitted],
      partial: [202, submitted],
      throttle: [429, ''],
      auth: [401, ''],
      invalid: [400, ''],
    },
  },
  {
    vendor: 'HubSpot',
    docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts',
    url: '/api.hubapi.com/crm/v3/objects/contacts/batch/upsert',
    body: {
      inputs: ['e-2', 'e-3'].map((id) => ({
        id: `${id}@example.com`,
        idProperty: 'email',
        objectWriteTraceId: id,
        properties: { firstname: 'Ada' },
      })),
    },
    events: 2,
    answers: {
      success: [
        200,
        {
          status: 'COMPLETE',
          results: [
            { id: '530269151879', new: true, objectWriteTraceId: 'e-2' },
            { id: '179775409961', new: true, objectWriteTraceId: 'e-3' },
          ],
        },
      ],
      partial: [
        207,
        {
          status: 'COMPLETE',
          results: [{ id: '530269151879', new: true, objectWriteTraceId: 'e-2' }],
          numErrors: 1,
          errors: [
            {
              status: 'error',
              category: 'VALIDATION_ERROR',
              message: 'Property values were not valid',
              context: { objectWriteTraceId: ['e-3'] },
            },
          ],
        },
      ],
      throttle: hubspotError(429, 'RATE_LIMITS', 'You have reached your secondly limit.', {
        errorType: 'RATE_LIMIT',
        policyName: 'SECONDLY',
      }),
      auth: hubspotError(
        401,
        'EXPIRED_AUTHENTICATION',
        'The OAuth token used to make this call expired 5 minute(s) ago.',
      ),
      invalid: hubspotError(400, 'VALIDATION_ERROR', 'Invalid input JSON'),
    },
  },
  {
    vendor: 'Iterable',
    docs: 'https://api.iterable.com/api/docs#users_bulkUpdateUser',
    url: '/api.iterable.com/api/users/bulkUpdate',
    body: { users: ['u-2', 'u-3'].map((userId) => ({ userId, dataFields: { firstName: 'Ada' } })) },
    events: 2,
    answers: {
      success: tracked(2, 0, []),
      partial: tracked(1, 1, ['u-3']),
      throttle: tooMany,
      auth: badApiKey,
      invalid: badParams,
    },
  },
]
