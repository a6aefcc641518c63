/** Target `attentive`: Attentive, with its e-commerce API for products and orders and its custom events for all others. A third API takes the
 * attributes of people. Each takes one event. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { attentiveEvent, attentiveFields, attentiveUser } from './attentive_event.ts'
import { byStatus } from './classify.ts'
import { isoCurrency, orderOrEventId } from './commerce.ts'
import { pageContext } from './page_context.ts'
import { defineTarget, Secret } from './target.ts'

const settings = Type.Object(
  {
    api_key: Secret(
      'API key of a custom app that may write events, e-commerce events and attributes, and privacy requests for erasures.',
    ),
  },
  { additionalProperties: false },
)

const api = 'https://api.attentivemobile.com'

function headersOf(apiKey: string) {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
}

/** The links of an event that an e-commerce API takes. */
function commerce(ecommerce: string): Link {
  return {
    ecommerce: { const: ecommerce },
    currency: isoCurrency,
    items: {
      each: 'items',
      map: {
        productId: 'item_id',
        // Attentive requires a variant. A catalogue without variants has the same id for both.
        productVariantId: 'item_id',
        name: 'item_name',
        productImage: 'image_url',
        productUrl: 'item_url',
        price: 'price',
        quantity: 'quantity',
      },
    },
  }
}

const erasedBy: Readonly<Record<string, string>> = {
  email: 'subjectEmail',
  phone: 'subjectPhone',
  user_id: 'clientUserId',
}

export const attentive = defineTarget({
  name: 'attentive',
  title: 'Attentive',
  purpose: 'messaging',
  honours: null,
  docs: 'https://docs.attentive.com/reference/postcustomevents',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields: attentiveFields,
  linkage: {
    type: 'target_event',
    occurredAt: { from: 'event_time', as: 'iso' },
    externalEventId: 'event_id',
    'user.email': 'email',
    'user.phone': 'phone',
    'user.externalIdentifiers.clientUserId': 'user_id',
    properties: { rest: {} },
    ...pageContext('properties'),
  },
  linkageByEvent: {
    view_item: commerce('product-view'),
    add_to_cart: commerce('add-to-cart'),
    purchase: { ...commerce('purchase'), orderId: orderOrEventId },
  },
  profiles: {
    docs: 'https://docs.attentive.com/reference/postbulkuserattributes',
    fields: ['person'],
    linkage: {
      'person.firstName': 'first_name',
      'person.lastName': 'last_name',
      'person.location.city': 'city',
      'person.location.state': 'region',
      'person.location.zip': 'postal_code',
      'person.location.country': 'country',
    },
    ownRequest: {
      request: (events, { api_key }) => ({
        method: 'POST',
        url: `${api}/v2/bulk/user/attributes`,
        headers: headersOf(api_key),
        body: JSON.stringify({ users: events.map(attentiveUser) }),
        timeout: 10_000,
      }),
      classify: byStatus,
    },
  },
  // "If the timestamp is older than 12 hours, it will not trigger any relevant Journeys", but the event counts for segments.
  time: undefined,
  // What Attentive does with a repeated `externalEventId` is not documented.
  dedup: null,
  identity: [['user.email'], ['user.phone'], ['user.externalIdentifiers.clientUserId']],
  test: null,
  batch: { maxItems: 1, maxBytes: 1_000_000, atomic: true },
  request: ([event], { api_key }) => {
    const { path, body } = attentiveEvent(event!)
    return {
      method: 'POST',
      url: `${api}/v1/events/${path}`,
      headers: headersOf(api_key),
      body: JSON.stringify(body),
      timeout: 10_000,
    }
  },
  forbidden: 'credentials',
  classify: byStatus,
  erase: {
    docs: 'https://docs.attentive.com/reference/privacy-request',
    supports: (field) => field in erasedBy,
    request: ({ field, value }, { api_key }) => ({
      method: 'POST',
      url: `${api}/v1/privacy/delete-request`,
      headers: headersOf(api_key),
      body: JSON.stringify({ [erasedBy[field]!]: value }),
      timeout: 10_000,
    }),
  },
})
