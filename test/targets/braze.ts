/** Cases of target `braze`. */
import { skipped } from '../../schemas/outcome.ts'
import { brazeAnswers } from './braze_answers.ts'
import { brazeProfiles } from './braze_profiles.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track'
const recommended = 'https://www.braze.com/docs/user_guide/data/activation/events/recommended_events'
const settings = { rest_endpoint: 'rest.iad-01.braze.com', api_key: 'k-1' }
const now = '2026-03-14T10:00:00Z'

function sent(events: readonly object[], host = 'rest.iad-01.braze.com'): SentRequest {
  return {
    method: 'POST',
    url: `https://${host}/users/track`,
    headers: { authorization: 'Bearer k-1', 'content-type': 'application/json', 'x-braze-batch': 'true' },
    body: { events },
  }
}

const items = [
  {
    item_id: 'SKU-1842',
    item_name: 'Notes',
    item_variant: 'hardcover',
    item_brand: 'Menabrea',
    item_url: 'https://shop.example/SKU-1842',
    image_url: 'https://shop.example/SKU-1842.jpg',
    price: 29.9,
    quantity: 2,
  },
  { item_id: 'SKU-1843', price: 4.9 },
]
const products = [
  {
    product_id: 'SKU-1842',
    product_name: 'Notes',
    variant_id: 'hardcover',
    quantity: 2,
    price: 29.9,
    product_url: 'https://shop.example/SKU-1842',
    image_url: 'https://shop.example/SKU-1842.jpg',
    metadata: { brand: 'Menabrea' },
  },
  { product_id: 'SKU-1843', product_name: 'SKU-1843', variant_id: 'SKU-1843', quantity: 1, price: 4.9 },
]

function custom(name: string, properties: object) {
  return { external_id: 'u-1', name, time: '2026-03-14T10:00:00.000Z', properties }
}

export const braze: TargetCases = {
  minimal: settings,
  full: { ...settings, app_id: '01234567-89ab', alias_label: 'device', update_existing_only: true },
  invalid: {
    'rest_endpoint of another host': { ...settings, rest_endpoint: 'rest.iad-01.braze.com.evil.example' },
    'rest_endpoint with a path': { ...settings, rest_endpoint: 'rest.iad-01.braze.com/x' },
    api_key: { ...settings, api_key: '' },
    'app_id with invalid characters': { ...settings, app_id: 'a b' },
    'alias_label without a character': { ...settings, alias_label: '' },
    'update_existing_only as text': { ...settings, update_existing_only: 'yes' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields is ecommerce.order_placed',
      docs: recommended,
      settings: { ...settings, app_id: '01234567-89ab-cdef-0123-456789abcdef', update_existing_only: true },
      now,
      events: [
        {
          event_name: 'purchase',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          email: 'ada@example.com',
          phone: '+442071234567',
          source: 'web_shop',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          tax: 9.55,
          shipping: 4.9,
          coupon: 'SPRING10',
          page_url: 'https://shop.example/checkout/thanks',
          utm_campaign: 'spring_launch',
          items,
        },
      ],
      sends: [
        sent([
          {
            external_id: 'u-1815',
            name: 'ecommerce.order_placed',
            time: '2026-03-14T09:34:38.000Z',
            properties: {
              order_id: 'T-10042',
              cart_id: 'u-1815',
              total_value: 64.7,
              currency: 'EUR',
              tax: 9.55,
              shipping: 4.9,
              products,
              source: 'web_shop',
              metadata: {
                coupon: 'SPRING10',
                page_url: 'https://shop.example/checkout/thanks',
                utm_campaign: 'spring_launch',
              },
            },
            app_id: '01234567-89ab-cdef-0123-456789abcdef',
            _update_existing_only: true,
          },
        ]),
      ],
    },
    {
      title:
        'two events in one request: a cart by email, with the total of its items, and a custom event by phone',
      docs,
      settings: { ...settings, rest_endpoint: 'rest.fra-01.braze.eu' },
      now,
      events: [
        {
          event_name: 'add_to_cart',
          email: ' Ada@Example.com',
          phone: '+442071234567',
          session_id: 's-1',
          currency: 'EUR',
          items,
        },
        {
          event_name: 'contact',
          phone: '+44 (0)20 7123 4567',
          method: 'phone',
          urgent: true,
          page_title: 'Help',
        },
      ],
      sends: [
        sent(
          [
            {
              email: 'ada@example.com',
              name: 'ecommerce.cart_updated',
              time: '2026-03-14T10:00:00.000Z',
              properties: {
                cart_id: 's-1',
                action: 'add',
                total_value: 64.7,
                currency: 'EUR',
                products,
                source: 'web',
              },
            },
            {
              phone: '+442071234567',
              name: 'contact',
              time: '2026-03-14T10:00:00.000Z',
              properties: { method: 'phone', urgent: true, page_title: 'Help' },
            },
          ],
          'rest.fra-01.braze.eu',
        ),
      ],
    },
    {
      title: 'a viewed product is sent as properties',
      docs: recommended,
      settings,
      now,
      events: [
        {
          event_name: 'view_item',
          user_id: 'u-1',
          page_url: 'https://shop.example/SKU-1842?ref=mail',
          value: 29.9,
          currency: 'EUR',
          items: items.slice(0, 1),
        },
      ],
      sends: [
        sent([
          {
            external_id: 'u-1',
            name: 'ecommerce.product_viewed',
            time: '2026-03-14T10:00:00.000Z',
            properties: {
              product_id: 'SKU-1842',
              product_name: 'Notes',
              variant_id: 'hardcover',
              price: 29.9,
              currency: 'EUR',
              source: 'web',
              product_url: 'https://shop.example/SKU-1842?ref=mail',
              image_url: 'https://shop.example/SKU-1842.jpg',
              metadata: { brand: 'Menabrea', page_url: 'https://shop.example/SKU-1842?ref=mail' },
            },
          },
        ]),
      ],
    },
    {
      title: 'what lacks a property that Braze requires is a custom event',
      docs: recommended,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          user_id: 'u-1',
          transaction_id: 'T-1',
          value: 1,
          currency: 'EUR',
          page_title: 'Thanks',
        },
        { event_name: 'add_to_cart', user_id: 'u-1', currency: 'EUR', items: [{ item_id: 'A' }] },
        { event_name: 'begin_checkout', email: 'ada@example.com', currency: 'EUR', items },
        { event_name: 'view_item', user_id: 'u-1', items },
      ],
      sends: [
        sent([
          custom('purchase', { transaction_id: 'T-1', value: 1, currency: 'EUR', page_title: 'Thanks' }),
          custom('add_to_cart', { currency: 'EUR', items: [{ item_id: 'A' }] }),
          {
            email: 'ada@example.com',
            name: 'begin_checkout',
            time: '2026-03-14T10:00:00.000Z',
            properties: { currency: 'EUR', items },
          },
          custom('view_item', { items }),
        ]),
      ],
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'login', anonymous_id: 'a-1' }],
      sends: skipped('no_identifier'),
    },
    ...brazeProfiles,
  ],
  answers: brazeAnswers,
  recorder: {
    event: (n) => ({ external_id: 'u-1', name: 'login', time: `2026-03-14T10:00:0${n}Z` }),
    partial: 'each',
    waitSeconds: 3,
  },
}
