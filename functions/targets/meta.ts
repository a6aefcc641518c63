/** Target `meta`: Meta (Facebook, Instagram), with the Conversions API. It refuses a whole request for one invalid event. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { appData, withExtInfo } from './app_data.ts'
import { listBody } from './batch_body.ts'
import { amount, catalogueType, contentCategory, isoCurrency, pieces } from './commerce.ts'
import { ownNames } from './event_names.ts'
import { classifyMeta } from './meta_answer.ts'
import { metaDataUse } from './meta_data_use.ts'
import { metaFields } from './meta_event.ts'
import { GraphVersion, graphUrl } from './meta_graph.ts'
import { inApp } from './platform.ts'
import { defineTarget, Secret } from './target.ts'
import { userData } from './user_data.ts'

const settings = Type.Object(
  {
    dataset_id: Type.String({
      pattern: '^[0-9]{1,20}$',
      description: 'Id of the dataset (formerly pixel), from Events Manager.',
      examples: ['1234567890123456'],
    }),
    access_token: Secret('Access token of the dataset, from Events Manager > Settings > Conversions API.'),
    api_version: GraphVersion,
    test_event_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Sends the events to the page Test events of Events Manager, under this code.',
        examples: ['TEST12345'],
      }),
    ),
  },
  { additionalProperties: false },
)

const linkage: Link = {
  event_name: 'target_event',
  event_time: { from: 'event_time', as: 'seconds' },
  event_id: 'event_id',
  action_source: {
    from: 'action_source',
    values: {
      web: 'website',
      app: 'app',
      store: 'physical_store',
      email: 'email',
      phone: 'phone_call',
      chat: 'chat',
      system: 'system_generated',
      other: 'other',
    },
    default: 'website',
  },
  event_source_url: 'page_url',
  referrer_url: 'page_referrer',
  ...userData,
  // https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
  // A producer may have the click id itself in `fbc`. The field drops the prefix again if there is one already.
  'user_data.fbc': {
    first: [
      { template: 'fb.1.{event_time|milliseconds}.{fbc}' },
      { template: 'fb.1.{event_time|milliseconds}.{fbclid}' },
    ],
  },
  'user_data.fbp': 'fbp',
  'user_data.madid': { when: inApp, then: 'advertising_id' },
  ...appData,
  'app_data.vendor_id': { when: inApp, then: 'vendor_id' },
  opt_out: { from: 'consent.ad_personalization', values: { denied: true } },
  ...metaDataUse,
  'custom_data.value': amount,
  'custom_data.currency': isoCurrency,
  'custom_data.content_ids': { pluck: 'items.item_id' },
  'custom_data.contents': {
    each: 'items',
    map: {
      id: 'item_id',
      quantity: { from: 'quantity', default: 1 },
      item_price: 'price',
      title: 'item_name',
      brand: 'item_brand',
      category: 'item_category',
    },
  },
  'custom_data.content_type': catalogueType,
  'custom_data.num_items': pieces,
  'custom_data.order_id': 'transaction_id',
  'custom_data.search_string': 'search_term',
  'custom_data.content_name': 'content_name',
  'custom_data.content_category': contentCategory,
}

const day = 24 * 3600

/** Each of these is sufficient for a match. */
const keys =
  'em ph external_id fbc fbp madid anon_id lead_id subscription_id fb_login_id ctwa_clid page_scoped_user_id ig_sid'.split(
    ' ',
  )

export const meta = defineTarget({
  name: 'meta',
  title: 'Meta Conversions API',
  purpose: 'advertising',
  honours: {
    flag: 'data_processing_options',
    docs: 'https://developers.facebook.com/docs/marketing-apis/data-processing-options',
  },
  docs: 'https://developers.facebook.com/docs/marketing-api/conversions-api',
  settings,
  events: {
    ...ownNames,
    page_view: 'PageView',
    view_content: 'ViewContent',
    view_item: 'ViewContent',
    view_item_list: 'ViewContent',
    search: 'Search',
    add_to_cart: 'AddToCart',
    add_to_wishlist: 'AddToWishlist',
    begin_checkout: 'InitiateCheckout',
    add_payment_info: 'AddPaymentInfo',
    purchase: 'Purchase',
    lead: 'Lead',
    sign_up: 'CompleteRegistration',
    subscribe: 'Subscribe',
    start_trial: 'StartTrial',
    contact: 'Contact',
    schedule: 'Schedule',
    find_location: 'FindLocation',
    customize_product: 'CustomizeProduct',
    submit_application: 'SubmitApplication',
    donate: 'Donate',
  },
  otherEvents: 'as_is',
  fields: metaFields,
  keep: [
    'opt_out',
    'data_processing_options_country',
    'data_processing_options_state',
    'app_data.advertiser_tracking_enabled',
    'app_data.application_tracking_enabled',
  ],
  together: [['custom_data.value', 'custom_data.currency']],
  // Meta's pages list more: `messaging_channel`, `customer_segmentation` and others.
  extra: true,
  linkage,
  time: {
    maxAge: ({ action_source }) => (action_source === 'physical_store' ? 62 : 7) * day,
    // Meta accepts no future events, but a producer's clock may be slightly fast.
    maxFuture: 60,
  },
  dedup: 'event_id',
  identity: [
    ...keys.map((key) => [`user_data.${key}`]),
    ['user_data.client_ip_address', 'user_data.client_user_agent'],
  ],
  test: 'test_event_code',
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: true },
  request: (events, { dataset_id, access_token, api_version, test_event_code }) => ({
    method: 'POST',
    url: graphUrl(api_version, `${dataset_id}/events`),
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: listBody('data', events.map(withExtInfo), { test_event_code }),
    timeout: 10_000,
  }),
  classify: classifyMeta,
})
