/** Third-party recorder: cases of messaging vendors. */
import { ids, type Expected, type VendorCase } from './vendor_case.ts'

function jsonApiError(
  status: number,
  code: string,
  title: string,
  detail: string,
  pointer = '/data/',
  headers: Expected[2] = {},
): Expected {
  return [
    status,
    {
      errors: [
        { id: '7ae5e7a6-9c0a-4f9b-9a5c-3f1f0e4e5a11', status, code, title, detail, source: { pointer } },
      ],
    },
    { 'content-type': 'application/vnd.api+json', ...headers },
  ]
}

const invalidPhone = jsonApiError(
  400,
  'invalid',
  'Invalid input.',
  'Invalid phone number format',
  '/data/attributes/profile/data/attributes/phone_number',
)

export function hubspotError(status: number, category: string, message: string, more: object = {}): Expected {
  return [
    status,
    {
      status: 'error',
      message,
      correlationId: 'aeb5f871-7f07-4993-9211-075dc63e7cbf',
      category,
      ...more,
    },
  ]
}

export function tracked(
  successCount: number,
  failCount: number,
  notFoundUserIds: readonly string[],
): Expected {
  return [
    200,
    {
      successCount,
      failCount,
      invalidEmails: [],
      invalidUserIds: [],
      filteredOutFields: {},
      createdFields: [],
      disallowedEventNames: [],
      failedUpdates: { notFoundEmails: [], notFoundUserIds },
    },
  ]
}

export const badParams: Expected = [
  400,
  { msg: 'Invalid request: missing required field', code: 'BadParams', params: null },
]
export const tooMany: Expected = [
  429,
  { msg: 'Rate limit exceeded. Please retry after a delay.', code: 'RateLimitExceeded', params: null },
]
export const badApiKey: Expected = [401, { msg: 'Invalid API key', code: 'BadApiKey', params: {} }]

const klaviyoThrottle = jsonApiError(
  429,
  'throttled',
  'Request was throttled.',
  'Request was throttled. Expected available in 1 second.',
  '/data/',
  { 'retry-after': '1' },
)
const klaviyoAuth = jsonApiError(
  401,
  'authentication_failed',
  'Incorrect authentication credentials.',
  'Incorrect authentication credentials.',
)

export const messaging: readonly VendorCase[] = [
  {
    vendor: 'Braze',
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track#response',
    url: '/rest.fra-01.braze.eu/users/track',
    body: { events: [1, 2, 3].map((second) => ({ time: `2026-03-14T10:00:0${second}Z` })) },
    events: 3,
    answers: {
      success: [201, { message: 'success', events_processed: 3 }],
      partial: [
        201,
        {
          message: 'success',
          events_processed: 2,
          errors: [{ type: "'time' is not a valid timestamp", input_array: 'events', index: 2 }],
        },
      ],
      throttle: [
        429,
        { message: 'Rate limit exceeded' },
        { 'x-ratelimit-remaining': '0', 'x-ratelimit-retry-after': '3' },
      ],
      auth: [401, { message: 'Invalid API key' }],
      invalid: [400, { message: "Valid data must be provided in the 'events' field" }],
    },
  },
  {
    vendor: 'Klaviyo',
    docs: 'https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling',
    url: '/a.klaviyo.com/api/events',
    body: { data: { type: 'event', attributes: { unique_id: 'e-3' } } },
    events: 1,
    answers: {
      success: [202, ''],
      partial: invalidPhone,
      throttle: klaviyoThrottle,
      auth: klaviyoAuth,
      invalid: invalidPhone,
    },
  },
  {
    vendor: 'Klaviyo',
    docs: 'https://developers.klaviyo.com/en/reference/bulk_create_events',
    url: '/a.klaviyo.com/api/event-bulk-create-jobs',
    body: {
      data: {
        type: 'event-bulk-create-job',
        attributes: {
          'events-bulk-create': {
            data: ids.map((unique_id) => ({
              type: 'event-bulk-create',
              attributes: { events: { data: [{ type: 'event', attributes: { unique_id } }] } },
            })),
          },
        },
      },
    },
    events: 3,
    answers: {
      success: [202, ''],
      partial: jsonApiError(
        400,
        'invalid',
        'Invalid input.',
        'Invalid phone number format',
        '/data/attributes/events-bulk-create/data/2/attributes/profile/data/attributes/phone_number',
      ),
      throttle: klaviyoThrottle,
      auth: klaviyoAuth,
      invalid: invalidPhone,
    },
  },
  {
    vendor: 'HubSpot',
    docs: 'https://developers.hubspot.com/docs/api-reference/error-handling',
    url: '/api.hubapi.com/events/v3/send/batch',
    body: { inputs: ids.map((uuid) => ({ uuid })) },
    events: 3,
    answers: {
      success: [204, ''],
      partial: hubspotError(400, 'VALIDATION_ERROR', 'Invalid input JSON', {
        errors: [
          { message: 'The property is not part of the event definition.', in: 'inputs[2].properties' },
        ],
      }),
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
    vendor: 'Customer.io',
    docs: 'https://docs.customer.io/integrations/api/track/#operation/batch',
    url: '/track-eu.customer.io/api/v2/batch',
    body: { batch: ids.map((id) => ({ id })) },
    events: 3,
    answers: {
      success: [200, {}],
      partial: [
        207,
        {
          errors: [
            { batch_index: 2, reason: 'invalid', field: 'name', message: 'name is larger than 100 bytes' },
          ],
        },
      ],
      throttle: [429, { meta: { error: 'too many requests' } }, { 'retry-after': '1' }],
      auth: [401, { meta: { error: 'unauthorized' } }],
      invalid: [400, { errors: [{ reason: 'parse_error', message: 'request is not valid JSON' }] }],
    },
  },
  {
    vendor: 'Iterable',
    docs: 'https://api.iterable.com/api/docs#events_trackBulk',
    url: '/api.iterable.com/api/events/trackBulk',
    body: { events: ['u-1', 'u-2', 'u-3'].map((userId) => ({ userId, eventName: 'login' })) },
    events: 3,
    answers: {
      success: tracked(3, 0, []),
      partial: tracked(2, 1, ['u-3']),
      throttle: tooMany,
      auth: badApiKey,
      invalid: badParams,
    },
  },
  {
    vendor: 'Iterable',
    docs: 'https://api.iterable.com/api/docs#commerce_trackPurchase',
    url: '/api.eu.iterable.com/api/commerce/trackPurchase',
    body: { id: 'T-1', user: { userId: 'u-3' }, items: [], total: 1 },
    events: 1,
    answers: {
      success: [200, { msg: '', code: 'Success', params: { id: 'T-1' } }],
      partial: badParams,
      throttle: tooMany,
      auth: badApiKey,
      invalid: badParams,
    },
  },
  {
    vendor: 'Slack',
    docs: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors',
    url: '/hooks.slack.com/services/T0/B0/secret',
    body: { text: 'Order 3' },
    events: 1,
    answers: {
      success: [200, 'ok'],
      partial: [400, 'invalid_payload'],
      throttle: [429, 'rate_limited', { 'retry-after': '1' }],
      auth: [403, 'invalid_token'],
      invalid: [400, 'invalid_payload'],
    },
  },
]
