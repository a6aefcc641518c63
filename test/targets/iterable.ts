/** Cases of target `iterable`. */
import { skipped } from '../../schemas/outcome.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { iterableAnswers } from './iterable_answers.ts'
import { iterableProfiles } from './iterable_profiles.ts'

const docs = 'https://api.iterable.com/api/docs'
const api_key = 'k-1'
const now = '2026-03-14T10:00:00Z'

function sent(address: string, body: object): SentRequest {
  return {
    method: 'POST',
    url: `https://${address}`,
    headers: { 'api-key': 'k-1', 'content-type': 'application/json' },
    body,
  }
}

export const iterable: TargetCases = {
  minimal: { api_key },
  full: { api_key, region: 'eu' },
  invalid: {
    api_key: { api_key: '' },
    'region unknown': { api_key, region: 'mars' },
    surprise: { api_key, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields, which has a separate API',
      docs: `${docs}#commerce_trackPurchase`,
      settings: { api_key },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'e-77',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          email: 'ada@example.com',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          tax: 9.55,
          coupon: 'SPRING10',
          page_url: 'https://shop.example/checkout/thanks',
          utm_source: 'newsletter',
          items: [
            {
              item_id: 'SKU-1842',
              item_name: 'Notes',
              item_brand: 'Menabrea',
              item_category: 'Books',
              item_url: 'https://shop.example/items/SKU-1842',
              image_url: 'https://shop.example/images/SKU-1842.jpg',
              price: 29.9,
              quantity: 2,
            },
            { item_id: 'SKU-1843', price: 4.9 },
          ],
        },
      ],
      sends: [
        sent('api.iterable.com/api/commerce/trackPurchase', {
          id: 'T-10042',
          createdAt: 1773480878,
          user: { userId: 'u-1815' },
          total: 64.7,
          items: [
            {
              id: 'SKU-1842',
              sku: 'SKU-1842',
              name: 'Notes',
              price: 29.9,
              quantity: 2,
              categories: ['Books'],
              url: 'https://shop.example/items/SKU-1842',
              imageUrl: 'https://shop.example/images/SKU-1842.jpg',
              dataFields: { brand: 'Menabrea' },
            },
            { id: 'SKU-1843', sku: 'SKU-1843', name: 'SKU-1843', price: 4.9, quantity: 1 },
          ],
          dataFields: {
            transaction_id: 'T-10042',
            currency: 'EUR',
            tax: 9.55,
            coupon: 'SPRING10',
            page_url: 'https://shop.example/checkout/thanks',
            utm_source: 'newsletter',
          },
        }),
      ],
    },
    {
      title: 'other events share a request; each purchase has its own',
      docs: `${docs}#events_trackBulk`,
      settings: { api_key, region: 'eu' },
      now,
      events: [
        { event_name: 'login', user_id: 'u-1', method: 'email' },
        {
          event_name: 'purchase',
          email: 'ada@example.com',
          transaction_id: 'T-1',
          value: 1,
          currency: 'EUR',
          items: [{ item_id: 'A', price: 1 }],
        },
        { event_name: 'contact', email: ' Ada@Example.com', urgent: true },
      ],
      sends: [
        sent('api.eu.iterable.com/api/events/trackBulk', {
          events: [
            {
              id: 'e-1',
              createdAt: 1773482400,
              userId: 'u-1',
              eventName: 'login',
              dataFields: { method: 'email' },
            },
            {
              id: 'e-3',
              createdAt: 1773482400,
              email: 'ada@example.com',
              eventName: 'contact',
              dataFields: { urgent: true },
            },
          ],
        }),
        sent('api.eu.iterable.com/api/commerce/trackPurchase', {
          id: 'T-1',
          createdAt: 1773482400,
          user: { email: 'ada@example.com' },
          total: 1,
          items: [{ id: 'A', sku: 'A', name: 'A', price: 1, quantity: 1 }],
          dataFields: { transaction_id: 'T-1', currency: 'EUR' },
        }),
      ],
    },
    {
      title:
        'a purchase without a total has that of its items; one without a price or without items is another event',
      docs: `${docs}#commerce_trackPurchase`,
      settings: { api_key },
      now,
      events: [
        {
          event_name: 'purchase',
          user_id: 'u-1',
          transaction_id: 'T-1',
          items: [{ item_id: 'A', price: 1.1, quantity: 3 }],
        },
        {
          event_name: 'purchase',
          user_id: 'u-1',
          transaction_id: 'T-2',
          value: 5,
          items: [{ item_id: 'A' }],
        },
        {
          event_name: 'purchase',
          email: 'ada@example.com',
          transaction_id: 'T-3',
          value: 5,
          page_title: 'Thanks',
        },
      ],
      sends: [
        sent('api.iterable.com/api/commerce/trackPurchase', {
          id: 'T-1',
          createdAt: 1773482400,
          user: { userId: 'u-1' },
          total: 3.3,
          items: [{ id: 'A', sku: 'A', name: 'A', price: 1.1, quantity: 3 }],
          dataFields: { transaction_id: 'T-1' },
        }),
        sent('api.iterable.com/api/events/trackBulk', {
          events: [
            {
              id: 'T-2',
              createdAt: 1773482400,
              userId: 'u-1',
              eventName: 'purchase',
              dataFields: { transaction_id: 'T-2', value: 5, items: [{ item_id: 'A' }] },
            },
            {
              id: 'T-3',
              createdAt: 1773482400,
              email: 'ada@example.com',
              eventName: 'purchase',
              dataFields: { transaction_id: 'T-3', value: 5, page_title: 'Thanks' },
            },
          ],
        }),
      ],
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings: { api_key },
      now,
      events: [{ event_name: 'login', anonymous_id: 'a-1' }],
      sends: skipped('no_identifier'),
    },
    ...iterableProfiles,
  ],
  answers: iterableAnswers,
  recorder: {
    event: (n) => ({ userId: `u-${n}`, eventName: 'login' }),
    partial: 'each',
  },
}
