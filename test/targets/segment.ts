/** Cases of target `segment`. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://segment.com/docs/connections/sources/catalog/libraries/server/http-api'
const write_key = 'abc123'
const now = '2026-03-14T10:00:00Z'

function sent(batch: readonly object[], host = 'api.segment.io'): SentRequest {
  return {
    method: 'POST',
    url: `https://${host}/v1/batch`,
    headers: { authorization: 'Basic YWJjMTIzOg==', 'content-type': 'application/json' },
    body: { batch },
  }
}

export const segment: TargetCases = {
  minimal: { write_key },
  full: { write_key, region: 'eu' },
  invalid: {
    write_key: { write_key: '' },
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
        sent([
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
        sent(
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
    {
      title: 'the properties of an event about one product are those of the product',
      docs: 'https://segment.com/docs/connections/spec/ecommerce/v2/#product-viewed',
      settings: { write_key },
      now,
      events: [
        {
          event_name: 'view_item',
          user_id: 'u-1',
          value: 18.99,
          currency: 'USD',
          items: [
            {
              item_id: '507f1f77bcf86cd799439011',
              item_name: 'Monopoly: 3rd Edition',
              item_brand: 'Hasbro',
              item_category: 'Games',
              item_variant: '200 pieces',
              price: 18.99,
              quantity: 1,
              coupon: 'MAYDEALS',
              sku: 'G-32',
              position: 3,
            },
          ],
          list: 'home',
        },
        {
          event_name: 'add_to_cart',
          user_id: 'u-1',
          items: [{ item_id: 'A', price: 19 }, { item_id: 'B' }],
        },
      ],
      sends: [
        sent([
          {
            type: 'track',
            event: 'Product Viewed',
            messageId: 'e-1',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: 'u-1',
            properties: {
              product_id: '507f1f77bcf86cd799439011',
              sku: 'G-32',
              category: 'Games',
              name: 'Monopoly: 3rd Edition',
              brand: 'Hasbro',
              variant: '200 pieces',
              price: 18.99,
              quantity: 1,
              coupon: 'MAYDEALS',
              currency: 'USD',
              position: 3,
              value: 18.99,
              list: 'home',
            },
          },
          {
            type: 'track',
            event: 'Product Added',
            messageId: 'e-2',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: 'u-1',
            properties: { products: [{ product_id: 'A', price: 19 }, { product_id: 'B' }] },
          },
        ]),
      ],
    },
    {
      title: 'a refund has a total, but no revenue, which would add to that of the order',
      docs: 'https://segment.com/docs/connections/spec/ecommerce/v2/#order-refunded',
      settings: { write_key },
      now,
      events: [
        {
          event_name: 'refund',
          user_id: 'u-1',
          transaction_id: '50314b8e9bcf000000000000',
          value: 30,
          currency: 'USD',
        },
      ],
      sends: [
        sent([
          {
            type: 'track',
            event: 'Order Refunded',
            messageId: 'e-1',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: 'u-1',
            properties: { order_id: '50314b8e9bcf000000000000', total: 30, currency: 'USD' },
          },
        ]),
      ],
    },
    {
      title: 'a sign-up and a login identify the user, too',
      docs: 'https://segment.com/docs/connections/spec/identify/',
      settings: { write_key },
      now,
      events: [
        {
          event_name: 'sign_up',
          event_id: '022bb90c-bbac-11e4-8dfc-aa07a5b093db',
          user_id: '97980cfea0067',
          anonymous_id: '507f191e810c19729de860ea',
          email: 'Peter@Example.com',
          first_name: 'Peter',
          city: 'San Francisco',
          ip: '8.8.8.8',
          method: 'email',
        },
        // printf %s "$id" | sha256sum, and the same for identify-$id
        { event_name: 'login', event_id: `e${'0'.repeat(99)}`, user_id: '97980cfea0067' },
      ],
      sends: [
        sent([
          {
            type: 'identify',
            messageId: 'identify-022bb90c-bbac-11e4-8dfc-aa07a5b093db',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: '97980cfea0067',
            anonymousId: '507f191e810c19729de860ea',
            traits: {
              id: '97980cfea0067',
              email: 'peter@example.com',
              firstName: 'Peter',
              address: { city: 'San Francisco' },
            },
            context: { ip: '8.8.8.8' },
          },
          {
            type: 'track',
            event: 'Signed Up',
            messageId: '022bb90c-bbac-11e4-8dfc-aa07a5b093db',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: '97980cfea0067',
            anonymousId: '507f191e810c19729de860ea',
            properties: { method: 'email' },
            context: {
              ip: '8.8.8.8',
              traits: {
                email: 'peter@example.com',
                firstName: 'Peter',
                address: { city: 'San Francisco' },
              },
            },
          },
          {
            type: 'identify',
            messageId: 'e48a66db5ee8e77364f2d2516d01eb3e0208f75288dabe0656e5b50d076efc82',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: '97980cfea0067',
            traits: { id: '97980cfea0067' },
          },
          {
            type: 'track',
            event: 'Signed In',
            messageId: '94ccff2961b3c5cf0a57d9150f09375dc0b9952ec148cffbe1ecedbaf910c01e',
            timestamp: '2026-03-14T10:00:00.000Z',
            userId: '97980cfea0067',
            properties: {},
          },
        ]),
      ],
    },
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
