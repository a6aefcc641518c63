/** Attacks on answers: errors as vendors document or send them, with the detail that is recorded, written by hand. They must keep their meaning. */
import { moreVendorErrors } from './vendor_errors_more.ts'
import { plainVendorErrors } from './vendor_errors_plain.ts'

export interface VendorError {
  target: string
  status: number
  body: string | object
  /** What table `deliveries` has of it. */
  detail: string
}

export const vendorErrors: readonly VendorError[] = [
  // https://developers.facebook.com/docs/graph-api/guides/error-handling
  {
    target: 'meta',
    status: 400,
    body: {
      error: {
        message: 'Invalid parameter',
        type: 'OAuthException',
        code: 100,
        error_subcode: 2804003,
        error_user_title: 'Missing Event Time',
        error_user_msg: 'The event_time parameter is missing for one of your events.',
        fbtrace_id: 'A1b2C3d4E5f6G7h8I9j0K',
      },
    },
    detail:
      'Invalid parameter (100/2804003) Missing Event Time The event_time parameter is missing for one of your events.',
  },
  {
    target: 'meta',
    status: 400,
    body: {
      error: {
        message:
          'Error validating access token: Session has expired on Saturday, 14-Mar-26 02:00:00 PDT. The current time is Saturday, 14-Mar-26 02:30:00 PDT.',
        code: 190,
        error_subcode: 463,
      },
    },
    detail:
      'Error validating access token: Session has expired on Saturday, 14-Mar-26 02:00:00 PDT. The current time is Saturday, 14-Mar-26 02:30:00 PDT. (190/463)',
  },
  {
    target: 'meta',
    status: 403,
    body: { error: { message: '(#200) Requires ads_management permission to manage the object', code: 200 } },
    detail: '(#200) Requires ads_management permission to manage the object (200)',
  },
  {
    target: 'meta',
    status: 400,
    body: { error: { message: 'Invalid email: zebedee.quillfeather@canary.example', code: 100 } },
    detail: 'Invalid email: … (100)',
  },
  // https://business-api.tiktok.com/portal/docs?id=1740029171730433
  {
    target: 'tiktok',
    status: 200,
    body: {
      code: 40105,
      message: 'Access token is incorrect or has been revoked.',
      request_id: '202603140934',
    },
    detail: 'Access token is incorrect or has been revoked. (40105)',
  },
  {
    target: 'tiktok',
    status: 200,
    body: { code: 40002, message: 'data.0.properties.value: Not a valid number.' },
    detail: 'data.0.properties.value: Not a valid number. (40002)',
  },
  {
    target: 'tiktok',
    status: 200,
    body: { code: 40100, message: 'Too many requests. Please retry in some time.' },
    detail: 'Too many requests. Please retry in some time. (40100)',
  },
  // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling
  {
    target: 'linkedin',
    status: 401,
    body: {
      serviceErrorCode: 65601,
      code: 'REVOKED_ACCESS_TOKEN',
      message: 'The token used in the request has been revoked by the user',
      status: 401,
    },
    detail: 'REVOKED_ACCESS_TOKEN: The token used in the request has been revoked by the user',
  },
  {
    target: 'linkedin',
    status: 403,
    body: {
      code: 'ACCESS_DENIED',
      message: 'Not enough permissions to access: conversionEvents.CREATE',
      status: 403,
    },
    detail: 'ACCESS_DENIED: Not enough permissions to access: conversionEvents.CREATE',
  },
  // https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling
  {
    target: 'klaviyo',
    status: 400,
    body: {
      errors: [
        {
          id: 'b5c43b7c-6f7c-4ea3-9f0b-6a3c1a1d2f10',
          status: 400,
          code: 'invalid',
          title: 'Invalid input.',
          detail: "The 'value_currency' value must be an ISO 4217 code.",
          source: { pointer: '/data/attributes/value_currency' },
        },
      ],
    },
    detail: "/data/attributes/value_currency The 'value_currency' value must be an ISO 4217 code.",
  },
  {
    target: 'klaviyo',
    status: 401,
    body: {
      errors: [
        {
          code: 'not_authenticated',
          detail: 'Incorrect authentication credentials.',
          source: { pointer: '/data/' },
        },
      ],
    },
    detail: '/data/ Incorrect authentication credentials.',
  },
  {
    target: 'klaviyo',
    status: 429,
    body: {
      errors: [{ code: 'throttled', detail: 'Request was throttled. Expected available in 1 second.' }],
    },
    detail: 'Request was throttled. Expected available in 1 second.',
  },
  {
    target: 'klaviyo',
    status: 400,
    body: { errors: [{ detail: 'Invalid phone number format (Example of a valid format: +12345678901)' }] },
    detail: 'Invalid phone number format (… of a valid format: +…)',
  },
  // https://developers.hubspot.com/docs/api-reference/error-handling
  {
    target: 'hubspot',
    status: 400,
    body: {
      status: 'error',
      message: 'Property "amount" does not exist',
      correlationId: 'aeb5f871-7f07-4993-9211-075dc63e7cbf',
      category: 'VALIDATION_ERROR',
    },
    detail:
      '{"status":"error","message":"Property "amount" does not exist","correlationId":"aeb5f871-7f07-4993-9211-075dc63e7cbf","category":"VALIDATION_ERROR"}',
  },
  {
    target: 'hubspot',
    status: 403,
    body: {
      message:
        "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    },
    detail:
      "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
  },
  {
    target: 'hubspot',
    status: 429,
    body: { message: 'You have reached your daily limit.', policyName: 'DAILY' },
    detail: 'You have reached your daily limit.',
  },
  {
    target: 'hubspot',
    status: 409,
    body: { message: 'Contact already exists. Existing ID: 12345678901', category: 'CONFLICT' },
    detail: '{"message":"Contact already exists. Existing ID: …","category":"CONFLICT"}',
  },
  // https://www.braze.com/docs/api/errors
  {
    target: 'braze',
    status: 400,
    body: { message: "The 'events' object at index 0 is missing a user identifier" },
    detail: '{"message":"The \'events\' object at index 0 is missing a user identifier"}',
  },
  {
    target: 'braze',
    status: 401,
    body: { message: 'Invalid API key' },
    detail: '{"message":"Invalid API key"}',
  },
  {
    target: 'braze',
    status: 201,
    body: { message: 'success', errors: [{ type: "'name' is missing", input_array: 'events', index: 0 }] },
    detail: "'name' is missing",
  },
  {
    target: 'braze',
    status: 429,
    body: { message: 'The max number of requests per hour has been exceeded' },
    detail: 'The max number of requests per hour has been exceeded',
  },
  {
    target: 'braze',
    status: 400,
    body: { message: 'User usr-Zebedee-77120 is blocked' },
    detail: '{"message":"User … is blocked"}',
  },
  ...moreVendorErrors,
  ...plainVendorErrors,
]
