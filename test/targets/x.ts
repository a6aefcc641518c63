/** Cases of target `x`. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { xFaults } from './ad_faults.ts'
import { answered, evidence, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://docs.x.com/x-ads-api/measurement/web-conversions'
const event_ids = { purchase: 'tw-o8z6j-o8z21', lead: 'tw-o8z6j-o8z22' }
const settings = { pixel_id: 'o8z6j', access_token: 'x-test-token', event_ids }
const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const twclid = '23opevjt88psuo13lu8d020qkn'
const alice = 'ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976'

function sent(conversions: readonly object[]): SentRequest {
  return {
    method: 'POST',
    url: 'https://ads-api.x.com/12/measurement/conversions/o8z6j',
    headers: { 'x-pixel-token': 'x-test-token', 'content-type': 'application/json' },
    body: { conversions },
  }
}

/** An error response. https://docs.x.com/x-ads-api/measurement/web-conversions */
function failed(status: number, message: string, headers = {}) {
  return answered(status, { errors: [{ code: 'INVALID', message }], request: { params: {} } }, headers)
}

export const x: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    'pixel_id with a path': { ...settings, pixel_id: 'o8/6j' },
    access_token: { ...settings, access_token: '' },
    'event_ids that are no ids': { ...settings, event_ids: { purchase: 'Purchase' } },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    ...xFaults,
    {
      title: 'a purchase with all fields',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '23294827',
          event_time: '2026-03-14T09:34:38.603Z',
          email: ' Alice@Example.com ',
          phone: '+1 (425) 123-4567',
          twclid,
          ip: '203.0.113.7',
          user_agent,
          transaction_id: 'T-10042',
          value: 59.8,
          currency: 'EUR',
          content_name: 'Books',
          items: [
            { item_id: 'SKU-1842', item_name: 'Notes', item_category: 'Books', price: 29.9, quantity: 2 },
          ],
        },
      ],
      sends: [
        sent([
          {
            conversion_time: '2026-03-14T09:34:38.603Z',
            event_id: 'tw-o8z6j-o8z21',
            conversion_id: '23294827',
            identifiers: [
              { twclid },
              { hashed_email: alice },
              { hashed_phone_number: '2e5d2028e7c2f67400e97852f9ec7700c0de8e18abc1659f81bb8aecb1ef6bd5' },
              { ip_address: '203.0.113.7', user_agent },
            ],
            value: '59.80',
            price_currency: 'EUR',
            number_items: 2,
            description: 'Books',
            contents: [
              {
                content_id: 'SKU-1842',
                content_name: 'Notes',
                content_type: 'Books',
                content_price: '29.90',
                num_items: 2,
              },
            ],
          },
        ]),
      ],
    },
    {
      title: 'two events share a request',
      docs,
      settings,
      now,
      events: [
        { event_name: 'lead', email: 'alice@example.com' },
        { event_name: 'lead', twclid },
      ],
      sends: [
        sent([
          {
            conversion_time: '2026-03-14T10:00:00.000Z',
            event_id: 'tw-o8z6j-o8z22',
            conversion_id: 'e-1',
            identifiers: [{ hashed_email: alice }],
          },
          {
            conversion_time: '2026-03-14T10:00:00.000Z',
            event_id: 'tw-o8z6j-o8z22',
            conversion_id: 'e-2',
            identifiers: [{ twclid }],
          },
        ]),
      ],
    },
    {
      title: 'skips an event with only an IP address and user agent, which X cannot match',
      docs,
      settings,
      now,
      events: [{ event_name: 'lead', ip: '203.0.113.7', user_agent }],
      sends: skipped('no_identifier'),
    },
    {
      title: 'skips an event whose only other identifier cannot be normalized',
      docs,
      settings,
      now,
      events: [{ event_name: 'lead', phone: '555 0100', ip: '203.0.113.7', user_agent }],
      sends: skipped('invalid_field', { detail: 'identifiers must be array' }),
    },
    {
      title: 'skips an event type without an event in the account',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', twclid }],
      sends: skipped('event_not_mapped'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { request: { params: {} }, data: { conversions_processed: 2, debug_id: 'a1' } }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'one invalid event: the whole request is refused',
      answer: failed(400, 'Hashed_email is not a valid SHA-256 hash'),
      events: 2,
      outcomes: [
        refused('rejected', evidence(400, 'INVALID: Hashed_email is not a valid SHA-256 hash')),
        refused('rejected', evidence(400, 'INVALID: Hashed_email is not a valid SHA-256 hash')),
      ],
    },
    {
      title: 'a token of another account',
      answer: failed(401, 'This request is not properly authenticated'),
      events: 1,
      outcomes: [deferred('auth', evidence(401, 'INVALID: This request is not properly authenticated'))],
    },
    {
      title: 'too many requests, until a time in a header of X',
      answer: failed(429, 'Too many requests', {
        date: 'Sat, 14 Mar 2026 10:00:00 GMT',
        'x-rate-limit-reset': '1773482490',
      }),
      events: 1,
      outcomes: [deferred('throttled', evidence(429, 'INVALID: Too many requests'))],
      retryAfter: 90_000,
    },
  ],
  recorder: {
    event: (n) => ({ conversion_id: `e-${n}` }),
    partial: 'whole',
    waitSeconds: 30,
  },
}
