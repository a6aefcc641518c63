/** Attacks on answers: the errors of further vendors, with the detail that is recorded, written by hand. */
import type { VendorError } from './vendor_errors.ts'

export const moreVendorErrors: readonly VendorError[] = [
  // https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events
  {
    target: 'ga4',
    status: 200,
    body: {
      validationMessages: [
        {
          fieldPath: 'events.params',
          description: 'Item param [price] has unsupported value. Value must be a number.',
          validationCode: 'VALUE_INVALID',
        },
      ],
    },
    detail: 'events.params Item param [price] has unsupported value. Value must be a number.',
  },
  {
    target: 'ga4',
    status: 200,
    body: {
      validationMessages: [
        {
          description:
            'Event at index: [0] has invalid name [my-event]. Names must start with an alphabetic character.',
        },
      ],
    },
    detail: 'Event at index: [0] has invalid name [my-event]. Names must start with an alphabetic character.',
  },
  // https://developers.google.com/data-manager/api/devguides/concepts/errors
  {
    target: 'google_data_manager',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'There was a problem with the request.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            fieldViolations: [
              {
                field: 'events[0].event_timestamp',
                description: 'Event timestamp is in the future.',
                reason: 'INVALID_TIMESTAMP',
              },
              {
                field: 'events[1].event_timestamp',
                description: 'Event timestamp is in the future.',
                reason: 'INVALID_TIMESTAMP',
              },
            ],
          },
        ],
      },
    },
    detail: 'events[0].event_timestamp Event timestamp is in the future.',
  },
  {
    target: 'google_data_manager',
    status: 403,
    body: {
      error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' },
    },
    detail: 'The caller does not have permission',
  },
  // https://docs.customer.io/integrations/api/track/#operation/batch
  {
    target: 'customerio',
    status: 207,
    body: {
      errors: [{ batch_index: 0, reason: 'required', field: 'type', message: 'Missing required field.' }],
    },
    detail: 'type Missing required field.',
  },
  {
    target: 'customerio',
    status: 401,
    body: { meta: { error: 'Unauthorized request' } },
    detail: '{"meta":{"error":"Unauthorized request"}}',
  },
  // https://api.iterable.com/api/docs
  {
    target: 'iterable',
    status: 400,
    body: { msg: 'Invalid currency code', code: 'BadParams', params: null },
    detail: '{"msg":"Invalid currency code","code":"BadParams","params":null}',
  },
  {
    target: 'iterable',
    status: 401,
    body: {
      msg: 'Invalid API key',
      code: 'BadApiKey',
      params: { ip: '203.0.113.9', endpoint: '/api/events/trackBulk' },
    },
    detail:
      '{"msg":"Invalid API key","code":"BadApiKey","params":{"ip":"…","endpoint":"/api/events/trackBulk"}}',
  },
  {
    target: 'iterable',
    status: 429,
    body: { msg: 'Too many requests', code: 'RateLimitReached' },
    detail: '{"msg":"Too many requests","code":"RateLimitReached"}',
  },
  // https://amplitude.com/docs/apis/analytics/http-v2
  {
    target: 'amplitude',
    status: 400,
    body: { code: 400, error: 'Request missing required field', missing_field: 'api_key' },
    detail: '{"code":400,"error":"Request missing required field","missing_field":"api_key"}',
  },
  {
    target: 'amplitude',
    status: 413,
    body: { code: 413, error: 'Payload too large' },
    detail: '{"code":413,"error":"Payload too large"}',
  },
  {
    target: 'amplitude',
    status: 429,
    body: { code: 429, error: 'Too many requests for some devices and users', eps_threshold: 30 },
    detail: 'Too many requests for some devices and users',
  },
  // https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration
  {
    target: 'microsoft',
    status: 401,
    body: {
      error: {
        code: 'AuthenticationTokenExpired',
        message: 'Authentication token expired. Please renew it.',
      },
    },
    detail: 'AuthenticationTokenExpired: Authentication token expired. Please renew it.',
  },
  {
    target: 'microsoft',
    status: 400,
    body: {
      eventsReceived: 1,
      error: {
        details: [
          { index: 0, propertyName: 'eventTime', errorMessage: 'Event time must be within the last 7 days.' },
        ],
      },
    },
    detail: 'eventTime: Event time must be within the last 7 days.',
  },
  // https://developers.pinterest.com/docs/api/v5/events-create
  {
    target: 'pinterest',
    status: 422,
    body: {
      message: 'All events in the request failed.',
      details: {
        events: [{ status: 'failed', error_message: 'Invalid currency, it must follow ISO 4217.' }],
      },
    },
    detail: 'Invalid currency, it must follow ISO 4217.',
  },
  {
    target: 'pinterest',
    status: 401,
    body: { code: 2, message: 'Authentication failed.' },
    detail: 'Authentication failed.',
  },
  // https://ads-api.reddit.com/docs/v3
  {
    target: 'reddit',
    status: 400,
    body: { error: { code: 400, message: 'invalid event_type: unknown tracking type' } },
    detail: 'invalid event_type: unknown tracking type',
  },
  {
    target: 'reddit',
    status: 401,
    body: {
      error: {
        reason: 'UNAUTHORIZED',
        message: 'The access token provided is expired, revoked, malformed or invalid',
      },
    },
    detail: 'The access token provided is expired, revoked, malformed or invalid',
  },
  // https://developers.snap.com/api/marketing-api/Conversions-API/UsingTheAPI
  {
    target: 'snapchat',
    status: 400,
    body: { status: 'INVALID', reason: 'Event timestamp is older than 7 days' },
    detail: 'INVALID Event timestamp is older than 7 days',
  },
  {
    target: 'snapchat',
    status: 401,
    body: { status: 'ERROR', reason: 'Unauthorized' },
    detail: 'ERROR Unauthorized',
  },
  // https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses
  {
    target: 'x',
    status: 400,
    body: {
      errors: [{ code: 'INVALID_PARAMETER', message: 'Expected conversion_time to be in ISO 8601 format' }],
    },
    detail: 'INVALID_PARAMETER: Expected conversion_time to be in ISO 8601 format',
  },
  {
    target: 'x',
    status: 401,
    body: {
      errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated' }],
    },
    detail: 'UNAUTHORIZED_ACCESS: This request is not properly authenticated',
  },
]
