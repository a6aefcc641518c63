/** Cases of target `customerio`. Its requests are valid by Customer.io's OpenAPI document of the Track API (copy of 2026-08-22), but for anonymous
 * people, whom that does not describe. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { customerioProfiles } from './customerio_profiles.ts'

const docs = 'https://docs.customer.io/integrations/api/track/#operation/batch'
const settings = { site_id: 'site', api_key: 'key' }
const now = '2026-03-14T10:00:00Z'

function sent(batch: readonly object[], host = 'track.customer.io'): SentRequest {
  return {
    method: 'POST',
    url: `https://${host}/api/v2/batch`,
    headers: { authorization: 'Basic c2l0ZTprZXk=', 'content-type': 'application/json' },
    body: { batch },
  }
}

export const customerio: TargetCases = {
  minimal: settings,
  full: { ...settings, region: 'eu', merge_anonymous: true },
  invalid: {
    'site_id with a colon': { ...settings, site_id: 'a:b' },
    api_key: { ...settings, api_key: '' },
    'region unknown': { ...settings, region: 'mars' },
    'merge_anonymous as text': { ...settings, merge_anonymous: 'yes' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      // The ULID: 48 bits of the event's time in ms, then the first 80 bits of the id's SHA-256, in Crockford's base 32.
      title: 'a purchase with all fields',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '0428621c-5e17-5407-84ce-a64d1439ade8',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          anonymous_id: 'anon-7f3a91',
          email: 'ada@example.com',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          tax: 9.55,
          shipping: 4.9,
          coupon: 'SPRING10',
          page_url: 'https://shop.example/checkout/thanks',
          utm_campaign: 'spring_launch',
          items: [{ item_id: 'SKU-1842', price: 29.9, quantity: 2 }],
        },
      ],
      sends: [
        sent([
          {
            type: 'person',
            action: 'event',
            identifiers: { id: 'u-1815' },
            name: 'purchase',
            id: '01KKNV57XGTAT2RGVG35DRM2WH',
            timestamp: 1773480878,
            attributes: {
              transaction_id: 'T-10042',
              value: 64.7,
              currency: 'EUR',
              tax: 9.55,
              shipping: 4.9,
              coupon: 'SPRING10',
              items: [{ item_id: 'SKU-1842', price: 29.9, quantity: 2 }],
              page_url: 'https://shop.example/checkout/thanks',
              utm_campaign: 'spring_launch',
            },
          },
        ]),
      ],
    },
    {
      title: 'two events in one request: a person by email, a page of an anonymous person',
      docs,
      settings: { ...settings, region: 'eu' },
      now,
      events: [
        {
          event_name: 'contact',
          email: ' Ada@Example.com',
          anonymous_id: 'a-1',
          method: 'chat',
          urgent: true,
        },
        {
          event_name: 'page_view',
          anonymous_id: 'a-1',
          page_url: 'https://shop.example/',
          page_title: 'Shop',
          page_referrer: 'https://search.example/',
          utm_source: 'newsletter',
        },
      ],
      sends: [
        sent(
          [
            {
              type: 'person',
              action: 'event',
              identifiers: { email: 'ada@example.com' },
              name: 'contact',
              id: '01KKNWKP80Q57N4CCPNAPDHFDS',
              timestamp: 1773482400,
              attributes: { method: 'chat', urgent: true },
            },
            {
              type: 'person',
              action: 'page',
              identifiers: { anonymous_id: 'a-1' },
              name: 'https://shop.example/',
              id: '01KKNWKP80EREJ62G6WSWEY38R',
              timestamp: 1773482400,
              attributes: {
                url: 'https://shop.example/',
                title: 'Shop',
                referrer: 'https://search.example/',
                utm_source: 'newsletter',
              },
            },
          ],
          'track-eu.customer.io',
        ),
      ],
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'login', ip: '203.0.113.7' }],
      sends: skipped('no_identifier'),
    },
    {
      title: 'an attribute of any length and of any type, for a person by phone',
      docs: 'https://docs.customer.io/integrations/api/track/#section/Limits',
      settings,
      linkage: { login: { 'identifiers.id': null, 'identifiers.phone': 'phone' } },
      now,
      events: [
        {
          event_name: 'login',
          user_id: 'u-1',
          phone: '+44 20 7123 4567',
          note: 'x'.repeat(1001),
          none: { a: null },
        },
      ],
      sends: [
        sent([
          {
            type: 'person',
            action: 'identify',
            identifiers: { phone: '+442071234567' },
            attributes: { phone: '+442071234567' },
          },
          {
            type: 'person',
            action: 'event',
            identifiers: { phone: '+442071234567' },
            name: 'login',
            id: '01KKNWKP80Q57N4CCPNAPDHFDS',
            timestamp: 1773482400,
            attributes: { note: 'x'.repeat(1001), none: { a: null } },
          },
        ]),
      ],
    },
    ...customerioProfiles,
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, {}),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid event, while the other is accepted',
      answer: answered(207, {
        errors: [
          { batch_index: 1, reason: 'invalid', field: 'name', message: 'name is larger than 100 bytes' },
        ],
      }),
      events: 2,
      outcomes: [
        delivered({ http_status: 207 }),
        refused('rejected', { http_status: 207, detail: 'name name is larger than 100 bytes' }),
      ],
    },
    {
      title: 'an invalid profile, whose event is accepted, and an invalid event, whose profile is accepted',
      answer: answered(207, {
        errors: [
          { batch_index: 1, reason: 'invalid', field: 'attributes', message: 'timezone is not known' },
          { batch_index: 4, reason: 'invalid', field: 'name', message: 'name is larger than 100 bytes' },
        ],
      }),
      // Items: event, profile, event, profile, event.
      events: [{}, { person: { first_name: 'Ada' } }, { person: { first_name: 'Grace' } }],
      outcomes: [
        delivered({ http_status: 207 }),
        delivered({ http_status: 207, detail: 'profile: attributes timezone is not known' }),
        refused('rejected', { http_status: 207, detail: 'name name is larger than 100 bytes' }),
      ],
    },
    {
      title: 'a visitor who is somebody else already, whose profile and event are accepted',
      answer: answered(207, {
        errors: [
          { batch_index: 1, reason: 'invalid', field: 'attributes', message: 'anonymous_id is taken' },
        ],
      }),
      // Items: profile, merge, event, event.
      events: [{ person: { first_name: 'Ada' }, merge: { anonymous_id: 'a-1' } }, {}],
      outcomes: [
        delivered({ http_status: 207, detail: 'profile: merge: attributes anonymous_id is taken' }),
        delivered({ http_status: 207 }),
      ],
    },
    {
      title: 'an unreadable request',
      answer: answered(400, { errors: [{ reason: 'parse_error', message: 'request is not valid JSON' }] }),
      events: 1,
      outcomes: [
        refused('rejected', {
          http_status: 400,
          detail: '{"errors":[{"reason":"parse_error","message":"request is not valid JSON"}]}',
        }),
      ],
    },
    ...commonAnswers,
  ],
  recorder: {
    // Converted to ULIDs, which end in …DS, …8R and …HF.
    event: (n) => ({ id: ['e-1', 'e-2', 'e-5'][n - 1], timestamp: 1_773_480_000 }),
    partial: 'each',
    waitSeconds: 1,
  },
}
