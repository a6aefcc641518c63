/** Attacks on answers: errors that are recorded as the body, with the detail that is recorded, written by hand. */
import type { VendorError } from './vendor_errors.ts'

export const plainVendorErrors: readonly VendorError[] = [
  // https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/#errors
  {
    target: 'segment',
    status: 400,
    body: { success: false, message: 'malformed JSON' },
    detail: '{"success":false,"message":"malformed JSON"}',
  },
  { target: 'segment', status: 401, body: 'invalid write key', detail: 'invalid write key' },
  // https://developer.mixpanel.com/reference/import-events
  {
    target: 'mixpanel',
    status: 400,
    body: {
      code: 400,
      error: 'some data points in the request failed validation',
      failed_records: [
        {
          index: 0,
          insert_id: '13c0b661-f48b-51cd-ba54-97c5999169c0',
          field: 'properties.time',
          message: "'properties.time' is invalid: must be specified as seconds since epoch",
        },
      ],
    },
    detail: "'properties.time' is invalid: must be specified as seconds since epoch",
  },
  {
    target: 'mixpanel',
    status: 401,
    body: { code: 401, error: 'Invalid credentials', status: 'Unauthorized' },
    detail: '{"code":401,"error":"Invalid credentials","status":"Unauthorized"}',
  },
  {
    target: 'mixpanel',
    status: 413,
    body: { code: 413, error: 'Request exceeds max limit of 10MB' },
    detail: '{"code":413,"error":"Request exceeds max limit of 10MB"}',
  },
  {
    target: 'mixpanel',
    status: 429,
    body: { error: 'Project exceeded rate limits. Please retry the request with exponential backoff.' },
    detail: '{"error":"Project exceeded rate limits. Please retry the request with exponential backoff."}',
  },
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
  { target: 'slack', status: 400, body: 'invalid_payload', detail: 'invalid_payload' },
  { target: 'slack', status: 404, body: 'channel_not_found', detail: 'channel_not_found' },
  { target: 'slack', status: 403, body: 'action_prohibited', detail: 'action_prohibited' },
  // https://cloud.google.com/pubsub/docs/reference/error-codes
  {
    target: 'pubsub',
    status: 404,
    body: { error: { code: 404, message: 'Resource not found (resource=purchases).', status: 'NOT_FOUND' } },
    detail: 'Resource not found (resource=purchases).',
  },
  {
    target: 'pubsub',
    status: 403,
    body: { error: { message: 'User not authorized to perform this action.' } },
    detail: 'User not authorized to perform this action.',
  },
  {
    target: 'webhook',
    status: 400,
    body: { error: 'Invalid parameter: currency must be ISO 4217' },
    detail: '{"error":"Invalid parameter: currency must be ISO 4217"}',
  },
  {
    target: 'webhook',
    status: 415,
    body: 'Unsupported Media Type: expected application/json',
    detail: 'Unsupported Media Type: expected application/json',
  },
  {
    target: 'webhook',
    status: 502,
    body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx/1.18.0</body></html>',
    detail:
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx/1.18.0</body></html>',
  },
  {
    target: 'webhook',
    status: 422,
    body: "Unknown field 'iban' with value 'NO9386011117947' for zebedee.quillfeather@canary.example",
    detail: "Unknown field 'iban' with value '…' for …",
  },
  {
    target: 'webhook',
    status: 422,
    body: 'event_data.card: 4111-1111-1111-1111 is no valid card number; cvc 737 was not checked',
    detail: 'event_data.card: … is no valid card number; cvc … was not checked',
  },
]
