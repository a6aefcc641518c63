/** Target `reddit`: Reddit, with Conversions API v3. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept } from './answer.ts'
import { listBody } from './batch_body.ts'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { amount, isoCurrency, pieces } from './commerce.ts'
import { allNamed } from './event_names.ts'
import { Hashed, Plain } from './personal.ts'
import { gaid, idfa, offline } from './platform.ts'
import { requires } from './requirement.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    pixel_id: Type.String({
      pattern: '^[A-Za-z0-9_]{1,64}$',
      description: 'Id of the pixel, from Events Manager.',
      examples: ['a2_fyqaz1b2c3d4'],
    }),
    access_token: Secret('Conversion access token, from Events Manager > Conversions API.'),
    test_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Sends the events to Event testing of Events Manager, under this id.',
        examples: ['t2_test'],
      }),
    ),
  },
  { additionalProperties: false },
)

const trackingTypes =
  'PAGE_VISIT VIEW_CONTENT SEARCH ADD_TO_CART ADD_TO_WISHLIST PURCHASE LEAD SIGN_UP CUSTOM'.split(' ')

// https://business.reddithelp.com/s/article/manual-advanced-matching
const User = strictObject(
  {},
  {
    email: Hashed('email_any_alias'),
    external_id: Hashed('trim'),
    phone_number: Hashed('phone_e164'),
    ip_address: Hashed('ip'),
    idfa: Hashed('trim'),
    aaid: Hashed('lower'),
    user_agent: Plain('trim'),
    uuid: Plain('trim'),
    screen_dimensions: strictObject({ width: Type.Integer(), height: Type.Integer() }),
    data_processing_options: strictObject(
      { modes: Type.Array(Type.Enum(['LDU'])) },
      { country: Plain('country_upper'), region: Plain('name') },
    ),
  },
)

const Product = strictObject(
  {},
  {
    id: ShortText,
    name: ShortText,
    category: ShortText,
    quantity: Type.Integer({ minimum: 0 }),
    item_price: Type.Number(),
  },
)

const fields = strictObject(
  {
    event_at: Epoch,
    action_source: Type.Enum(['WEBSITE', 'APP', 'PHYSICAL_STORE', 'OTHER']),
    type: strictObject(
      { tracking_type: Type.Enum(trackingTypes) },
      { custom_event_name: Type.String({ minLength: 1, maxLength: 64, whole: true }) },
      requires(['custom_event_name'], { field: 'tracking_type', is: ['CUSTOM'] }),
    ),
    user: User,
  },
  {
    click_id: Plain('trim'),
    event_source_url: ShortText,
    metadata: strictObject(
      {},
      {
        conversion_id: ShortText,
        currency: Currency,
        value: Type.Number(),
        item_count: Type.Integer({ minimum: 0 }),
        products: Type.Array(Product),
      },
    ),
  },
)

const isLimited = { path: 'limited_data_use', eq: true } as const

const linkage: Link = {
  event_at: { from: 'event_time', as: 'milliseconds' },
  action_source: {
    first: [
      { from: 'action_source', values: { app: 'APP', store: 'PHYSICAL_STORE' } },
      { when: offline, then: { const: 'OTHER' } },
      { const: 'WEBSITE' },
    ],
  },
  event_source_url: 'page_url',
  click_id: 'rdt_cid',
  'type.tracking_type': 'target_event',
  'type.custom_event_name': { when: { path: 'target_event', eq: 'CUSTOM' }, then: 'event_name' },
  'user.email': 'email',
  'user.external_id': { first: ['user_id', 'anonymous_id'] },
  'user.phone_number': 'phone',
  'user.ip_address': 'ip',
  'user.idfa': idfa,
  'user.aaid': gaid,
  'user.user_agent': 'user_agent',
  'user.uuid': 'rdt_uuid',
  'user.data_processing_options.modes': { list: [{ when: isLimited, then: { const: 'LDU' } }] },
  'user.data_processing_options.country': { when: isLimited, then: 'country' },
  // Assumption: the code without the country, as in Reddit's pixel.
  'user.data_processing_options.region': { when: isLimited, then: 'region' },
  'metadata.conversion_id': 'event_id',
  'metadata.value': amount,
  'metadata.currency': isoCurrency,
  'metadata.item_count': pieces,
  'metadata.products': {
    each: 'items',
    map: {
      id: 'item_id',
      name: 'item_name',
      category: 'item_category',
      quantity: 'quantity',
      item_price: 'price',
    },
  },
}

/** Reddit accepts no item count for these events. */
const withoutCount: Link = { 'metadata.item_count': null }
/** Reddit accepts neither item count nor value for these events. */
const withoutValue: Link = { ...withoutCount, 'metadata.value': null, 'metadata.currency': null }

