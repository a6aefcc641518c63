/** Target `segment`: Segment, with the HTTP API and the names of its ecommerce spec. */
import { Type } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import { basic } from './basic_auth.ts'
import { custom } from './custom.ts'
import { ownNames } from './event_names.ts'
import { callsOf, classifySegment, segmentFields } from './segment_call.ts'
import { defineTarget, Secret } from './target.ts'

const settings = Type.Object(
  {
    write_key: Secret('Write key of the source.'),
    public_api_token: Type.Optional(
      Secret(
        "Token of Segment's Public API, of the workspace. Only requests to erase a person use it. Default: none are sent.",
      ),
    ),
    region: Type.Optional(
      Type.Enum(['eu'], { description: 'Region of the workspace: eu. Default: the United States.' }),
    ),
  },
  { additionalProperties: false },
)

function allowed(signal: string): Source {
  return { from: signal, values: { granted: true, denied: false } }
}

// https://segment.com/docs/connections/spec/ecommerce/v2
const productFields = {
  product_id: 'item_id',
  name: 'item_name',
  brand: 'item_brand',
  category: 'item_category',
  variant: 'item_variant',
  price: 'price',
  quantity: 'quantity',
  coupon: 'coupon',
}
const products: Source = {
  each: 'items',
  map: { ...productFields, custom: { rest: { except: Object.values(productFields) } } },
}

/** Custom properties of an event: all but these. */
function others(...except: readonly string[]): Link {
  return custom('value', 'currency', ...except)
}

const listed: Link = { 'properties.products': products, ...others('items') }

const order: Link = {
  ...listed,
  ...others('items', 'transaction_id', 'tax', 'shipping'),
  'properties.value': null,
  'properties.order_id': 'transaction_id',
  'properties.total': 'value',
  'properties.tax': 'tax',
  'properties.shipping': 'shipping',
}

const viewed: Link = {
  ...listed,
  ...others('items', 'content_name'),
  'properties.category': 'content_name',
}

/** The traits of a user as members of this object. */
function traitsIn(object: string): Link {
  return {
    [`${object}.email`]: 'email',
    [`${object}.phone`]: 'phone',
    [`${object}.firstName`]: 'first_name',
    [`${object}.lastName`]: 'last_name',
    [`${object}.gender`]: 'gender',
    [`${object}.birthday`]: 'date_of_birth',
    [`${object}.address.city`]: 'city',
    [`${object}.address.state`]: 'region',
    [`${object}.address.postalCode`]: 'postal_code',
    [`${object}.address.country`]: 'country',
  }
}

/** Segment recommends an identify call after a user registers and after a user logs in. The properties of a track call do not change the
 * profile of the user. https://segment.com/docs/connections/spec/identify */
const identified: Link = { 'identify.traits.id': 'user_id', ...traitsIn('identify.traits') }

const app: Link = { 'properties.version': 'app_version' }

