/** Cases of target `segment`. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { TargetCases } from './case.ts'
import { segmentBatch, segmentCallExamples } from './segment_calls.ts'

const docs = 'https://segment.com/docs/connections/sources/catalog/libraries/server/http-api'
const write_key = 'abc123'
const now = '2026-03-14T10:00:00Z'

export const segment: TargetCases = {
  minimal: { write_key },
  full: { write_key, public_api_token: 't-1', region: 'eu' },
  invalid: {
    write_key: { write_key: '' },
    public_api_token: { write_key, public_api_token: '' },
    'region unknown': { write_key, region: 'mars' },
    surprise: { write_key, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields is Order Completed',
      docs: 'https://segment.com/docs/connections/spec/ecommerce/v2/#order-completed',
      settings: { write_key },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '022bb90c-bbac-11e4-8dfc-aa07a5b093db',
          event_time: '2026-03-14T09:34:38Z',
          user_id: '019mr8mf4r',
          anonymous_id: '507f191e810c19729de860ea',
          email: ' Peter@Example.com',
          phone: '+1 800 555 0100',
          first_name: 'Peter',
          country: 'us',
          city: 'San Francisco',
          region: 'CA',
          ip: '8.8.8.8',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
          locale: 'en-US',
          timezone: 'Europe/Amsterdam',
          page_url: 'https://segment.example/academy/',
          page_title: 'Academy',
          utm_source: 'Newsletter',
          utm_campaign: 'TPS Innovation Newsletter',
          os_name: 'iOS',
          app_name: 'InitechGlobal',
          consent: { ad_storage: 'denied', analytics_storage: 'granted' },
          transaction_id: '50314b8e9bcf000000000000',
          value: 27.5,
          currency: 'USD',
          tax: 2,
          shipping: 3,
          coupon: 'hasbros',
          items: [
            {
              item_id: '507f1f77bcf86cd799439011',
              item_name: 'Monopoly: 3rd Edition',
              item_category: 'Games',
              price: 19,
              quantity: 1,
            },
          ],
          gift: true,
        },
      ],
      sends: [
        segmentBatch([
          {
            type: 'track',
            event: 'Order Completed',
            messageId: '022bb90c-bbac-11e4-8dfc-aa07a5b093db',
            timestamp: '2026-03-14T09:34:38.000Z',
            userId: '019mr8mf4r',
            anonymousId: '507f191e810c19729de860ea',
            properties: {
              order_id: '50314b8e9bcf000000000000',
              revenue: 27.5,
              total: 27.5,
              currency: 'USD',
              tax: 2,
              shipping: 3,
              coupon: 'hasbros',
              products: [
                {
                  product_id: '507f1f77bcf86cd799439011',
                  name: 'Monopoly: 3rd Edition',
                  category: 'Games',
                  price: 19,
                  quantity: 1,
                },
              ],
              gift: true,
            },
            context: {
              ip: '8.8.8.8',
              userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
              locale: 'en-US',
              timezone: 'Europe/Amsterdam',
              page: { url: 'https://segment.example/academy/', title: 'Academy' },
              campaign: { name: 'TPS Innovation Newsletter', source: 'Newsletter' },
              os: { name: 'iOS' },
              app: { name: 'InitechGlobal' },
              traits: {
                email: 'peter@example.com',
                phone: '+18005550100',
                firstName: 'Peter',
                address: { city: 'San Francisco', state: 'CA', country: 'US' },
              },
              consent: { categoryPreferences: { ad_storage: false, analytics_storage: true } },
            },
          },
        ]),
      ],
    },
    {
      title: 'a page view is a page call, a search Products Searched; both in one request',
      docs: `${docs}#batch`,
      settings: { write_key, region: 'eu' },
      now,
      events: [
        {
          event_name: 'page_view',
          anonymous_id: 'a-1',
          page_url: 'https://shop.example/',
          page_title: 'Shop',
          content_type: 'home',
        },
        { event_name: 'search', user_id: 'u-1', search_term: 'blue hotpants' },
      ],
      sends: [
        segmentBatch(
          [
            {
              type: 'page',
              name: 'Shop',
              messageId: 'e-1',
              timestamp: '2026-03-14T10:00:00.000Z',
              anonymousId: 'a-1',
              properties: { content_type: 'home', url: 'https://shop.example/', title: 'Shop' },
              context: { page: { url: 'https://shop.example/', title: 'Shop' } },
            },
            {
              type: 'track',
              event: 'Products Searched',
              messageId: 'e-2',
              timestamp: '2026-03-14T10:00:00.000Z',
              userId: 'u-1',
              properties: { query: 'blue hotpants' },
            },
          ],
          'events.eu1.segmentapis.com',
        ),
      ],
    },
    ...segmentCallExamples,
    {
      title: 'skips an event without an identifier',
      docs: `${docs}#errors`,
      settings: { write_key },
      now,
      events: [{ event_name: 'login', email: 'ada@example.com' }],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, { success: true }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'success for a call that Segment ignores because of its size',
      answer: answered(200, { success: true }),
      events: [{ custom: { text: 'x'.repeat(32 * 1024) } }, {}],
      outcomes: [
        refused('too_large', { http_status: 200, detail: 'Segment ignores calls of 32 KB or more.' }),
        delivered({ http_status: 200 }),
      ],
    },
    {
      title: 'an unreadable request',
      answer: answered(400, { success: false, message: 'malformed JSON', code: 'invalid_request' }),
      events: 1,
      outcomes: [
        refused('rejected', {
          http_status: 400,
          detail: '{"success":false,"message":"malformed JSON","code":"invalid_request"}',
        }),
      ],
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ messageId: `e-${n}` }),
    partial: 'unseen',
    waitSeconds: 30,
  },
}
