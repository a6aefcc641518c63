/** Cases of target `klaviyo`. Its requests are valid by Klaviyo's OpenAPI document of revision 2026-07-15 (github.com/klaviyo/openapi, commit
 * f0a30ba of 2026-07-23). */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { TargetCases } from './case.ts'
import { api_key, docs, now, sent } from './klaviyo_bodies.ts'
import { commerceExamples } from './klaviyo_commerce.ts'
import { flowExamples } from './klaviyo_flows.ts'
import { profileExamples } from './klaviyo_profiles.ts'

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
  full: { api_key, backfill_after_hours: 48, ordered_products: true },
  invalid: {
    api_key: { api_key: '' },
    backfill_after_hours: { api_key, backfill_after_hours: 0 },
    ordered_products: { api_key, ordered_products: 'yes' },
    surprise: { api_key, surprise: 1 },
  },
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
          page_url: 'https://shop.example/checkout/thanks',
          page_title: 'Thanks',
          page_referrer: 'https://shop.example/checkout',
          utm_source: 'newsletter',
          utm_campaign: 'spring_launch',
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
            unique_id: 'T-10042',
            value: 9.99,
            value_currency: 'USD',
            properties: {
              transaction_id: 'T-10042',
              value: 9.99,
              currency: 'USD',
              coupon: 'SPRING10',
              items: [{ item_id: 'SKU-1842', price: 9.99, quantity: 1 }],
              OrderId: 'T-10042',
              DiscountCode: 'SPRING10',
              Items: [
                {
                  ProductID: 'SKU-1842',
                  SKU: 'SKU-1842',
                  Quantity: 1,
                  ItemPrice: 9.99,
                  RowTotal: 9.99,
                },
              ],
              page_url: 'https://shop.example/checkout/thanks',
              page_title: 'Thanks',
              page_referrer: 'https://shop.example/checkout',
              utm_source: 'newsletter',
              utm_campaign: 'spring_launch',
            },
          },
        ),
      ],
    },
    ...commerceExamples,
    ...flowExamples,
    ...profileExamples,
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
      title: 'a job with an invalid event, which names it',
      answer: failed(
        400,
        'invalid',
        'Invalid email',
        '/data/attributes/events-bulk-create/data/1/attributes/email',
      ),
      events: [
        { unique_id: 'e-1' },
        { unique_id: 'e-1' },
        { unique_id: 'e-2' },
        { unique_id: 'e-2' },
        { unique_id: 'e-3' },
      ],
      outcomes: [
        'resend',
        'resend',
        ...[2, 3].map(() =>
          refused('rejected', {
            http_status: 400,
            detail: '/data/attributes/events-bulk-create/data/1/attributes/email Invalid email',
          }),
        ),
        'resend',
      ],
    },
    {
      title: 'a job that is invalid as a whole',
      answer: failed(400, 'invalid', 'A unique_id is repeated.', '/data/'),
      events: 2,
      outcomes: [1, 2].map(() =>
        refused('rejected', { http_status: 400, detail: '/data/ A unique_id is repeated.' }),
      ),
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
    partial: 'without',
    waitSeconds: 1,
  },
}
