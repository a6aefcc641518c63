/** Senders: events of Segment and RudderStack, and rows of the GA4 export. */
import { any, wholeNumber, iso, number, upper, type PayloadShape } from './shape.ts'

/** https://segment.com/docs/connections/spec/ecommerce/v2/ */
const trackNames: Readonly<Record<string, string>> = {
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
}

const common: PayloadShape['link'] = {
  event_id: 'messageId',
  event_time: { first: ['timestamp', 'originalTimestamp'], as: 'iso' },
  sent_at: iso('sentAt'),
  user_id: 'userId',
  anonymous_id: 'anonymousId',
  email: { first: ['context.traits.email', 'properties.email', 'traits.email'] },
  ip: { first: ['context.ip', 'request_ip'] },
  user_agent: 'context.userAgent',
  locale: 'context.locale',
  timezone: 'context.timezone',
  page_url: { first: ['context.page.url', 'properties.url'] },
  page_referrer: 'context.page.referrer',
  page_title: 'context.page.title',
  utm_source: 'context.campaign.source',
  utm_medium: 'context.campaign.medium',
  utm_campaign: 'context.campaign.name',
  utm_term: 'context.campaign.term',
  utm_content: 'context.campaign.content',
}

const track: PayloadShape['link'] = {
  ...common,
  transaction_id: 'properties.order_id',
  // The total includes tax and shipping, the revenue does not.
  value: { first: ['properties.total', 'properties.revenue', 'properties.value', 'properties.price'] },
  currency: upper('properties.currency'),
  tax: 'properties.tax',
  shipping: 'properties.shipping',
  coupon: 'properties.coupon',
  search_term: 'properties.query',
  items: {
    each: 'properties.products',
    map: {
      item_id: { first: ['product_id', 'sku'] },
      item_name: 'name',
      item_brand: 'brand',
      item_category: 'category',
      item_variant: 'variant',
      price: number('price'),
      quantity: wholeNumber('quantity'),
    },
  },
}

function tracked(id: string, title: string, docs: string, has: PayloadShape['has']): readonly PayloadShape[] {
  return [
    {
      id,
      title,
      thing: 'events',
      docs,
      has: { type: /^track$/, messageId: any, event: any, ...has },
      event: { from: 'event', values: trackNames },
      link: track,
    },
    {
      id,
      title,
      thing: 'pages',
      docs,
      has: { type: /^page$/, messageId: any, ...has },
      event: { from: 'type', values: { page: 'page_view' } },
      link: common,
    },
  ]
}

export const analytics: readonly PayloadShape[] = [
  ...tracked(
    'rudderstack',
    'RudderStack',
    'https://www.rudderstack.com/docs/event-spec/standard-events/track/',
    {
      'context.library.name': /rudder/i,
    },
  ),
  ...tracked('segment', 'Segment', 'https://segment.com/docs/connections/spec/track/', {}),
  {
    id: 'ga4',
    title: 'GA4 export',
    thing: 'events',
    docs: 'https://support.google.com/analytics/answer/7029846',
    has: { event_name: any, event_timestamp: /^\d{16}$/, user_pseudo_id: any },
    event: { from: 'event_name' },
    link: {
      event_time: iso('event_timestamp'),
      user_id: 'user_id',
      anonymous_id: 'user_pseudo_id',
      ga_client_id: 'user_pseudo_id',
      transaction_id: 'ecommerce.transaction_id',
      value: 'ecommerce.purchase_revenue',
      tax: 'ecommerce.tax_value',
      shipping: 'ecommerce.shipping_value',
      items: {
        each: 'items',
        map: {
          item_id: 'item_id',
          item_name: 'item_name',
          item_brand: 'item_brand',
          item_category: 'item_category',
          item_variant: 'item_variant',
          price: number('price'),
          quantity: wholeNumber('quantity'),
        },
      },
      device_type: 'device.category',
      os_name: 'device.operating_system',
      locale: 'device.language',
      utm_source: 'collected_traffic_source.manual_source',
      utm_medium: 'collected_traffic_source.manual_medium',
      utm_campaign: 'collected_traffic_source.manual_campaign_name',
    },
  },
]
