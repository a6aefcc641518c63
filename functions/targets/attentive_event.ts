/** Target `attentive`: the fields of an event, and the bodies that Attentive's APIs take for it. */
import { Type } from 'typebox'
import { strictObject, Currency, ShortText } from './closed.ts'
import { Plain } from './personal.ts'
import type { LinkedEvent } from './target.ts'

// "There is a 100-character limit." https://docs.attentive.com/reference/identity
const clientUserId = Plain('trim', { maxLength: 100 })

// https://docs.attentive.com/reference/postpurchaseevents
const Item = strictObject(
  { productId: ShortText, productVariantId: ShortText, price: Type.Number() },
  { name: ShortText, productImage: ShortText, productUrl: ShortText, quantity: Type.Integer() },
)

// https://docs.attentive.com/reference/postcustomevents
export const attentiveFields = strictObject(
  {
    type: Type.String({ minLength: 1, whole: true, pattern: String.raw`^[^"'(){}\[\]\\|,]+$` }),
    occurredAt: Type.String({ format: 'date-time' }),
    user: strictObject(
      {},
      {
        email: Plain('email'),
        phone: Plain('phone_e164'),
        externalIdentifiers: strictObject({}, { clientUserId }),
      },
    ),
  },
  {
    externalEventId: ShortText,
    properties: Type.Object(
      {},
      {
        additionalProperties: Type.Unknown(),
        propertyNames: Type.String({ minLength: 1, pattern: String.raw`^[^"{}\[\]\\|]+$` }),
      },
    ),
    /** The e-commerce API that takes the event, if it has items with prices and a currency. */
    ecommerce: Type.Enum(['product-view', 'add-to-cart', 'purchase']),
    currency: Currency,
    orderId: ShortText,
    items: Type.Array(Item, { minItems: 1 }),
    /** Sent in a request of its own, never with a subscription. https://docs.attentive.com/reference/postbulkuserattributes */
    person: strictObject(
      {},
      {
        firstName: Plain('name'),
        lastName: Plain('name'),
        location: strictObject(
          {},
          {
            city: Plain('name'),
            state: Plain('name'),
            zip: Plain('name'),
            country: Plain('country_upper'),
          },
        ),
      },
    ),
  },
)

interface Fields {
  type: string
  occurredAt: string
  user: { email?: string; phone?: string; externalIdentifiers?: { clientUserId?: string } }
  externalEventId?: string
  properties?: object
  ecommerce?: string
  currency?: string
  orderId?: string
  items?: readonly { price: number }[]
  person?: object
}

/** Returns the API for the event, below `/v1/events/`, and its body. */
export function attentiveEvent({ fields }: LinkedEvent): { path: string; body: object } {
  const { type, occurredAt, user, externalEventId, properties, ecommerce, currency, orderId, items } =
    fields as unknown as Fields
  if (ecommerce === undefined || currency === undefined || items === undefined)
    return { path: 'custom', body: { type, properties, externalEventId, occurredAt, user } }
  const priced = items.map((item) => ({ ...item, price: [{ value: item.price, currency }] }))
  return { path: `ecommerce/${ecommerce}`, body: { items: priced, orderId, occurredAt, user } }
}

/** Returns the attributes of the person of an event. */
export function attentiveUser({ fields }: LinkedEvent): object {
  const { user, person } = fields as unknown as Fields
  const { externalIdentifiers, ...identifiers } = user
  return { identifiers: { ...identifiers, ...externalIdentifiers }, attributes: person }
}