export const segment = defineTarget({
  name: 'segment',
  title: 'Segment',
  purpose: 'analytics',
  honours: null,
  docs: 'https://segment.com/docs/connections/sources/catalog/libraries/server/http-api',
  settings,
  events: {
    ...ownNames,
    view_content: 'Content Viewed',
    view_item: 'Product Viewed',
    view_item_list: 'Product List Viewed',
    select_item: 'Product Clicked',
    search: 'Products Searched',
    add_to_cart: 'Product Added',
    remove_from_cart: 'Product Removed',
    view_cart: 'Cart Viewed',
    add_to_wishlist: 'Product Added to Wishlist',
    begin_checkout: 'Checkout Started',
    add_shipping_info: 'Checkout Step Completed',
    add_payment_info: 'Payment Info Entered',
    purchase: 'Order Completed',
    refund: 'Order Refunded',
    lead: 'Lead Submitted',
    sign_up: 'Signed Up',
    login: 'Signed In',
    start_trial: 'Trial Started',
    share: 'Product Shared',
    app_install: 'Application Installed',
    app_open: 'Application Opened',
  },
  otherEvents: 'as_is',
  fields: segmentFields,
  keep: ['context.consent'],
  together: [
    ['properties.value', 'properties.currency'],
    // Segment takes revenue without a currency for US dollars.
    ['properties.revenue', 'properties.total', 'properties.currency'],
  ],
  // https://segment.com/docs/connections/spec/common: `integrations`, and further members of `context`.
  extra: true,
  linkage: {
    type: { const: 'track' },
    event: 'target_event',
    messageId: 'event_id',
    timestamp: { from: 'event_time', as: 'iso' },
    userId: 'user_id',
    anonymousId: 'anonymous_id',
    ...others(),
    'properties.value': 'value',
    'properties.currency': 'currency',
    'context.ip': 'ip',
    'context.userAgent': 'user_agent',
    'context.locale': 'locale',
    'context.timezone': 'timezone',
    'context.page.url': 'page_url',
    'context.page.referrer': 'page_referrer',
    'context.page.title': 'page_title',
    'context.campaign.name': 'utm_campaign',
    'context.campaign.source': 'utm_source',
    'context.campaign.medium': 'utm_medium',
    'context.campaign.term': 'utm_term',
    'context.campaign.content': 'utm_content',
    'context.campaign.id': 'utm_id',
    'context.device.id': 'vendor_id',
    'context.device.advertisingId': 'advertising_id',
    'context.device.manufacturer': 'device_brand',
    'context.device.model': 'device_model',
    'context.device.type': 'device_type',
    'context.os.name': 'os_name',
    'context.os.version': 'os_version',
    'context.app.name': 'app_name',
    'context.app.version': 'app_version',
    'context.app.namespace': 'app_id',
    ...traitsIn('context.traits'),
    'context.consent.categoryPreferences.ad_storage': allowed('consent.ad_storage'),
    'context.consent.categoryPreferences.ad_user_data': allowed('consent.ad_user_data'),
    'context.consent.categoryPreferences.ad_personalization': allowed('consent.ad_personalization'),
    'context.consent.categoryPreferences.analytics_storage': allowed('consent.analytics_storage'),
  },
  linkageByEvent: {
    page_view: {
      type: { const: 'page' },
      event: null,
      name: 'page_title',
      'properties.url': 'page_url',
      'properties.referrer': 'page_referrer',
      'properties.title': 'page_title',
    },
    search: { 'properties.query': 'search_term', ...others('search_term') },
    view_item: listed,
    view_item_list: viewed,
    select_item: listed,
    add_to_cart: listed,
    remove_from_cart: listed,
    view_cart: listed,
    add_to_wishlist: listed,
    begin_checkout: listed,
    add_shipping_info: {
      ...listed,
      ...others('items', 'shipping_tier'),
      'properties.shipping_method': 'shipping_tier',
    },
    add_payment_info: {
      ...listed,
      ...others('items', 'payment_type'),
      'properties.payment_method': 'payment_type',
    },
    purchase: { ...order, 'properties.revenue': 'value' },
    // Without `revenue`, which tools behind Segment would add to that of the order.
    refund: order,
    share: { ...others('method'), 'properties.share_via': 'method' },
    app_install: app,
    app_open: app,
  },
  profiles: {
    docs: 'https://segment.com/docs/connections/spec/identify',
    fields: ['identify'],
    linkage: identified,
  },
  time: undefined,
  dedup: 'messageId',
  identity: [['userId'], ['anonymousId']],
  test: null,
  // Half of the maximum of 2500 calls and 500 KB, because an event can be two calls.
  batch: { maxItems: 1250, maxBytes: 245_000, atomic: true },
  request: (events, { write_key, region }) => ({
    method: 'POST',
    url: `https://${region === 'eu' ? 'events.eu1.segmentapis.com' : 'api.segment.io'}/v1/batch`,
    headers: { authorization: basic(write_key, ''), 'content-type': 'application/json' },
    body: JSON.stringify({ batch: events.flatMap(callsOf) }),
    timeout: 10_000,
  }),
  classify: classifySegment,
  erase: {
    docs: 'https://docs.segmentapis.com/tag/Deletion-and-Suppression',
    settings: ['public_api_token'],
    supports: (field) => field === 'user_id',
    request: ({ value }, { public_api_token = '', region }) => ({
      method: 'POST',
      url: `https://${region === 'eu' ? 'eu1.' : ''}api.segmentapis.com/regulations`,
      headers: { authorization: `Bearer ${public_api_token}`, 'content-type': 'application/json' },
      // Deletes the user in the workspace and in the destinations that support it, and ignores later events.
      body: JSON.stringify({
        regulationType: 'SUPPRESS_WITH_DELETE',
        subjectType: 'USER_ID',
        subjectIds: [value],
      }),
      timeout: 10_000,
    }),
  },
})
