/** Cases of target `snapchat`. */
import { skipped } from '../../schemas/outcome.ts'
import { snapchatAppExamples } from './app_events.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { snapchatAnswers } from './snapchat_answers.ts'

const docs = 'https://developers.snap.com/api/marketing-api/Conversions-API'
const settings = { pixel_id: '1ec32188-754e-4be2-8e55-c949a984a39f', access_token: 'snap/test+token' }
const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const page_url = 'https://www.example.com/'
const reader = { ip: '203.0.113.7', user_agent, page_url }

function sent(data: readonly object[], validate = ''): SentRequest {
  return {
    method: 'POST',
    url:
      `https://tr.snapchat.com/v3/1ec32188-754e-4be2-8e55-c949a984a39f/events${validate}` +
      '?access_token=snap%2Ftest%2Btoken',
    headers: { 'content-type': 'application/json' },
    body: { data },
  }
}

function visited(event_id: string, rest: object = {}) {
  return {
    event_name: 'PAGE_VIEW',
    event_time: 1773482400,
    event_id,
    action_source: 'WEB',
    event_source_url: page_url,
    user_data: { client_ip_address: '203.0.113.7', client_user_agent: user_agent },
    ...rest,
  }
}

export const snapchat: TargetCases = {
  minimal: settings,
  full: { ...settings, validate_only: true },
  invalid: {
    'pixel_id with a path': { ...settings, pixel_id: '1ec32188/../x' },
    access_token: { ...settings, access_token: '' },
    'validate_only as text': { ...settings, validate_only: 'yes' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'skips an event that is older than 37 days',
      docs: `${docs}/Introduction`,
      settings,
      now,
      events: [{ event_name: 'page_view', event_time: '2026-02-05T09:59:59Z' }],
      sends: skipped('event_too_old'),
    },
    ...snapchatAppExamples,
    {
      title: 'a purchase with all fields, with the documented email, phone and name',
      docs: `${docs}/Parameters#user-data-parameters`,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'order-T-10042',
          event_time: '2026-03-14T09:34:38Z',
          action_source: 'web',
          anonymous_id: 'Anon-7F3A91',
          email: ' Person@Example.com',
          phone: '+44 844 412 4653',
          first_name: 'Raphaël',
          last_name: 'John',
          city: 'London',
          region: 'England',
          postal_code: 'SW1A 1AA',
          country: 'GB',
          ...reader,
          sc_click_id: '7f2d1c9a-example-sccid',
          sc_cookie1: '351f1d5c-c5ed-4cb5-9ef2-4ab7ba8a4b2e',
          transaction_id: 'T-10042',
          value: 142.52,
          currency: 'USD',
          items: [
            {
              item_id: 'SKU-1',
              item_brand: 'example_brand',
              item_category: 'Jam',
              price: 71.26,
              quantity: 2,
            },
          ],
        },
      ],
      sends: [
        sent([
          {
            event_name: 'PURCHASE',
            event_time: 1773480878,
            event_id: 'order-T-10042',
            action_source: 'WEB',
            event_source_url: page_url,
            user_data: {
              em: ['542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345'],
              ph: ['dc008fda46e2e64002cf2f82a4906236282d431c4f75e5b60bfe79fc48546383'],
              fn: ['e74bb89e718fe1e19c422a48382870399f8bf7ca8dfa008739e75b0be76627b7'],
              ln: ['96d9632f363564cc3032521409cf22a852f2032eec099ed5967c0d000cec607a'],
              ct: ['6089854c94ca5454b76be6752c562901a985f64c9a946f62976aeab593b83161'],
              st: ['d56d0ff69b62792a00a361fbf6e02e2a634a7a8da1c3e49d59e71e0f19c27875'],
              zp: ['830e1d4b9838bab1f5c2acdb23e0b502ff13a9832c4632e8d67a1d43d3b7f614'],
              country: ['0b407281768f0e833afef47ed464b6571d01ca4d53c12ce5c51d1462f4ad6677'],
              external_id: ['b9e25bb4d3377e4465ee6b857516e4b1da343248ccab6c1d9be97baf6e65b972'],
              client_ip_address: '203.0.113.7',
              client_user_agent: user_agent,
              sc_click_id: '7f2d1c9a-example-sccid',
              sc_cookie1: '351f1d5c-c5ed-4cb5-9ef2-4ab7ba8a4b2e',
            },
            custom_data: {
              value: 142.52,
              currency: 'USD',
              content_ids: ['SKU-1'],
              contents: [{ id: 'SKU-1', item_price: 71.26, quantity: 2, brand: 'example_brand' }],
              num_items: 2,
              order_id: 'T-10042',
              content_category: ['Jam'],
              brands: ['example_brand'],
            },
          },
        ]),
      ],
    },
    {
      title: 'limited data use, with a sign-up',
      docs: `${docs}/UsingTheAPI`,
      settings: { ...settings, validate_only: true },
      now,
      events: [{ event_name: 'sign_up', method: 'google', limited_data_use: true, ...reader }],
      sends: [
        sent(
          [
            visited('e-1', {
              event_name: 'SIGN_UP',
              data_processing_options: ['LMU'],
              custom_data: { sign_up_method: 'google' },
            }),
          ],
          '/validate',
        ),
      ],
    },
    {
      title: 'an event 36 days ago; names without punctuation; a further field of the page by a link',
      docs: `${docs}/Parameters#user-data-parameters`,
      settings,
      linkage: { page_view: { 'extra.custom_data.checkin_date': 'session_id' } },
      now,
      events: [
        {
          event_name: 'page_view',
          ...reader,
          event_time: '2026-02-06T10:00:00Z',
          first_name: 'Mary Ann',
          last_name: "O'Brien",
          session_id: '2026-03-20',
        },
      ],
      sends: [
        sent([
          visited('e-1', {
            event_time: 1770372000,
            user_data: {
              fn: ['16b3f07f0ec2f9dd127b71dc2e6c791b7d93116a1c3bc99d057eaa7a8a077e73'],
              ln: ['b4cb6cb33fe4b865868de825023a1e2790dc12ac01ecc8d7c5afe8254071c8ba'],
              client_ip_address: '203.0.113.7',
              client_user_agent: user_agent,
            },
            custom_data: { checkin_date: '2026-03-20' },
          }),
        ]),
      ],
    },
    {
      title: 'two events share a request; one is linked to a custom event of the account',
      docs: `${docs}/Parameters`,
      settings,
      linkage: { contact: { event_name: { const: 'CUSTOM_EVENT_2' } } },
      now,
      events: [
        { event_name: 'page_view', ...reader },
        { event_name: 'contact', ...reader },
      ],
      sends: [sent([visited('e-1'), visited('e-2', { event_name: 'CUSTOM_EVENT_2' })])],
    },
    {
      title: 'skips an event type that Snapchat does not have',
      docs: `${docs}/Parameters`,
      settings,
      now,
      events: [{ event_name: 'contact', ...reader }],
      sends: skipped('event_not_mapped'),
    },
    {
      title: 'skips a web event without its URL',
      docs: `${docs}/UsingTheAPI`,
      settings,
      now,
      events: [{ event_name: 'page_view', email: 'person@example.com' }],
      sends: skipped('missing_required', { detail: 'event_source_url is missing' }),
    },
    {
      title: 'skips an unknown event name',
      docs: `${docs}/Parameters`,
      settings,
      linkage: { '*': { event_name: { const: 'CUSTOM_EVENT_6' } } },
      now,
      events: [{ event_name: 'page_view', ...reader }],
      sends: skipped('invalid_field', {
        detail:
          'event_name must be one of PAGE_VIEW, VIEW_CONTENT, ADD_CART, ADD_TO_WISHLIST, START_CHECKOUT, ADD_BILLING, ' +
          'PURCHASE, SIGN_UP, SEARCH, SAVE, SUBSCRIBE, COMPLETE_TUTORIAL, START_TRIAL, AD_CLICK, AD_VIEW, APP_OPEN, ' +
          'APP_INSTALL, LEVEL_COMPLETE, INVITE, LOGIN, SHARE, RESERVE, LIST_VIEW, RATE, ACHIEVEMENT_UNLOCKED, ' +
          'SPENT_CREDITS, CUSTOM_EVENT_1, CUSTOM_EVENT_2, CUSTOM_EVENT_3, CUSTOM_EVENT_4, CUSTOM_EVENT_5',
      }),
    },
  ],
  answers: snapchatAnswers,
  recorder: {
    event: (n) => ({ event_id: `e-${n}` }),
    partial: 'whole',
    waitSeconds: 30,
  },
}
