/** Third-party recorder: cases of advertising vendors that refuse a whole request for one invalid event. */
import { ids, type Expected, type VendorCase } from './vendor_case.ts'

function graphError(code: number, message: string, more: object, headers: Expected[2] = {}): Expected {
  return [
    400,
    { error: { message, type: 'OAuthException', code, ...more, fbtrace_id: 'AhbVzX9y2zqLocalStandIn' } },
    headers,
  ]
}

function tiktokSaid(code: number, message: string): Expected {
  return [200, { code, message, request_id: '202611210001010101010101', data: {} }]
}

function xFailed(status: number, code: string, message: string): Expected {
  return [status, { errors: [{ code, message }], request: { params: {} } }]
}

export const advertisingWhole: readonly VendorCase[] = [
  {
    vendor: 'Meta',
    docs: 'https://developers.facebook.com/docs/graph-api/guides/error-handling',
    url: '/graph.facebook.com/v25.0/123/events',
    body: { data: ids.map((event_id) => ({ event_id })) },
    events: 3,
    answers: {
      success: [200, { events_received: 3, messages: [], fbtrace_id: 'AhbVzX9y2zqLocalStandIn' }],
      partial: graphError(100, 'Invalid parameter', {
        error_subcode: 2804003,
        is_transient: false,
        error_user_title: 'Event Timestamp Too Old',
        error_user_msg: 'The timestamp for this event is too far in the past.',
      }),
      throttle: graphError(
        80004,
        'There have been too many calls to this ad-account. Wait a bit and try again.',
        { error_subcode: 2446079 },
        {
          'x-business-use-case-usage':
            '{"1234567890":[{"type":"ads_management","call_count":100,"total_cputime":25,"total_time":25,"estimated_time_to_regain_access":1}]}',
        },
      ),
      auth: graphError(190, 'Error validating access token: Session has expired.', { error_subcode: 463 }),
      invalid: graphError(100, 'Invalid parameter', {
        error_subcode: 2804050,
        is_transient: false,
        error_user_title: "You Haven't Added Sufficient Customer Information Parameter Data For This Event",
        error_user_msg: 'This event does not have enough customer information to be matched.',
      }),
    },
    down: {
      error: {
        message: 'Service temporarily unavailable',
        type: 'OAuthException',
        code: 2,
        is_transient: true,
        fbtrace_id: 'AhbVzX9y2zqLocalStandIn',
      },
    },
  },
  {
    vendor: 'TikTok',
    docs: 'https://business-api.tiktok.com/portal/docs?id=1737172488964097',
    url: '/business-api.tiktok.com/open_api/v1.3/event/track/',
    body: { event_source: 'web', event_source_id: 'C4A1', data: ids.map((event_id) => ({ event_id })) },
    events: 3,
    answers: {
      success: tiktokSaid(0, 'OK'),
      partial: tiktokSaid(40002, 'data.2.event_time: Invalid timestamp.'),
      throttle: tiktokSaid(40100, 'Too many requests. Please retry in some time.'),
      auth: tiktokSaid(40105, 'Access token is incorrect or has been revoked.'),
      invalid: tiktokSaid(40002, 'data: Missing data for required field.'),
    },
  },
  {
    vendor: 'Snapchat',
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/VerifySetUp',
    url: '/tr.snapchat.com/v3/abc/events?access_token=t',
    body: { data: ids.map((event_id) => ({ event_id })) },
    events: 3,
    answers: {
      success: [200, { status: 'VALID', reason: 'Events have been processed successfully.' }],
      partial: [400, { status: 'INVALID', reason: 'Timestamp invalid or out of range' }],
      throttle: [429, { status: 'ERROR', reason: 'Too many requests' }, { 'retry-after': '30' }],
      auth: [401, { status: 'ERROR', reason: 'Invalid access token' }],
      invalid: [400, { status: 'INVALID', reason: 'Missing price and/or currency in Purchase events' }],
    },
  },
  {
    vendor: 'LinkedIn',
    docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
    url: '/api.linkedin.com/rest/conversionEvents',
    headers: { 'x-restli-method': 'BATCH_CREATE' },
    body: { elements: ids.map((eventId) => ({ eventId })) },
    events: 3,
    answers: {
      success: [200, { elements: [{ status: 201 }, { status: 201 }, { status: 201 }] }],
      partial: [
        422,
        {
          message:
            'Index: 2, ERROR :: /conversionHappenedAt :: the conversion must not be older than 90 days\n',
          status: 422,
        },
      ],
      throttle: [
        429,
        {
          message: 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
          serviceErrorCode: 101,
          code: 'TOO_MANY_REQUESTS',
          status: 429,
        },
      ],
      auth: [
        401,
        {
          message: 'The token used in the request has expired',
          serviceErrorCode: 65602,
          code: 'EXPIRED_ACCESS_TOKEN',
          status: 401,
        },
      ],
      invalid: [400, { message: 'Request is not valid', code: 'ILLEGAL_ARGUMENT', status: 400 }],
    },
  },
  {
    vendor: 'X',
    docs: 'https://docs.x.com/x-ads-api/measurement/web-conversions',
    url: '/ads-api.x.com/12/measurement/conversions/o8z6j',
    body: { conversions: ids.map((conversion_id) => ({ conversion_id })) },
    events: 3,
    answers: {
      success: [
        200,
        {
          request: { params: {} },
          data: { conversions_processed: 3, debug_id: 'ff253d3a-0a4f-4c2b-b5d9-10a1c1fb5b73' },
        },
      ],
      partial: xFailed(400, 'INVALID_PARAMETER', 'Hashed_email is not a valid SHA-256 hash'),
      throttle: xFailed(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
      auth: xFailed(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated'),
      invalid: xFailed(400, 'INVALID_PARAMETER', 'At least one user identifier must be provided'),
    },
  },
]
