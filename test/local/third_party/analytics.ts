/** Third-party recorder: cases of analytics vendors and event routers. */
import { ids, type Expected, type VendorCase } from './vendor_case.ts'

function googleError(code: number, status: string, message: string, details: readonly object[]): Expected {
  return [code, { error: { code, message, status, details } }]
}

function info(reason: string, domain: string) {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain,
  }
}

function violated(reason: string, field: string, description: string): Expected {
  return googleError(400, 'INVALID_ARGUMENT', 'There was a problem with the request.', [
    info(reason, 'datamanager.googleapis.com'),
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field, description, reason }],
    },
  ])
}

function lateRecord($insert_id: string, index: number) {
  return {
    index,
    $insert_id,
    field: 'properties.time',
    message: "'properties.time' is invalid: must be specified as seconds since epoch",
  }
}

function invalidRecords(imported: number, failed_records: readonly object[]): Expected {
  return [
    400,
    {
      code: 400,
      error: 'some data points in the request failed validation',
      num_records_imported: imported,
      failed_records,
      status: 'Bad Request',
    },
  ]
}

const ga4Events = { client_id: '1.2', events: ids.map((transaction_id) => ({ params: { transaction_id } })) }

export const analytics: readonly VendorCase[] = [
  {
    vendor: 'Google Analytics 4',
    docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference#response_codes',
    url: '/www.google-analytics.com/mp/collect?measurement_id=G-1&api_secret=s',
    body: ga4Events,
    events: 3,
    answers: {
      success: [204, ''],
      partial: [204, ''],
      throttle: [429, '', { 'retry-after': '30' }],
      auth: [204, ''],
      invalid: [204, ''],
    },
  },
  {
    vendor: 'Google Analytics 4',
    docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events',
    url: '/region1.google-analytics.com/debug/mp/collect?measurement_id=G-1&api_secret=s',
    body: ga4Events,
    events: 3,
    answers: {
      success: [200, { validationMessages: [] }],
      partial: [
        200,
        {
          validationMessages: [
            {
              fieldPath: 'events',
              description:
                'Event at index: [2] has invalid name [_badEventName]. Names must start with an alphabetic character.',
              validationCode: 'NAME_INVALID',
            },
          ],
        },
      ],
      throttle: [429, '', { 'retry-after': '30' }],
      auth: [200, { validationMessages: [] }],
      invalid: [
        200,
        {
          validationMessages: [
            {
              fieldPath: 'client_id',
              description: 'Measurement requires a client_id.',
              validationCode: 'VALUE_REQUIRED',
            },
          ],
        },
      ],
    },
  },
  {
    vendor: 'Google Data Manager',
    docs: 'https://developers.google.com/data-manager/api/devguides/concepts/understand-errors',
    url: '/datamanager.googleapis.com/v1/events:ingest',
    body: { events: ids.map((transactionId) => ({ transactionId })) },
    events: 3,
    answers: {
      success: [200, { requestId: '126365e1-16d0-4c81-9de9-f362711e250a' }],
      partial: violated(
        'INVALID_HEX_ENCODING',
        'events[2].user_data.user_identifiers[0].email_address',
        'Hex encoding is invalid',
      ),
      throttle: googleError(
        429,
        'RESOURCE_EXHAUSTED',
        "Quota exceeded for quota metric 'Ingest requests' and limit 'Ingest requests per minute'.",
        [info('RATE_LIMIT_EXCEEDED', 'googleapis.com')],
      ),
      auth: googleError(
        401,
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
        [info('ACCESS_TOKEN_EXPIRED', 'googleapis.com')],
      ),
      invalid: violated('REQUIRED_FIELD_MISSING', 'destinations', 'Required field is missing'),
    },
    down: {
      error: {
        code: 503,
        message: 'The service is currently unavailable.',
        status: 'UNAVAILABLE',
        details: [],
      },
    },
  },
  {
    vendor: 'Amplitude',
    docs: 'https://amplitude.com/docs/apis/analytics/http-v2#status-codes',
    url: '/api2.amplitude.com/2/httpapi',
    body: { api_key: 'k-1', events: ids.map((insert_id) => ({ insert_id })) },
    events: 3,
    answers: {
      // `server_upload_time` is the time of arrival: the test leaves it out.
      success: [200, { code: 200, events_ingested: 3, payload_size_bytes: 88 }],
      partial: [
        400,
        {
          code: 400,
          error: 'Invalid field values on some events',
          events_with_invalid_fields: { time: [2] },
        },
      ],
      throttle: [
        429,
        {
          code: 429,
          error: 'Too many requests for some devices and users',
          eps_threshold: 30,
          throttled_devices: {},
          throttled_users: {},
          throttled_events: [0, 1, 2],
        },
      ],
      auth: [400, { code: 400, error: 'Invalid API key: k-1' }],
      invalid: [400, { code: 400, error: 'Request missing required field', missing_field: 'events' }],
    },
  },
  {
    vendor: 'Mixpanel',
    docs: 'https://developer.mixpanel.com/reference/import-events',
    url: '/api-eu.mixpanel.com/import?strict=1&project_id=7',
    body: ids.map(($insert_id) => ({ event: 'login', properties: { $insert_id } })),
    events: 3,
    answers: {
      success: [200, { code: 200, num_records_imported: 3, status: 'OK' }],
      partial: invalidRecords(2, [lateRecord('e-3', 2)]),
      throttle: [
        429,
        {
          code: 429,
          error: 'Project exceeded rate limits. Please retry the request with exponential backoff.',
          status: 'Too Many Requests',
        },
      ],
      auth: [401, { code: 401, error: 'Invalid credentials', status: 'Unauthorized' }],
      invalid: invalidRecords(0, ids.map(lateRecord)),
    },
  },
  {
    vendor: 'Mixpanel',
    docs: 'https://docs.mixpanel.com/reference/profile-batch-update',
    url: '/api.mixpanel.com/engage?strict=1&ip=0',
    body: ids.map(($distinct_id) => ({ $token: 't', $distinct_id, $set: { $first_name: 'Ada' } })),
    events: 3,
    answers: {
      success: [200, '1'],
      partial: [
        200,
        {
          error: 'some data points in the request failed validation',
          failed_records: [{ index: 2, message: "'$set' is invalid: must be an object" }],
          status: 'Bad Request',
        },
      ],
      throttle: [
        429,
        {
          code: 429,
          error: 'Project exceeded rate limits. Please retry the request with exponential backoff.',
          status: 'Too Many Requests',
        },
      ],
      auth: [401, { code: 401, error: 'Invalid credentials', status: 'Unauthorized' }],
      invalid: [200, '0'],
    },
  },
  {
    vendor: 'Segment',
    docs: 'https://segment.com/docs/connections/sources/catalog/libraries/server/http-api#errors',
    url: '/api.segment.io/v1/batch',
    body: { batch: ids.map((messageId) => ({ messageId })) },
    events: 3,
    answers: {
      success: [200, { success: true }],
      partial: [200, { success: true }],
      throttle: [
        429,
        { success: false, message: 'rate limit exceeded', code: 'too_many_requests' },
        { 'retry-after': '30' },
      ],
      auth: [401, { success: false, message: 'invalid write key', code: 'unauthorized' }],
      invalid: [400, { success: false, message: 'malformed JSON', code: 'invalid_request' }],
    },
  },
]
