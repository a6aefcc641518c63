/** Cases of target `klaviyo`. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://developers.klaviyo.com/en/reference/create_event'
const api_key = 'pk_1'
const now = '2026-03-14T10:00:00Z'

function sent(name: string, profile: object, others: object): SentRequest {
  return {
    method: 'POST',
    url: 'https://a.klaviyo.com/api/events',
    headers: {
      accept: 'application/vnd.api+json',
      authorization: 'Klaviyo-API-Key pk_1',
      'content-type': 'application/vnd.api+json',
      revision: '2026-07-15',
    },
    body: {
      data: {
        type: 'event',
        attributes: {
          metric: { data: { type: 'metric', attributes: { name } } },
          profile: { data: { type: 'profile', attributes: profile } },
          ...others,
        },
      },
    },
  }
}

/** An error of the API. */
function failed(status: number, code: string, detail: string, pointer: string) {
  return answered(status, {
    errors: [
      {
        id: '3c9ef35d-2a0b-4c53-9e5c-a8a11a1b1d4f',
        status,
        code,
        title: 'Invalid input.',
        detail,
        source: { pointer },
        links: {},
        meta: {},
      },
    ],
  })
}

export const klaviyo: TargetCases = {
  minimal: { api_key },
  full: { api_key },
  invalid: { api_key: { api_key: '' }, surprise: { api_key, surprise: 1 } },
  examples: [
    {
      title: 'a purchase with all fields is Placed Order',
      docs,
      settings: { api_key },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'd47aeda5-1751-4483-a81e-6fcc8ad48711',
          event_time: '2026-03-14T09:34:38Z',
          user_id: '63f64a2b-c6bf-40c7-b81f-bed08162edbe',
          anonymous_id: 'anon-7f3a91',
          email: 'Sarah.Mason@klaviyo-demo.com',
          phone: '+1 500 555 0006',
          kx: 'exampleKx.XyZ123',
          first_name: 'Sarah',
          last_name: 'Mason',
          city: 'Boston',
          region: 'MA',
          postal_code: '02110',
          country: 'us',
          ip: '127.0.0.1',
          locale: 'en-US',
          timezone: 'America/New_York',
          transaction_id: 'T-10042',
          value: 9.99,
          currency: 'USD',
          coupon: 'SPRING10',
          items: [{ item_id: 'SKU-1842', price: 9.99, quantity: 1 }],
        },
      ],
      sends: [
        sent(
          'Placed Order',
          {
            email: 'sarah.mason@klaviyo-demo.com',
            phone_number: '+15005550006',
            external_id: '63f64a2b-c6bf-40c7-b81f-bed08162edbe',
            anonymous_id: 'anon-7f3a91',
            _kx: 'exampleKx.XyZ123',
            first_name: 'Sarah',
            last_name: 'Mason',
            locale: 'en-US',
            location: {
              city: 'Boston',
              region: 'MA',
              zip: '02110',
              country: 'US',
              timezone: 'America/New_York',
              ip: '127.0.0.1',
            },
          },
          {
            time: '2026-03-14T09:34:38.000Z',
            unique_id: 'd47aeda5-1751-4483-a81e-6fcc8ad48711',
            value: 9.99,
            value_currency: 'USD',
            properties: {
              transaction_id: 'T-10042',
              value: 9.99,
              currency: 'USD',
              coupon: 'SPRING10',
              items: [{ item_id: 'SKU-1842', price: 9.99, quantity: 1 }],
            },
          },
        ),
      ],
    },
    {
      title: 'two events are two requests; properties are sent even if empty',
      docs,
      settings: { api_key },
      now,
      events: [
        { event_name: 'page_view', anonymous_id: 'a-1' },
        { event_name: 'contact', email: 'ada@example.com', method: 'chat', urgent: true },
      ],
      sends: [
        sent(
          'Active on Site',
          { anonymous_id: 'a-1' },
          {
            time: '2026-03-14T10:00:00.000Z',
            unique_id: 'e-1',
            properties: {},
          },
        ),
        sent(
          'contact',
          { email: 'ada@example.com' },
          {
            time: '2026-03-14T10:00:00.000Z',
            unique_id: 'e-2',
            properties: { method: 'chat', urgent: true },
          },
        ),
      ],
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings: { api_key },
      now,
      events: [{ event_name: 'login', ip: '203.0.113.7' }],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    { title: 'accepted', answer: answered(202), events: 1, outcomes: [delivered({ http_status: 202 })] },
    {
      title: 'an invalid event',
      answer: failed(
        400,
        'invalid',
        'Invalid phone number format',
        '/data/attributes/profile/data/attributes/phone_number',
      ),
      events: 1,
      outcomes: [
        refused('rejected', {
          http_status: 400,
          detail: '/data/attributes/profile/data/attributes/phone_number Invalid phone number format',
        }),
      ],
    },
    {
      title: 'a key without the scope',
      answer: failed(403, 'permission_denied', 'The API key is missing the scope events:write', '/data/'),
      events: 1,
      outcomes: [
        deferred('auth', {
          http_status: 403,
          detail: '/data/ The API key is missing the scope events:write',
        }),
      ],
    },
    {
      title: 'too many requests',
      answer: {
        ...failed(429, 'throttled', 'Request was throttled. Expected available in 1 second.', '/data/'),
        headers: { 'retry-after': '1' },
      },
      events: 1,
      outcomes: [
        deferred('throttled', {
          http_status: 429,
          detail: '/data/ Request was throttled. Expected available in 1 second.',
        }),
      ],
      retryAfter: 1000,
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ unique_id: `e-${n}` }),
    partial: 'single',
    waitSeconds: 1,
  },
}
