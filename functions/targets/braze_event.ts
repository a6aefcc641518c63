/** Target layer: the fields of events of target `braze`, how an event of a shop becomes one of Braze's recommended events, and the attributes
 * with which an event updates the profile of its user. */
import { Type } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { total } from './commerce.ts'
import { AnyObject } from './custom.ts'
import { pageContext } from './page_context.ts'
import { Plain } from './personal.ts'
import type { LinkedEvent } from './target.ts'

// https://www.braze.com/docs/user_guide/data/activation/events/recommended_events
const Product = Type.Object(
  {
    product_id: ShortText,
    product_name: ShortText,
    variant_id: ShortText,
    quantity: Type.Integer(),
    price: Type.Number(),
    image_url: Type.Optional(ShortText),
    product_url: Type.Optional(ShortText),
    metadata: Type.Optional(AnyObject),
  },
  { additionalProperties: Type.Unknown() },
)

/** Its product is sent as properties. A link can only make a list, so it fills `products` with one element. */
const viewed = 'ecommerce.product_viewed'

/** Recommended event → the properties that Braze requires. */
const required: Readonly<Record<string, readonly string[]>> = {
  [viewed]: ['currency', 'products', 'source'],
  'ecommerce.cart_updated': ['cart_id', 'total_value', 'currency', 'products', 'source'],
  'ecommerce.checkout_started': ['checkout_id', 'total_value', 'currency', 'products', 'source'],
  'ecommerce.order_placed': ['order_id', 'total_value', 'currency', 'products', 'source'],
  'ecommerce.order_refunded': ['order_id', 'total_value', 'currency', 'products', 'source'],
}

// https://www.braze.com/docs/user_guide/data/activation/attributes/standard_attributes
const Person = strictObject(
  {},
  {
    email: Plain('email'),
    phone: Plain('phone_e164'),
    first_name: Plain('name'),
    last_name: Plain('name'),
    dob: Plain('trim', { pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
    gender: Plain('trim', { pattern: '^[MFONP]$' }),
    home_city: Plain('name'),
    country: Plain('country_upper'),
    language: Plain('language'),
    time_zone: ShortText,
  },
)

/** Fills `person`. Braze's "N" of a gender is "not applicable", which the "n" of an event need not mean. */
export const brazePerson: Link = {
  'person.email': 'email',
  'person.phone': 'phone',
  'person.first_name': 'first_name',
  'person.last_name': 'last_name',
  'person.dob': 'date_of_birth',
  'person.gender': { from: 'gender', values: { f: 'F', m: 'M' } },
  'person.home_city': 'city',
  'person.country': 'country',
  'person.language': 'locale',
  'person.time_zone': 'timezone',
}

// https://www.braze.com/docs/api/objects_filters/event_object
export const brazeFields = strictObject(
  { name: Type.String({ minLength: 1, maxLength: 255 }), time: Type.String({ format: 'date-time' }) },
  {
    external_id: Plain('trim', { maxLength: 997 }),
    email: Plain('email'),
    phone: Plain('phone_e164'),
    user_alias: strictObject({ alias_name: Plain('trim'), alias_label: ShortText }),
    properties: Type.Object(
      {
        currency: Type.Optional(Currency),
        total_value: Type.Optional(Type.Number()),
        products: Type.Optional(Type.Array(Product, { minItems: 1 })),
        action: Type.Optional(Type.Enum(['add', 'remove', 'replace'])),
      },
      {
        additionalProperties: Type.Unknown(),
        propertyNames: Type.String({ maxLength: 255, pattern: '^[^$]' }),
      },
    ),
    /** The event's own fields: the metadata of a recommended event, and the properties of one that lacks what Braze requires. */
    custom: Type.Object(
      {},
      {
        additionalProperties: Type.Unknown(),
        propertyNames: Type.String({ maxLength: 255, pattern: '^[^$]' }),
      },
    ),
    /** Sent as the attributes of the user, beside the event. */
    person: Person,
    /** The alias of the anonymous visitor that the user was, sent in a request of its own. */
    merge: strictObject({ alias_name: Plain('trim') }),
  },
)

function withProducts(link: Link): Link {
  return {
    properties: null,
    'properties.currency': 'currency',
    'properties.products': {
      each: 'items',
      map: {
        product_id: 'item_id',
        product_name: { first: ['item_name', 'item_id'] },
        variant_id: { first: ['item_variant', 'item_id'] },
        quantity: { from: 'quantity', default: 1 },
        price: 'price',
        image_url: 'image_url',
        product_url: 'item_url',
        'metadata.brand': 'item_brand',
        'metadata.category': 'item_category',
      },
    },
    'properties.source': { first: ['source', 'action_source', { const: 'web' }] },
    custom: { rest: {} },
    ...pageContext('custom'),
    ...link,
  }
}

function withTotal(link: Link): Link {
  return withProducts({ 'properties.total_value': total, ...link })
}

/** Events have no cart id. Braze advises to use that of the session. */
const cart: Source = { first: ['session_id', 'anonymous_id', 'user_id'] }
const order = withTotal({
  'properties.order_id': 'transaction_id',
  'properties.tax': 'tax',
  'properties.shipping': 'shipping',
})

export const brazeLinksByEvent = {
  view_item: withProducts({ 'properties.product_url': 'page_url' }),
  add_to_cart: withTotal({ 'properties.cart_id': cart, 'properties.action': { const: 'add' } }),
  remove_from_cart: withTotal({ 'properties.cart_id': cart, 'properties.action': { const: 'remove' } }),
  begin_checkout: withTotal({ 'properties.checkout_id': cart, 'properties.cart_id': cart }),
  purchase: { ...order, 'properties.cart_id': cart },
  refund: order,
} satisfies Readonly<Record<string, Link>>

/** Event fields that recommended events have as properties. */
const modeled = new Set(['items', 'value', 'currency', 'transaction_id', 'tax', 'shipping'])

interface Properties {
  products?: readonly Readonly<Record<string, unknown>>[]
  metadata?: object
}

interface Linked {
  name?: string
  custom?: object
  properties?: Properties
  person?: object
  merge?: object
}

/** Returns the attributes of the event's user with the identifier of the event; undefined if the event updates no profile.
 * https://www.braze.com/docs/api/objects_filters/user_attributes_object */
export function brazeAttributes({ fields }: LinkedEvent): object | undefined {
  const { external_id, user_alias, email, phone, person } = fields
  return person === undefined ? undefined : { external_id, user_alias, email, phone, ...(person as object) }
}

/** Returns the event as Braze gets it. A recommended event that lacks a required property would be refused, so it is sent as a custom event
 * with the name of its type. */
export function brazeEvent({ name, fields: linked }: LinkedEvent): object {
  const { custom, person: _person, merge: _merge, ...event } = linked as Linked
  const needs = required[event.name ?? '']
  if (!needs) return custom ? { ...event, properties: { ...custom, ...event.properties } } : event
  const { properties = {} } = event
  if (!needs.every((each) => Object.hasOwn(properties, each))) return { ...event, name, properties: custom }
  const own = Object.entries(custom ?? {}).filter(([each]) => !modeled.has(each))
  const metadata = { ...Object.fromEntries(own), ...properties.metadata }
  const { products = [], ...others } = {
    ...properties,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
  if (event.name !== viewed) return { ...event, properties: { products, ...others } }
  const { quantity: _quantity, metadata: ofProduct, ...product } = products[0]!
  const all = { ...(ofProduct as object), ...metadata }
  return {
    ...event,
    properties: { ...product, ...others, ...(Object.keys(all).length > 0 && { metadata: all }) },
  }
}
