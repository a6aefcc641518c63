/** Cases of target `linkedin`. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { linkedinFaults } from './ad_faults.ts'
import { answered, evidence, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api'
const conversion_rules = { purchase: '104012', lead: '104020' }
const settings = { access_token: 'li-test-token', conversion_rules }
const now = '2023-10-01T00:00:00Z'

function sent(elements: readonly object[], version = '202604'): SentRequest {
  return {
    method: 'POST',
    url: 'https://api.linkedin.com/rest/conversionEvents',
    headers: {
      authorization: 'Bearer li-test-token',
      'content-type': 'application/json',
      'linkedin-version': version,
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'BATCH_CREATE',
    },
    body: { elements },
  }
}

export const linkedin: TargetCases = {
  minimal: settings,
  full: { ...settings, api_version: '202509' },
  invalid: {
    access_token: { ...settings, access_token: '' },
    'conversion_rules that are URNs': {
      ...settings,
      conversion_rules: { purchase: 'urn:lla:llaPartnerConversion:1' },
    },
    'api_version of no month': { ...settings, api_version: '202613' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    ...linkedinFaults,
    {
      title: 'a purchase with all fields, in the format of the documented sample',
      docs: `${docs}#streaming-conversion-events`,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'abc12345',
          event_time: '2023-09-26T14:41:15Z',
          user_id: 'u-1815',
          email: ' Mike@Example.com ',
          li_fat_id: 'df5gf5-gh6t7-ph4j7h-fgf6n1',
          first_name: 'mike',
          last_name: 'smith',
          country: 'us',
          transaction_id: 'T-10042',
          value: 1500,
          currency: 'USD',
        },
      ],
      sends: [
        sent([
          {
            conversion: 'urn:lla:llaPartnerConversion:104012',
            conversionHappenedAt: 1695739275000,
            eventId: 'abc12345',
            conversionValue: { currencyCode: 'USD', amount: '1500' },
            user: {
              userIds: [
                {
                  idType: 'SHA256_EMAIL',
                  idValue: '18b258e9ade091623dd829132e1e9d8b4a7f7d90abea194001c54341c3f27b79',
                },
                { idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue: 'df5gf5-gh6t7-ph4j7h-fgf6n1' },
              ],
              userInfo: { firstName: 'mike', lastName: 'smith', countryCode: 'US' },
              externalIds: ['u-1815'],
            },
          },
        ]),
      ],
    },
    {
      title: 'two events share a request; an incomplete name and a value without currency are omitted',
      docs: `${docs}#adding-multiple-conversion-events-in-a-batch`,
      settings: { ...settings, api_version: '202509' },
      now,
      events: [
        { event_name: 'lead', li_fat_id: 'ufh8h5-gh6t7-ph4j7h-mkl86n1', first_name: 'jason', value: 5 },
        { event_name: 'lead', first_name: 'jason', last_name: 'bourne' },
      ],
      sends: [
        sent(
          [
            {
              conversion: 'urn:lla:llaPartnerConversion:104020',
              conversionHappenedAt: 1696118400000,
              eventId: 'e-1',
              user: {
                userIds: [
                  {
                    idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID',
                    idValue: 'ufh8h5-gh6t7-ph4j7h-mkl86n1',
                  },
                ],
              },
            },
            {
              conversion: 'urn:lla:llaPartnerConversion:104020',
              conversionHappenedAt: 1696118400000,
              eventId: 'e-2',
              user: { userIds: [], userInfo: { firstName: 'jason', lastName: 'bourne' } },
            },
          ],
          '202509',
        ),
      ],
    },
    {
      title: 'skips a conversion older than 90 days',
      docs,
      settings,
      now,
      events: [{ event_name: 'lead', email: 'mike@example.com', event_time: '2023-07-02T23:59:59Z' }],
      sends: skipped('event_too_old'),
    },
    {
      title: 'skips an event type without a conversion rule',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', email: 'mike@example.com' }],
      sends: skipped('event_not_mapped'),
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'lead', anonymous_id: 'anon-1', ip: '203.0.113.7', user_agent: 'x' }],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { elements: [{ status: 201 }, { status: 201 }] }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'elements of which one is refused',
      answer: answered(200, {
        elements: [{ status: 201 }, { status: 403, error: { message: 'No access to the conversion' } }],
      }),
      events: 2,
      outcomes: [
        delivered({ http_status: 200 }),
        refused('rejected', evidence(200, 'No access to the conversion')),
      ],
    },
    {
      title: 'elements with temporary errors',
      answer: answered(200, {
        elements: [
          { status: 201 },
          { status: 429, error: { message: 'Too many requests' } },
          { status: 500 },
          { status: 423 },
          { status: 422, error: { message: 'Invalid email' } },
        ],
      }),
      events: 5,
      outcomes: [
        delivered({ http_status: 200 }),
        deferred('throttled', evidence(429, 'Too many requests')),
        deferred('unavailable', evidence(500, '500')),
        deferred('unavailable', evidence(423, '423')),
        refused('rejected', evidence(200, 'Invalid email')),
      ],
    },
    {
      title: 'a batch of three that is refused because of its second event: the others are sent again',
      answer: answered(422, {
        message:
          'Index: 1, ERROR :: /conversionHappenedAt :: the conversion must not be older than 90 days\n',
        status: 422,
      }),
      events: 3,
      outcomes: [
        'resend',
        refused(
          'rejected',
          evidence(422, 'ERROR :: /conversionHappenedAt :: the conversion must not be older than 90 days'),
        ),
        'resend',
      ],
    },
    {
      title: 'an invalid request that names no event',
      answer: answered(400, { message: 'Request is not valid', code: 'ILLEGAL_ARGUMENT', status: 400 }),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'ILLEGAL_ARGUMENT: Request is not valid'))],
    },
    {
      title: 'a token that was revoked',
      answer: answered(401, {
        message: 'The token used in the request has been revoked by the user',
        serviceErrorCode: 65601,
        code: 'REVOKED_ACCESS_TOKEN',
        status: 401,
      }),
      events: 1,
      outcomes: [
        deferred(
          'auth',
          evidence(401, 'REVOKED_ACCESS_TOKEN: The token used in the request has been revoked by the user'),
        ),
      ],
    },
    {
      title: 'an API version that LinkedIn no longer supports: held until it is updated',
      answer: answered(426, {
        message: 'Requested version 20230401 is not active',
        code: 'NONEXISTENT_VERSION',
      }),
      events: 1,
      outcomes: [
        deferred('auth', evidence(426, 'NONEXISTENT_VERSION: Requested version 20230401 is not active')),
      ],
    },
    {
      title: 'a temporarily locked account',
      answer: answered(423, { message: 'Resource is locked' }),
      events: 1,
      outcomes: [deferred('unavailable', evidence(423, 'Resource is locked'))],
    },
  ],
  recorder: {
    event: (n) => ({ eventId: `e-${n}`, user: { userIds: { SHA256_EMAIL: 'ab' } } }),
    partial: 'without',
  },
}
