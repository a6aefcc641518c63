/** Translation tests: payloads of Segment's and RudderStack's track calls. */
import { iso, json, upper, type Payloads } from './payload.ts'

const products = [{ product_id: 'S1', name: 'Notes', price: 29.9, quantity: 2 }]
const tracked = {
  type: 'track',
  event: 'Order Completed',
  messageId: 'm1',
  timestamp: '2026-03-14T09:26:53.589Z',
  userId: 'u-1815',
  properties: { order_id: 'A-1', total: 59.8, revenue: 50, currency: 'eur', products },
}
const trackLink = {
  event_id: 'messageId',
  event_time: iso('timestamp'),
  user_id: 'userId',
  transaction_id: 'properties.order_id',
  value: { first: ['properties.total', 'properties.revenue'] },
  currency: upper('properties.currency'),
  items: {
    each: 'properties.products',
    map: {
      item_id: { first: ['product_id', 'sku'] },
      item_name: 'name',
      item_brand: 'brand',
      item_category: 'category',
      item_variant: 'variant',
      price: { from: 'price', as: 'number' },
      quantity: { from: 'quantity', as: 'integer' },
    },
  },
} as const
const trackRow = {
  event_name: 'purchase',
  event_id: 'm1',
  event_time: '2026-03-14T09:26:53.589Z',
  user_id: 'u-1815',
  transaction_id: 'A-1',
  value: 59.8,
  currency: 'EUR',
  items: [{ item_id: 'S1', item_name: 'Notes', price: 29.9, quantity: 2 }],
}
const trackEvent = {
  from: 'event',
  values: {
    'Order Completed': 'purchase',
    'Order Refunded': 'refund',
    'Product Viewed': 'view_item',
    'Product List Viewed': 'view_item_list',
    'Product Clicked': 'select_item',
    'Product Added': 'add_to_cart',
    'Product Removed': 'remove_from_cart',
    'Product Added to Wishlist': 'add_to_wishlist',
    'Cart Viewed': 'view_cart',
    'Checkout Started': 'begin_checkout',
    'Payment Info Entered': 'add_payment_info',
    'Products Searched': 'search',
    'Signed Up': 'sign_up',
    'Signed In': 'login',
    'Trial Started': 'start_trial',
    'Lead Captured': 'lead',
  },
}

export const trackPayloads: Payloads = {
  'a Segment track call': {
    paste: JSON.stringify(tracked),
    sender: 'segment events',
    input: json,
    event: trackEvent,
    fields: { timestamp: 'ymd' },
    link: trackLink,
    rows: [trackRow],
  },
  'a RudderStack track call': {
    paste: JSON.stringify({
      ...tracked,
      messageId: 'm2',
      context: { library: { name: 'RudderLabs JavaScript SDK' }, ip: '203.0.113.7' },
    }),
    sender: 'rudderstack events',
    input: json,
    event: trackEvent,
    fields: { timestamp: 'ymd' },
    link: { ...trackLink, ip: 'context.ip' },
    rows: [{ ...trackRow, event_id: 'm2', ip: '203.0.113.7' }],
  },
}
