/** Cases of target `segment`: properties of products and orders by Segment's ecommerce spec, and identify calls. */
import type { Example, SentRequest } from './case.ts'

const write_key = 'abc123'
const now = '2026-03-14T10:00:00Z'

/** Returns the request with these calls. */
export function segmentBatch(batch: readonly object[], host = 'api.segment.io'): SentRequest {
  return {
    method: 'POST',
    url: `https://${host}/v1/batch`,
    headers: { authorization: 'Basic YWJjMTIzOg==', 'content-type': 'application/json' },
    body: { batch },
  }
}

export const segmentCallExamples: readonly Example[] = [
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
      segmentBatch([
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
      segmentBatch([
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
      segmentBatch([
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
    title: 'a replayed login does not identify the user',
    docs: 'https://segment.com/docs/connections/spec/identify/',
    settings: { write_key },
    isReplay: true,
    now,
    events: [{ event_name: 'login', user_id: 'u-1' }],
    leftOut: ['identify'],
    sends: [
      segmentBatch([
        {
          type: 'track',
          event: 'Signed In',
          messageId: 'e-1',
          timestamp: '2026-03-14T10:00:00.000Z',
          userId: 'u-1',
          properties: {},
        },
      ]),
    ],
  },
  {
    title: 'a link can turn off the identify call, and fill further fields of Segment',
    docs: 'https://segment.com/docs/connections/spec/common/#integrations',
    settings: { write_key },
    linkage: { '*': { identify: null, 'extra.integrations.Salesforce': { const: true } } },
    now,
    events: [{ event_name: 'login', user_id: 'u-1' }],
    leftOut: [],
    sends: [
      segmentBatch([
        {
          type: 'track',
          event: 'Signed In',
          messageId: 'e-1',
          timestamp: '2026-03-14T10:00:00.000Z',
          userId: 'u-1',
          properties: {},
          integrations: { Salesforce: true },
        },
      ]),
    ],
  },
]
