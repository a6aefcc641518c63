/** Target `tiktok`: TikTok, with Events API 2.0. It responds 200 to every request; the result is a code in the body. */
import { Type } from 'typebox'
import { listBody } from './batch_body.ts'
import { amount, catalogueType, isoCurrency, pieces } from './commerce.ts'
import { ownNames } from './event_names.ts'
import { gaid, idfa } from './platform.ts'
import { withAll } from './presence.ts'
import { defineTarget, maxAgeDays, Secret } from './target.ts'
import { classifyTikTok } from './tiktok_answer.ts'
import { tiktokFields } from './tiktok_event.ts'

const settings = Type.Object(
  {
    event_source_id: Type.String({
      pattern: '^[A-Za-z0-9]{1,64}$',
      description: 'Pixel code, app id, offline or CRM event set id, from TikTok Events Manager.',
      examples: ['C4A1B2C3D4E5F6G7H8I0'],
    }),
    event_source: Type.Optional(
      Type.Enum(['web', 'app', 'offline', 'crm'], {
        description: 'Type of event_source_id. Default: web, which is a pixel.',
      }),
    ),
    access_token: Secret('Access token of the Events API, from TikTok Events Manager > Settings.'),
    max_age_days: maxAgeDays('TikTok', 7),
    test_event_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Sends the events to the page Test Events of Events Manager, under this code.',
        examples: ['TEST12345'],
      }),
    ),
  },
  { additionalProperties: false },
)

export const tiktok = defineTarget({
  name: 'tiktok',
  title: 'TikTok Events API',
  purpose: 'advertising',
  honours: {
    flag: 'limited_data_use',
    docs: 'https://business-api.tiktok.com/portal/docs?id=1771101303285761',
  },
  docs: 'https://business-api.tiktok.com/portal/docs?id=1771100865818625',
  settings,
  events: {
    ...ownNames,
    page_view: 'Pageview',
    view_content: 'ViewContent',
    view_item: 'ViewContent',
    view_item_list: 'ViewContent',
    select_item: 'ClickButton',
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
    download: 'Download',
  },
  otherEvents: 'as_is',
  fields: tiktokFields,
  keep: ['user.att_status'],
  together: [['properties.value', 'properties.currency']],
  // TikTok's page lists more properties, such as those of travel and cars.
  extra: true,
  linkage: {
    event: 'target_event',
    event_time: { from: 'event_time', as: 'seconds' },
    event_id: 'event_id',
    'user.email': 'email',
    'user.phone': 'phone',
    'user.external_id': { first: ['user_id', 'anonymous_id'] },
    'user.first_name': 'first_name',
    'user.last_name': 'last_name',
    'user.city': 'city',
    'user.state': 'region',
    'user.country': 'country',
    'user.zip_code': 'postal_code',
    'user.ttclid': 'ttclid',
    'user.ttp': 'ttp',
    'user.ip': 'ip',
    'user.user_agent': 'user_agent',
    'user.locale': 'locale',
    'user.idfa': idfa,
    'user.gaid': gaid,
    'user.idfv': 'vendor_id',
    'user.att_status': { from: 'att_status', as: 'upper' },
    'page.url': 'page_url',
    'page.referrer': withAll(['page_url'], 'page_referrer'),
    'app.app_id': 'app_id',
    'app.app_name': withAll(['app_id'], 'app_name'),
    'app.app_version': withAll(['app_id'], 'app_version'),
    limited_data_use: 'limited_data_use',
    'properties.value': amount,
    'properties.currency': isoCurrency,
    'properties.contents': {
      each: 'items',
      map: {
        content_id: 'item_id',
        content_name: 'item_name',
        content_category: 'item_category',
        brand: 'item_brand',
        price: 'price',
        quantity: 'quantity',
      },
    },
    'properties.content_type': catalogueType,
    'properties.num_items': pieces,
    'properties.order_id': 'transaction_id',
    'properties.query': 'search_term',
    'properties.search_string': 'search_term',
    'properties.description': 'content_name',
  },
  // As for Meta. TikTok's public pages state no maximum age; its partners say 28 days for offline events:
  // https://docs.amperity.com/datagrid/events_tiktok_ads.html
  time: { maxAge: 7 * 24 * 3600, maxFuture: 60, assumed: true },
  dedup: 'event_id',
  identity: [
    ...['email', 'phone', 'external_id', 'ttclid', 'ttp', 'idfa', 'idfv', 'gaid'].map((key) => [
      `user.${key}`,
    ]),
    ['user.ip', 'user.user_agent'],
    ['lead.lead_id'],
  ],
  test: 'test_event_code',
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: true },
  request: (events, { event_source_id, event_source = 'web', access_token, test_event_code }) => ({
    method: 'POST',
    url: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
    headers: { 'access-token': access_token, 'content-type': 'application/json' },
    body: listBody('data', events, { event_source, event_source_id, test_event_code }),
    timeout: 10_000,
  }),
  classify: classifyTikTok,
})