interface Invalid {
  error_message?: string
  message?: string
  metadata?: { conversion_id?: string }
  event_metadata?: { conversion_id?: string }
  event?: { metadata?: { conversion_id?: string } }
}

interface ResponseBody {
  message: string
  error: { message?: string; reason?: string } | null
  invalid_events: readonly Invalid[] | null
  data: { invalid_events?: readonly Invalid[] | null } | null
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const body = bodyOf<ResponseBody>(response) ?? {}
  const { error } = body
  const invalid = body.invalid_events ?? body.data?.invalid_events ?? []
  const message = error?.message ?? error?.reason ?? body.message ?? ''
  if (invalid.length === 0 || response.status >= 300) {
    return byVendorCode(response, events, { status: response.status, message })
  }
  const faults = new Map(
    invalid.map((each) => {
      const { metadata, event_metadata, event } = each
      const id = (metadata ?? event_metadata ?? event?.metadata)?.conversion_id
      return [events.findIndex((sent) => sent.id === id), each.error_message ?? each.message ?? message]
    }),
  )
  if (!faults.has(-1)) return acceptedExcept(response, events, faults)
  // The invalid events are unknown, so 400 makes delivery bisect the request. Reddit drops duplicates by their conversion id.
  return byVendorCode(response, events, { status: 400, message: faults.get(-1)! })
}

export const reddit = defineTarget({
  name: 'reddit',
  title: 'Reddit Conversions API',
  purpose: 'advertising',
  honours: {
    flag: 'user.data_processing_options.modes',
    docs: 'https://ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events',
  },
  docs: 'https://ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events',
  settings,
  events: {
    ...allNamed('CUSTOM'),
    page_view: 'PAGE_VISIT',
    view_content: 'VIEW_CONTENT',
    view_item: 'VIEW_CONTENT',
    view_item_list: 'VIEW_CONTENT',
    search: 'SEARCH',
    add_to_cart: 'ADD_TO_CART',
    add_to_wishlist: 'ADD_TO_WISHLIST',
    purchase: 'PURCHASE',
    lead: 'LEAD',
    sign_up: 'SIGN_UP',
  },
  otherEvents: { name: 'CUSTOM' },
  fields,
  together: [['metadata.value', 'metadata.currency']],
  linkage,
  linkageByEvent: {
    page_view: withoutValue,
    view_content: withoutValue,
    view_item: withoutValue,
    view_item_list: withoutValue,
    search: withoutValue,
    lead: withoutCount,
    sign_up: withoutCount,
  },
  time: { maxAge: 168 * 3600, maxFuture: 5 * 60 },
  dedup: 'metadata.conversion_id',
  identity: [
    ...[
      'user.email',
      'user.external_id',
      'user.phone_number',
      'user.idfa',
      'user.aaid',
      'user.uuid',
      'click_id',
    ].map((path) => [path]),
    ['user.ip_address', 'user.user_agent'],
  ],
  test: 'test_id',
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: true },
  request: (events, { pixel_id, access_token, test_id }) => ({
    method: 'POST',
    url: `https://ads-api.reddit.com/api/v3/pixels/${pixel_id}/conversion_events`,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: `{"data":${listBody('events', events, { test_id })}}`,
    timeout: 10_000,
  }),
  classify,
})
