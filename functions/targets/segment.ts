/** Target `segment`: Segment, with the HTTP API and the names of its ecommerce spec. */
import { Type } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import { basic } from './basic_auth.ts'
import { byStatus } from './classify.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { custom, AnyObject, withCustom } from './custom.ts'
import { ownNames } from './event_names.ts'
import { Plain } from './personal.ts'
import { requires } from './requirement.ts'
import { defineTarget, Secret } from './target.ts'

const settings = Type.Object(
  {
    write_key: Secret('Write key of the source.'),
    region: Type.Optional(
      Type.Enum(['eu'], { description: 'Region of the workspace: eu. Default: the United States.' }),
    ),
  },
  { additionalProperties: false },
)

// https://segment.com/docs/connections/spec/common/#context
const Context = strictObject(
  {},
  {
    ip: Plain('ip'),
    userAgent: Plain('trim'),
    locale: ShortText,
    timezone: ShortText,
    page: strictObject(
      {},
      { url: ShortText, referrer: ShortText, title: ShortText, path: ShortText, search: ShortText },
    ),
    campaign: strictObject(
      {},
      {
        name: ShortText,
        source: ShortText,
        medium: ShortText,
        term: ShortText,
        content: ShortText,
        id: ShortText,
      },
    ),
    device: strictObject(
      {},
      {
        id: ShortText,
        advertisingId: Plain('trim'),
        manufacturer: ShortText,
        model: ShortText,
        type: ShortText,
      },
    ),
    os: strictObject({}, { name: ShortText, version: ShortText }),
    app: strictObject({}, { name: ShortText, version: ShortText, namespace: ShortText }),
    traits: strictObject(
      {},
      {
        email: Plain('email'),
        phone: Plain('phone_e164'),
        firstName: Plain('name'),
        lastName: Plain('name'),
        gender: Plain('name'),
        birthday: Plain('name'),
        address: strictObject(
          {},
          {
            city: Plain('name'),
            state: Plain('name'),
            postalCode: Plain('name'),
            country: Plain('country_upper'),
          },
        ),
      },
    ),
    consent: strictObject({ categoryPreferences: Type.Record(Type.String(), Type.Boolean()) }),
  },
)

// https://segment.com/docs/connections/sources/catalog/libraries/server/http-api
const fields = strictObject(
  {
    type: Type.Enum(['track', 'page']),
    messageId: Type.String({ minLength: 1, maxLength: 100 }),
    timestamp: Type.String({ format: 'date-time' }),
  },
  {
    context: Context,
    event: ShortText,
    name: ShortText,
    userId: Plain('trim'),
    anonymousId: Plain('trim'),
    properties: Type.Object({ currency: Type.Optional(Currency) }, { additionalProperties: Type.Unknown() }),
    custom: AnyObject,
  },
  { allOf: [requires(['event'], { field: 'type', is: ['track'] })] },
)

function allowed(signal: string): Source {
  return { from: signal, values: { granted: true, denied: false } }
}

// https://segment.com/docs/connections/spec/ecommerce/v2
const products: Source = {
  each: 'items',
  map: {
    product_id: 'item_id',
    name: 'item_name',
    brand: 'item_brand',
    category: 'item_category',
    variant: 'item_variant',
    price: 'price',
    quantity: 'quantity',
    coupon: 'coupon',
  },
}

const listed: Link = { 'properties.products': products, ...custom('items') }
const order: Link = {
  ...custom('items', 'transaction_id', 'value'),
  'properties.products': products,
  'properties.order_id': 'transaction_id',
  'properties.total': 'value',
}

const viewed: Link = {
  'properties.products': products,
  'properties.category': 'content_name',
  ...custom('items', 'content_name'),
}

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
  fields,
  linkage: {
    type: { const: 'track' },
    event: 'target_event',
    messageId: 'event_id',
    timestamp: { from: 'event_time', as: 'iso' },
    userId: 'user_id',
    anonymousId: 'anonymous_id',
    ...custom(),
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
    'context.traits.email': 'email',
    'context.traits.phone': 'phone',
    'context.traits.firstName': 'first_name',
    'context.traits.lastName': 'last_name',
    'context.traits.gender': 'gender',
    'context.traits.birthday': 'date_of_birth',
    'context.traits.address.city': 'city',
    'context.traits.address.state': 'region',
    'context.traits.address.postalCode': 'postal_code',
    'context.traits.address.country': 'country',
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
    search: { 'properties.query': 'search_term', ...custom('search_term') },
    view_item: listed,
    view_item_list: viewed,
    select_item: listed,
    add_to_cart: listed,
    remove_from_cart: listed,
    view_cart: listed,
    add_to_wishlist: listed,
    begin_checkout: listed,
    add_shipping_info: listed,
    add_payment_info: listed,
    purchase: order,
    refund: order,
  },
  time: undefined,
  dedup: 'messageId',
  identity: [['userId'], ['anonymousId']],
  test: null,
  batch: { maxItems: 2500, maxBytes: 490_000, atomic: true },
  request: (events, { write_key, region }) => ({
    method: 'POST',
    url: `https://${region === 'eu' ? 'events.eu1.segmentapis.com' : 'api.segment.io'}/v1/batch`,
    headers: { authorization: basic(write_key, ''), 'content-type': 'application/json' },
    body: JSON.stringify({ batch: events.map((event) => withCustom(event, 'properties')) }),
    timeout: 10_000,
  }),
  classify: byStatus,
})
