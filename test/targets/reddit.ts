/** Cases of target `reddit`. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { redditFaults } from './ad_faults.ts'
import { answered, evidence, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events'
const settings = { pixel_id: 'a2_fyqaz1b2c3d4', access_token: 'reddit-test-token' }
const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const clicked = { rdt_cid: '4726312894013984' }

function sent(events: readonly object[], rest: object = {}): SentRequest {
  return {
    method: 'POST',
    url: 'https://ads-api.reddit.com/api/v3/pixels/a2_fyqaz1b2c3d4/conversion_events',
    headers: { authorization: 'Bearer reddit-test-token', 'content-type': 'application/json' },
    body: { data: { events, ...rest } },
  }
}

export const reddit: TargetCases = {
  minimal: settings,
  full: { ...settings, test_id: 't2_test' },
  invalid: {
    'pixel_id with a path': { ...settings, pixel_id: 'a2/../x' },
    access_token: { ...settings, access_token: '' },
    'test_id empty': { ...settings, test_id: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    ...redditFaults,
    {
      title: 'a purchase with all fields; the email is hashed as on the help page on advanced matching',
      docs,
      settings: { ...settings, test_id: 't2_test' },
      now: '2026-03-14T10:00:00Z',
      events: [
        {
          event_name: 'purchase',
          event_id: 'order-T-10042',
          event_time: '2026-03-14T09:34:38.250Z',
          action_source: 'web',
          user_id: ' u-1815 ',
          email: ' Al.ice+Apple@Example.Com',
          phone: '+1 (425) 123-4567',
          ip: '203.0.113.7',
          user_agent,
          os_name: 'Android',
          advertising_id: '38400000-8CF0-11BD-B23E-10B96E40000D',
          ...clicked,
          rdt_uuid: '1773480413589.6f9619ff-8b86-4d01-b42d',
          page_url: 'https://shop.example/thanks',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          items: [
            { item_id: 'SKU-1842', item_name: 'Notes', item_category: 'Books', price: 29.9, quantity: 2 },
          ],
        },
      ],
      sends: [
        sent(
          [
            {
              event_at: 1773480878250,
              action_source: 'WEBSITE',
              event_source_url: 'https://shop.example/thanks',
              click_id: '4726312894013984',
              type: { tracking_type: 'PURCHASE' },
              user: {
                email: 'ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976',
                external_id: '8c7024e4eee83a7e08f46d6ac7878d2ff1d16782a495a7bb7a78cbaaa723497e',
                phone_number: '2e5d2028e7c2f67400e97852f9ec7700c0de8e18abc1659f81bb8aecb1ef6bd5',
                ip_address: 'fec52565aa0cf18f57d7cf5b3ac728503b8992d2d6f7d46da1d1201090902b02',
                aaid: 'd4181bb455a74b3bc8b37c75ac9b2c702eb6b9930bd040b861403b31ca85634d',
                user_agent,
                uuid: '1773480413589.6f9619ff-8b86-4d01-b42d',
              },
              metadata: {
                conversion_id: 'order-T-10042',
                value: 64.7,
                currency: 'EUR',
                item_count: 2,
                products: [
                  { id: 'SKU-1842', name: 'Notes', category: 'Books', quantity: 2, item_price: 29.9 },
                ],
              },
            },
          ],
          { test_id: 't2_test' },
        ),
      ],
    },
    {
      title: 'limited data use, with an event type without a standard name',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'begin_checkout',
          ...clicked,
          value: 5,
          currency: 'USD',
          limited_data_use: true,
          country: 'us',
          region: 'CA',
        },
      ],
      sends: [
        sent([
          {
            event_at: 1773482400000,
            action_source: 'WEBSITE',
            click_id: '4726312894013984',
            type: { tracking_type: 'CUSTOM', custom_event_name: 'begin_checkout' },
            user: { data_processing_options: { modes: ['LDU'], country: 'US', region: 'CA' } },
            metadata: { conversion_id: 'e-1', value: 5, currency: 'USD' },
          },
        ]),
      ],
    },
    {
      title: 'two events share a request; a page view has no value, a lead no item count',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'view_item',
          email: 'alice@example.com',
          value: 5,
          currency: 'USD',
          items: [{ item_id: 'SKU-1', quantity: 1 }],
        },
        { event_name: 'lead', email: 'alice@example.com', value: 100, currency: 'USD' },
      ],
      sends: [
        sent([
          {
            event_at: 1773482400000,
            action_source: 'WEBSITE',
            type: { tracking_type: 'VIEW_CONTENT' },
            user: { email: 'ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976' },
            metadata: { conversion_id: 'e-1', products: [{ id: 'SKU-1', quantity: 1 }] },
          },
          {
            event_at: 1773482400000,
            action_source: 'WEBSITE',
            type: { tracking_type: 'LEAD' },
            user: { email: 'ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976' },
            metadata: { conversion_id: 'e-2', value: 100, currency: 'USD' },
          },
        ]),
      ],
    },
    {
      title: 'skips an event more than 5 minutes in the future',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', ...clicked, event_time: '2026-03-14T10:05:01Z' }],
      sends: skipped('event_in_future'),
    },
    {
      title: 'skips an event older than 168 hours',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', ...clicked, event_time: '2026-03-07T09:59:59Z' }],
      sends: skipped('event_too_old'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { data: { message: 'Successfully processed 2 conversion events.' } }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'events of which one is invalid, named by its conversion id',
      answer: answered(200, {
        message: 'Successfully processed 1 conversion events.',
        invalid_events: [
          { error_message: 'event_at is too old', event: { metadata: { conversion_id: 'e-2' } } },
        ],
      }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), refused('rejected', evidence(200, 'event_at is too old'))],
    },
    {
      title: 'an invalid event that is not named: the request is bisected',
      answer: answered(200, { invalid_events: [{ error_message: 'bad event' }] }),
      events: 2,
      outcomes: [
        refused('rejected', evidence(200, 'bad event')),
        refused('rejected', evidence(200, 'bad event')),
      ],
    },
    {
      title: 'an invalid request',
      answer: answered(400, { error: { code: 400, message: 'Invalid request body' } }),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'Invalid request body'))],
    },
  ],
  recorder: {
    event: (n) => ({ metadata: { conversion_id: `e-${n}` } }),
    partial: 'each',
    waitSeconds: 30,
  },
}
