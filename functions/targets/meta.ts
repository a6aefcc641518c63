/** Target `meta`: Meta (Facebook, Instagram), with the Conversions API. It refuses a whole request for one invalid event. */
import { Type } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import { appData, withExtInfo } from './app_data.ts'
import { listBody } from './batch_body.ts'
import { amount, catalogueType, contentCategory, isoCurrency, pieces } from './commerce.ts'
import { ownNames } from './event_names.ts'
import { classifyMeta } from './meta_answer.ts'
import { metaFields } from './meta_event.ts'
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
    api_version: Type.Optional(
      Type.String({
        pattern: '^v[0-9]{1,3}\\.[0-9]$',
        description:
          'Version of the Graph API. Default: v25.0. Meta supports a version for at least two years.',
        examples: ['v25.0'],
      }),
    ),
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

// https://developers.facebook.com/docs/marketing-apis/data-processing-options
const states = {
  'US-CA': 1000,
  'US-CO': 1001,
  'US-CT': 1002,
  'US-FL': 1003,
  'US-OR': 1004,
  'US-TX': 1005,
  'US-MT': 1006,
  'US-DE': 1007,
  'US-NE': 1008,
  'US-NH': 1009,
  'US-NJ': 1010,
} as const

/** The state in which limited data use applies; for 0, Meta determines it. */
function byState(values: Readonly<Record<string, number>>): Source {
  return {
    when: { path: 'limited_data_use', eq: true },
    then: {
      first: [
        { from: 'consent.region', values },
        { template: '{country|upper}-{region|upper}', values },
      ],
      default: 0,
    },
  }
}

const countries = Object.fromEntries(Object.keys(states).map((state) => [state, 1]))

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
  data_processing_options: { list: [{ from: 'limited_data_use', values: { true: 'LDU' } }] },
  data_processing_options_country: byState(countries),
  data_processing_options_state: byState(states),
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
  request: (events, { dataset_id, access_token, api_version = 'v25.0', test_event_code }) => ({
    method: 'POST',
    url: `https://graph.facebook.com/${api_version}/${dataset_id}/events`,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: listBody('data', events.map(withExtInfo), { test_event_code }),
    timeout: 10_000,
  }),
  classify: classifyMeta,
})
