/** Target layer: the fields of events of target `klaviyo`, and the property names of Klaviyo's own metrics, which its templates read.
 * https://developers.klaviyo.com/en/docs/guide_to_integrating_a_platform_without_a_pre_built_klaviyo_integration */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { amount, orderOrEventId, total } from './commerce.ts'
import { AnyObject } from './custom.ts'
import { pageContext } from './page_context.ts'
import { Plain } from './personal.ts'

const Profile = strictObject(
  {},
  {
    /** Sent as the id of the profile resource. */
    id: ShortText,
    email: Plain('email'),
    phone_number: Plain('phone_e164'),
    external_id: Plain('trim', { maxLength: 255 }),
    anonymous_id: Plain('trim'),
    _kx: Plain('trim'),
    first_name: Plain('trim'),
    last_name: Plain('trim'),
    organization: ShortText,
    title: ShortText,
    image: ShortText,
    locale: ShortText,
    location: strictObject(
      {},
      {
        address1: Plain('trim'),
        address2: Plain('trim'),
        city: Plain('trim'),
        region: Plain('trim'),
        zip: Plain('trim'),
        country: Plain('country_upper'),
        timezone: ShortText,
        ip: Plain('ip'),
      },
    ),
    properties: AnyObject,
  },
)

/** A JSON:API resource. */
function Resource(type: string, attributes: ReturnType<typeof strictObject>) {
  return strictObject({ data: strictObject({ type: Type.Literal(type), attributes }) })
}

// https://developers.klaviyo.com/en/reference/create_event
export const klaviyoFields = strictObject(
  {
    metric: Resource(
      'metric',
      // "Must be less than 128 characters."
      strictObject({ name: Type.String({ minLength: 1, maxLength: 127 }) }, { service: ShortText }),
    ),
    profile: Resource('profile', Profile),
    time: Type.String({ format: 'date-time' }),
    unique_id: ShortText,
  },
  {
    properties: Type.Object({}, { additionalProperties: Type.Unknown(), maxProperties: 400 }),
    value: Type.Number(),
    value_currency: Currency,
    /** Set for replays and old events, unless a link fills it. */
    backfill: Type.Boolean(),
  },
)

/** Path of the profile. */
export const klaviyoProfile = 'profile.data.attributes'

/** Members of the profile that Klaviyo stores, whatever the event. The others only identify the person. */
export const klaviyoProfileFields: readonly string[] = [
  'first_name',
  'last_name',
  'organization',
  'title',
  'image',
  'locale',
  'location',
  'properties',
].map((name) => `${klaviyoProfile}.${name}`)

/** Fills them. */
export const klaviyoPerson: Link = {
  [`${klaviyoProfile}.first_name`]: 'first_name',
  [`${klaviyoProfile}.last_name`]: 'last_name',
  [`${klaviyoProfile}.locale`]: 'locale',
  [`${klaviyoProfile}.location.city`]: 'city',
  [`${klaviyoProfile}.location.region`]: 'region',
  [`${klaviyoProfile}.location.zip`]: 'postal_code',
  [`${klaviyoProfile}.location.country`]: 'country',
  [`${klaviyoProfile}.location.timezone`]: 'timezone',
  [`${klaviyoProfile}.location.ip`]: 'ip',
}

export const klaviyoLinkage: Link = {
  'metric.data.type': { const: 'metric' },
  'metric.data.attributes.name': 'target_event',
  'profile.data.type': { const: 'profile' },
  [`${klaviyoProfile}.email`]: 'email',
  [`${klaviyoProfile}.phone_number`]: 'phone',
  [`${klaviyoProfile}.external_id`]: 'user_id',
  [`${klaviyoProfile}.anonymous_id`]: 'anonymous_id',
  [`${klaviyoProfile}._kx`]: 'kx',
  time: { from: 'event_time', as: 'iso' },
  unique_id: 'event_id',
  properties: { rest: {} },
  ...pageContext('properties'),
  value: amount,
  value_currency: 'currency',
}

/** The items as `Items`. The request adds `RowTotal` and, for metrics of one product, its properties. `categories`: the name that Klaviyo's
 * guide has for the categories of an item in these metrics. */
function withItems(categories: string): Link {
  return {
    'properties.Items': {
      each: 'items',
      map: {
        ProductID: 'item_id',
        SKU: 'item_id',
        ProductName: 'item_name',
        Variant: 'item_variant',
        Quantity: { from: 'quantity', as: 'number', default: 1 },
        ItemPrice: { from: 'price', as: 'number' },
        ProductURL: 'item_url',
        ImageURL: 'image_url',
        [categories]: { list: ['item_category'] },
        Brand: 'item_brand',
      },
    },
    'properties.ItemNames': { pluck: 'items.item_name' },
    'properties.Categories': { pluck: 'items.item_category' },
    value: total,
  }
}

const cart = withItems('ProductCategories')

/** An order. The guide asks for its id as `unique_id`, also of its refund: Klaviyo then records it once. */
const order: Link = {
  ...withItems('Categories'),
  unique_id: orderOrEventId,
  'properties.OrderId': 'transaction_id',
  'properties.DiscountCode': 'coupon',
  'properties.Brands': { pluck: 'items.item_brand' },
}

export const klaviyoLinksByEvent = {
  page_view: { 'properties.page': 'page_url' },
  view_item: { ...withItems('Categories'), 'properties.URL': 'page_url' },
  add_to_cart: cart,
  begin_checkout: { ...cart, 'properties.CheckoutURL': 'page_url' },
  // A guest signs up nowhere, so the order has the name and the address.
  purchase: { ...klaviyoPerson, ...order },
  refund: order,
} satisfies Readonly<Record<string, Link>>
