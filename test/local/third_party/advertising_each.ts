/** Third-party recorder: cases of advertising vendors that process each event of a request separately. */
import { ids, type VendorCase } from './vendor_case.ts'

const processed = { status: 'processed', error_message: null, warning_message: null }

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

export const advertisingEach: readonly VendorCase[] = [
  {
    vendor: 'Pinterest',
    docs: 'https://github.com/pinterest/api-description',
    url: '/api.pinterest.com/v5/ad_accounts/549755885175/events',
    body: { data: ids.map((event_id) => ({ event_id })) },
    events: 3,
    answers: {
      success: [
        200,
        { num_events_received: 3, num_events_processed: 3, events: [processed, processed, processed] },
      ],
      partial: [
        422,
        {
          code: 4251,
          message: 'Not all events were successfully processed.',
          details: {
            num_events_received: 3,
            num_events_processed: 2,
            events: [
              processed,
              processed,
              { status: 'failed', error_message: "'event_time' is too old.", warning_message: null },
            ],
          },
        },
      ],
      throttle: [
        429,
        { code: 8, message: 'You have exceeded your rate limit. Try again later.' },
        { 'retry-after': '30' },
      ],
      auth: [401, { code: 2, message: 'Authentication failed.' }],
      invalid: [400, { code: 1, message: 'Invalid request: the field data is missing.' }],
    },
  },
  {
    vendor: 'Reddit',
    docs: 'https://ads-api.reddit.com/docs/v3/',
    url: '/ads-api.reddit.com/api/v3/pixels/t2_1/conversion_events',
    body: { data: { events: ids.map((conversion_id) => ({ metadata: { conversion_id } })) } },
    events: 3,
    answers: {
      success: [200, { data: { message: 'Successfully processed 3 conversion events.' } }],
      partial: [
        200,
        {
          data: {
            message: 'Successfully processed 2 conversion events.',
            invalid_events: [
              { error_message: 'event_at is too old', event: { metadata: { conversion_id: 'e-3' } } },
            ],
          },
        },
      ],
      throttle: [429, { error: { code: 429, message: 'Too Many Requests' } }, { 'retry-after': '30' }],
      auth: [401, { error: { code: 401, message: 'Unauthorized' } }],
      invalid: [400, { error: { code: 400, message: 'missing action_source' } }],
    },
  },
  {
    vendor: 'Microsoft Advertising',
    docs: 'https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration',
    url: '/capi.uet.microsoft.com/v1/97012345/events',
    body: {
      data: ids.map((eventId) => ({ eventId, eventTime: 1700000000 })),
      continueOnValidationError: true,
    },
    events: 3,
    answers: {
      success: [200, { eventsReceived: 3, error: null, traceId }],
      partial: [
        200,
        {
          eventsReceived: 2,
          error: {
            code: 'ValidationError',
            message: 'One or more events are invalid.',
            details: [
              {
                index: 2,
                propertyName: 'eventTime',
                attemptedValue: 1700000000,
                errorMessage: 'The event is older than 7 days.',
              },
            ],
          },
          traceId,
        },
      ],
      throttle: [
        429,
        {
          eventsReceived: 0,
          error: { code: 'TooManyRequests', message: 'The request rate is too high.', details: [] },
          traceId,
        },
        { 'retry-after': '30' },
      ],
      auth: [
        401,
        {
          eventsReceived: 0,
          error: {
            code: 'Unauthorized',
            message: 'The access token is invalid or has expired.',
            details: [],
          },
          traceId,
        },
      ],
      invalid: [
        400,
        {
          eventsReceived: 0,
          error: { code: 'InvalidRequest', message: 'The field data is required.', details: [] },
          traceId,
        },
      ],
    },
  },
]
