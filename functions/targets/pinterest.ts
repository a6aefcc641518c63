/** Target `pinterest`: Pinterest, with the Conversions API. It accepts or refuses each event of a request separately. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept } from './answer.ts'
import { listBody } from './batch_body.ts'
import { contentCategory, isoCurrency, pieces } from './commerce.ts'
import { allNamed } from './event_names.ts'
import { pinterestFields } from './pinterest_event.ts'
import { inApp, offline, onApple } from './platform.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, maxAgeDays, Secret, type Attempt, type LinkedEvent } from './target.ts'
import { userData } from './user_data.ts'

const settings = Type.Object(
  {
    ad_account_id: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Id of the ad account, digits only.',
      examples: ['549755885175'],
    }),
    access_token: Secret('Conversion access token, from Ads Manager > Conversions > Set up API.'),
    max_age_days: maxAgeDays('Pinterest', 7),
    validate_only: Type.Optional(
      Type.Boolean({ description: 'Makes Pinterest validate the events without recording them, for tests.' }),
    ),
  },
  { additionalProperties: false },
)

/** With 422, the events are in `details`. */
interface ResponseBody {
  message: string
  events: readonly { status?: string; error_message?: string | null }[]
  details: { events?: ResponseBody['events'] } | null
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { message = '', details, events: listed } = bodyOf<ResponseBody>(response) ?? {}
  const results = listed ?? details?.events ?? []
  const isPerEvent = (response.status < 300 || response.status === 422) && results.length > 0
  if (!isPerEvent) return byVendorCode(response, events, { status: response.status, message })
  const failed = results.flatMap(({ status, error_message }, index) =>
    status === 'failed' ? [[index, error_message ?? message] as const] : [],
  )
  return acceptedExcept(response, events, new Map(failed))
}

export const pinterest = defineTarget({
  name: 'pinterest',
  title: 'Pinterest Conversions API',
  purpose: 'advertising',
  honours: {
    flag: 'custom_data.opt_out_type',
    docs: 'https://developers.pinterest.com/docs/track-conversions/use-limited-data-processing-flag/',
  },
  docs: 'https://developers.pinterest.com/docs/api/v5/events-create/',
  settings,
  events: {
    ...allNamed('custom'),
    page_view: 'page_visit',
    view_content: 'view_content',
    view_item: 'view_content',
    view_item_list: 'view_category',
    search: 'search',
    add_to_cart: 'add_to_cart',
    add_to_wishlist: 'add_to_wishlist',
    begin_checkout: 'initiate_checkout',
    add_payment_info: 'add_payment_info',
    purchase: 'checkout',
    // As a custom event it would count as a conversion of its value.
    refund: null,
    lead: 'lead',
    sign_up: 'signup',
    subscribe: 'subscribe',
    start_trial: 'start_trial',
    contact: 'contact',
    schedule: 'schedule',
    find_location: 'find_location',
    customize_product: 'customize_product',
    submit_application: 'submit_application',
    app_install: 'app_install',
    app_open: 'app_open',
  },
  otherEvents: { name: 'custom' },
  fields: pinterestFields,
  // Pinterest calls it an opt-out of tracking, and of personalized ads in apps; `opt_out_type` is for the laws of US states.
  keep: ['opt_out'],
  // Without a currency, the value counts in that of the account.
  together: [['custom_data.value', 'custom_data.currency']],
  linkage: {
    event_name: 'target_event',
    event_time: { from: 'event_time', as: 'seconds' },
    event_id: 'event_id',
    action_source: {
      first: [
        {
          when: inApp,
          then: { when: onApple, then: { const: 'app_ios' }, else: { const: 'app_android' } },
        },
        { when: offline, then: { const: 'offline' } },
        { const: 'web' },
      ],
    },
    event_source_url: 'page_url',
    ...userData,
    'user_data.click_id': 'epik',
    'user_data.hashed_maids': { list: ['advertising_id'] },
    opt_out: { from: 'limited_data_use', values: { true: true } },
    'custom_data.opt_out_type': { from: 'limited_data_use', values: { true: 'LDP' } },
    'custom_data.value': { from: 'value', as: 'string' },
    'custom_data.currency': isoCurrency,
    'custom_data.content_ids': { pluck: 'items.item_id' },
    'custom_data.contents': {
      each: 'items',
      map: {
        id: 'item_id',
        item_price: { from: 'price', as: 'string' },
        quantity: 'quantity',
        item_name: 'item_name',
        item_category: 'item_category',
        item_brand: 'item_brand',
      },
    },
    'custom_data.num_items': pieces,
    'custom_data.order_id': 'transaction_id',
    'custom_data.search_string': 'search_term',
    'custom_data.content_name': 'content_name',
    'custom_data.content_category': contentCategory,
    'app_info.app_package_name': { when: inApp, then: 'app_id' },
    app_id: 'app_id',
    app_name: 'app_name',
    app_version: 'app_version',
    device_brand: 'device_brand',
    device_model: 'device_model',
    device_type: 'device_type',
    os_version: 'os_version',
    language: 'locale',
  },
  // As for Meta, whose format this is. Neither the specification nor the guide states a maximum age.
  time: { maxAge: 7 * 24 * 3600, maxFuture: 60, assumed: true },
  dedup: 'event_id',
  identity: [
    ['user_data.em'],
    ['user_data.hashed_maids'],
    ['user_data.client_ip_address', 'user_data.client_user_agent'],
  ],
  test: 'validate_only',
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: false },
  request: (events, { ad_account_id, access_token, validate_only }) => ({
    method: 'POST',
    url: `https://api.pinterest.com/v5/ad_accounts/${ad_account_id}/events${validate_only ? '?test=true' : ''}`,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: listBody('data', events),
    timeout: 10_000,
  }),
  classify,
})
