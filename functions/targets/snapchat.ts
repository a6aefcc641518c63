/** Target `snapchat`: Snapchat, with Conversions API v3, whose format is similar to Meta's. */
import { Type } from 'typebox'
import { refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, evidenceOf } from './answer.ts'
import { appData, withExtInfo } from './app_data.ts'
import { listBody } from './batch_body.ts'
import { amount, contentCategory, isoCurrency, pieces } from './commerce.ts'
import { inApp, offline } from './platform.ts'
import { snapchatFields } from './snapchat_event.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'
import { userData } from './user_data.ts'

const settings = Type.Object(
  {
    pixel_id: Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      description: 'Pixel id for web and offline events, or Snap app id for app events.',
      examples: ['1ec32188-754e-4be2-8e55-c949a984a39f'],
    }),
    access_token: Secret('Long-lived Conversions API token, from Business Settings > Business Details.'),
    validate_only: Type.Optional(
      Type.Boolean({ description: 'Makes Snapchat validate the events as test events, which do not count.' }),
    ),
  },
  { additionalProperties: false },
)

interface ResponseBody {
  status: string
  reason: string
}

/** https://developers.snap.com/api/marketing-api/Conversions-API/VerifySetUp */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { status = '', reason = '' } = bodyOf<ResponseBody>(response) ?? {}
  const isSuccess = response.status >= 200 && response.status < 300
  if (isSuccess && status === 'INVALID') {
    return events.map(() => ({ outcome: refused('rejected', evidenceOf(response, `${status} ${reason}`)) }))
  }
  const message = [status, reason].filter(Boolean).join(' ')
  return byVendorCode(response, events, { status: response.status, message })
}

export const snapchat = defineTarget({
  name: 'snapchat',
  title: 'Snapchat Conversions API',
  purpose: 'advertising',
  honours: {
    flag: 'data_processing_options',
    docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/Parameters',
  },
  docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/UsingTheAPI',
  settings,
  // To send a type that is null here, link `event_name` to one of CUSTOM_EVENT_1 to 5, whose meaning each account defines.
  events: {
    page_view: 'PAGE_VIEW',
    view_content: 'VIEW_CONTENT',
    view_item: 'VIEW_CONTENT',
    view_item_list: 'LIST_VIEW',
    select_item: null,
    search: 'SEARCH',
    add_to_cart: 'ADD_CART',
    remove_from_cart: null,
    view_cart: null,
    add_to_wishlist: 'ADD_TO_WISHLIST',
    begin_checkout: 'START_CHECKOUT',
    add_shipping_info: null,
    add_payment_info: 'ADD_BILLING',
    purchase: 'PURCHASE',
    refund: null,
    lead: 'SIGN_UP',
    sign_up: 'SIGN_UP',
    login: 'LOGIN',
    subscribe: 'SUBSCRIBE',
    start_trial: 'START_TRIAL',
    contact: null,
    schedule: 'RESERVE',
    find_location: null,
    customize_product: null,
    submit_application: null,
    donate: null,
    download: null,
    share: 'SHARE',
    tutorial_complete: 'COMPLETE_TUTORIAL',
    app_install: 'APP_INSTALL',
    app_open: 'APP_OPEN',
  },
  otherEvents: null,
  fields: snapchatFields,
  keep: ['app_data.advertiser_tracking_enabled', 'app_data.application_tracking_enabled'],
  together: [['custom_data.value', 'custom_data.currency']],
  // Snapchat's page lists more, such as those of travel ads.
  extra: true,
  linkage: {
    event_name: 'target_event',
    event_time: { from: 'event_time', as: 'seconds' },
    event_id: 'event_id',
    action_source: {
      first: [
        { when: inApp, then: { const: 'MOBILE_APP' } },
        { when: offline, then: { const: 'OFFLINE' } },
        { const: 'WEB' },
      ],
    },
    event_source_url: 'page_url',
    ...userData,
    'user_data.sc_click_id': 'sc_click_id',
    'user_data.sc_cookie1': 'sc_cookie1',
    'user_data.madid': 'advertising_id',
    'user_data.idfv': 'vendor_id',
    ...appData,
    'app_data.app_id': { when: inApp, then: 'app_id' },
    data_processing_options: { list: [{ from: 'limited_data_use', values: { true: 'LMU' } }] },
    'custom_data.value': amount,
    'custom_data.currency': isoCurrency,
    'custom_data.content_ids': { pluck: 'items.item_id' },
    'custom_data.contents': {
      each: 'items',
      map: { id: 'item_id', item_price: 'price', quantity: 'quantity', brand: 'item_brand' },
    },
    'custom_data.num_items': pieces,
    'custom_data.order_id': 'transaction_id',
    'custom_data.search_string': 'search_term',
    'custom_data.content_name': 'content_name',
    'custom_data.content_category': {
      first: [{ pluck: 'items.item_category' }, { list: [contentCategory] }],
    },
    'custom_data.brands': { pluck: 'items.item_brand' },
  },
  linkageByEvent: { sign_up: { 'custom_data.sign_up_method': 'method' } },
  // https://developers.snap.com/api/marketing-api/Conversions-API/Introduction: a maximum of 37 days back
  time: { maxAge: 37 * 24 * 3600, maxFuture: 60 },
  dedup: 'event_id',
  identity: [
    ['user_data.em'],
    ['user_data.ph'],
    ['user_data.madid'],
    ['user_data.client_ip_address', 'user_data.client_user_agent'],
  ],
  test: 'validate_only',
  batch: { maxItems: 2000, maxBytes: 1_000_000, atomic: true },
  request: (events, { pixel_id, access_token, validate_only }) => ({
    method: 'POST',
    // Snapchat documents only this parameter for a long-lived token.
    url:
      `https://tr.snapchat.com/v3/${pixel_id}/events${validate_only ? '/validate' : ''}` +
      `?access_token=${encodeURIComponent(access_token)}`,
    headers: { 'content-type': 'application/json' },
    body: listBody('data', events.map(withExtInfo)),
    timeout: 10_000,
  }),
  classify,
})
