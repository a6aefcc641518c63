/** Cases of target `tiktok`. */
import { skipped } from '../../schemas/outcome.ts'
import { posted, type TargetCases } from './case.ts'
import { tiktokAnswers } from './tiktok_answers.ts'

const docs = 'https://business-api.tiktok.com/portal/docs?id=1771101027431425'
const settings = { event_source_id: 'COQDA8RC77U2TMR44LI0', access_token: 'tt-test-token' }
const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'

const url = 'https://business-api.tiktok.com/open_api/v1.3/event/track/'
const ttp = '2F7h37YkS1j57AYSKTI7IHhJPYH'
function sent(data: readonly object[], rest: object = {}) {
  const body = { event_source: 'web', event_source_id: settings.event_source_id, data, ...rest }
  return posted(url, body, { 'access-token': 'tt-test-token' })
}

const page_url = 'http://demo.mywebsite.com/'
const visit = { event_name: 'page_view', page_url, ttp }

function visited(event_id: string) {
  const [user, page] = [{ ttp }, { url: page_url }]
  return { event: 'Pageview', event_time: 1773482400, event_id, user, page }
}

export const tiktok: TargetCases = {
  minimal: settings,
  full: { ...settings, max_age_days: 30, event_source: 'offline', test_event_code: 'TEST12345' },
  invalid: {
    'event_source_id with a blank': { ...settings, event_source_id: 'COQ DA8' },
    'event_source unknown': { ...settings, event_source: 'shop' },
    access_token: { ...settings, access_token: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'nothing for an event older than the setting allows',
      docs,
      settings: { ...settings, max_age_days: 3 },
      now,
      events: [{ event_name: 'page_view', event_time: '2026-03-10T09:00:00Z' }],
      sends: skipped('event_too_old'),
    },
    {
      title: 'a purchase with all fields, on an iPhone, as a test event',
      docs,
      settings: { ...settings, test_event_code: 'TEST12345' },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '1616318632825_357',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'U-1815',
          anonymous_id: 'anon-7f3a91',
          email: ' Joe@EG.com ',
          phone: '+1 (425) 123-4567',
          first_name: 'Mary Ann',
          last_name: ' Smith',
          city: 'New York',
          region: 'NY',
          postal_code: 'US - 1234-',
          country: 'US',
          ip: '203.0.113.7',
          user_agent,
          locale: 'en-US',
          ttclid: 'E.C.P.exampleTtclid',
          os_name: 'iOS',
          advertising_id: 'C4B1E58E-3F5D-4F0A-8A1A-5B1F7BB6F9A1',
          vendor_id: '599f9c00-92dc-4b5c-9464-7971f01f8370',
          att_status: 'authorized',
          page_url: 'http://demo.mywebsite.com/purchase',
          page_referrer: 'http://demo.mywebsite.com/cart',
          limited_data_use: false,
          transaction_id: 'T-10042',
          value: 100,
          currency: 'USD',
          items: [
            {
              item_id: '1077218',
              item_name: 'shirt',
              item_brand: 'Menabrea',
              item_category: 'Shirts',
              price: 50,
              quantity: 2,
            },
          ],
        },
      ],
      sends: [
        sent(
          [
            {
              event: 'Purchase',
              event_time: 1773480878,
              event_id: '1616318632825_357',
              user: {
                email: '8830eedd6c6b5ea97d181563a349476ca1bb25ace1f94b5c5e48d9cad727941b',
                phone: '2e5d2028e7c2f67400e97852f9ec7700c0de8e18abc1659f81bb8aecb1ef6bd5',
                external_id: '8c7024e4eee83a7e08f46d6ac7878d2ff1d16782a495a7bb7a78cbaaa723497e',
                first_name: '16b3f07f0ec2f9dd127b71dc2e6c791b7d93116a1c3bc99d057eaa7a8a077e73',
                last_name: '6627835f988e2c5e50533d491163072d3f4f41f5c8b04630150debb3722ca2dd',
                city: 'newyork',
                state: 'ny',
                country: 'us',
                zip_code: '24be91484198aa2d1862b25d9513721efa9821a1cdc73eaa3ba17231d51248b1',
                ttclid: 'E.C.P.exampleTtclid',
                ip: '203.0.113.7',
                user_agent,
                locale: 'en-US',
                idfa: 'C4B1E58E-3F5D-4F0A-8A1A-5B1F7BB6F9A1',
                idfv: '599f9c00-92dc-4b5c-9464-7971f01f8370',
                att_status: 'AUTHORIZED',
              },
              page: { url: 'http://demo.mywebsite.com/purchase', referrer: 'http://demo.mywebsite.com/cart' },
              limited_data_use: false,
              properties: {
                value: 100,
                currency: 'USD',
                contents: [
                  {
                    content_id: '1077218',
                    content_name: 'shirt',
                    content_category: 'Shirts',
                    brand: 'Menabrea',
                    price: 50,
                    quantity: 2,
                  },
                ],
                content_type: 'product',
                num_items: 2,
                order_id: 'T-10042',
              },
            },
          ],
          { test_event_code: 'TEST12345' },
        ),
      ],
    },
    {
      title: 'limited data use, with a search',
      docs,
      settings,
      now,
      events: [
        { ...visit, event_name: 'search', search_term: 'shirt', limited_data_use: true, country: 'us' },
      ],
      sends: [
        sent([
          {
            ...visited('e-1'),
            event: 'Search',
            user: { country: 'us', ttp: '2F7h37YkS1j57AYSKTI7IHhJPYH' },
            limited_data_use: true,
            properties: { query: 'shirt', search_string: 'shirt' },
          },
        ]),
      ],
    },
    {
      title: 'two events of an offline event set share a request',
      docs,
      settings: { ...settings, event_source: 'offline' },
      now,
      events: [visit, visit],
      sends: [sent([visited('e-1'), visited('e-2')], { event_source: 'offline' })],
    },
    {
      title: 'skips an event without a sufficient identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', page_url: 'http://demo.mywebsite.com/', ip: '203.0.113.7' }],
      sends: skipped('no_identifier'),
    },
    {
      title: 'a value without its invalid currency would count in another one: neither is sent',
      docs,
      settings,
      now,
      events: [
        {
          ...visit,
          event_name: 'add_to_cart',
          value: 1,
          currency: 'euro',
          items: [
            { item_id: 1842, price: '29.90', quantity: 1.5 },
            { item_id: 'SKU-2', price: 'free' },
          ],
        },
      ],
      sends: [
        sent([
          {
            ...visited('e-1'),
            event: 'AddToCart',
            properties: {
              contents: [{ content_id: '1842', price: 29.9 }, { content_id: 'SKU-2' }],
              content_type: 'product',
            },
          },
        ]),
      ],
    },
  ],
  answers: tiktokAnswers,
  recorder: {
    event: (n) => ({ event_id: `e-${n}` }),
    partial: 'whole',
  },
}
