/** Target `segment`: schema of one linked event, and the calls that are sent for it: track or page, and identify if the event tells who the
 * user is. https://segment.com/docs/connections/spec */
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { byStatus } from './classify.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { AnyObject } from './custom.ts'
import { Plain } from './personal.ts'
import { requires } from './requirement.ts'
import type { Attempt, LinkedEvent } from './target.ts'

// https://segment.com/docs/connections/spec/identify/#custom-traits
const traits = {
  email: Plain('email'),
  phone: Plain('phone_e164'),
  firstName: Plain('trim'),
  lastName: Plain('trim'),
  gender: Plain('trim'),
  birthday: Plain('trim'),
  address: strictObject(
    {},
    {
      city: Plain('trim'),
      state: Plain('trim'),
      postalCode: Plain('trim'),
      country: Plain('country_upper'),
    },
  ),
}

// https://segment.com/docs/connections/spec/common/#context
const Context = strictObject(
  {},
  {
    ip: Plain('ip'),
    userAgent: Plain('trim'),
    locale: ShortText,
    timezone: ShortText,
    page: strictObject(
      {},
      { url: ShortText, referrer: ShortText, title: ShortText, path: ShortText, search: ShortText },
    ),
    campaign: strictObject(
      {},
      {
        name: ShortText,
        source: ShortText,
        medium: ShortText,
        term: ShortText,
        content: ShortText,
        id: ShortText,
      },
    ),
    device: strictObject(
      {},
      {
        id: ShortText,
        advertisingId: Plain('trim'),
        manufacturer: ShortText,
        model: ShortText,
        type: ShortText,
      },
    ),
    os: strictObject({}, { name: ShortText, version: ShortText }),
    app: strictObject({}, { name: ShortText, version: ShortText, namespace: ShortText }),
    traits: strictObject({}, traits),
    consent: strictObject({ categoryPreferences: Type.Record(Type.String(), Type.Boolean()) }),
  },
)

const anyOthers = { additionalProperties: Type.Unknown() }

// https://segment.com/docs/connections/spec/ecommerce/v2
const Product = Type.Partial(
  Type.Object({
    product_id: Type.String(),
    name: Type.String(),
    brand: Type.String(),
    category: Type.String(),
    variant: Type.String(),
    price: Type.Number(),
    quantity: Type.Number(),
    coupon: Type.String(),
    custom: AnyObject,
  }),
  anyOthers,
)

// https://segment.com/docs/connections/spec/track/#properties
const Properties = Type.Partial(
  Type.Object({
    value: Type.Number(),
    revenue: Type.Number(),
    total: Type.Number(),
    tax: Type.Number(),
    shipping: Type.Number(),
    currency: Currency,
    order_id: Type.String(),
    products: Type.Array(Product),
  }),
  anyOthers,
)

// https://segment.com/docs/connections/sources/catalog/libraries/server/http-api
export const segmentFields = strictObject(
  {
    type: Type.Enum(['track', 'page']),
    messageId: ShortText,
    timestamp: Type.String({ format: 'date-time' }),
  },
  {
    context: Context,
    event: ShortText,
    name: ShortText,
    userId: Plain('trim'),
    anonymousId: Plain('trim'),
    properties: Properties,
    custom: AnyObject,
    /** If the event has it, an identify call with these traits is sent, too. */
    identify: strictObject({
      traits: Type.Partial(Type.Object({ id: Plain('trim'), ...traits }), anyOthers),
    }),
  },
  { allOf: [requires(['event'], { field: 'type', is: ['track'] })] },
)

type Members = Readonly<Record<string, unknown>>

/** The linked event, with its parts that are not sent as they are. */
interface Parts {
  messageId: string
  event?: string
  context?: Members
  properties?: Members & { products?: readonly Members[] }
  custom?: Members
  identify?: { traits: Members }
}

/** Events about one product, whose properties are those of the product. https://segment.com/docs/connections/spec/ecommerce/v2 */
const ofOneProduct = new Set([
  'Product Clicked',
  'Product Viewed',
  'Product Added',
  'Product Removed',
  'Product Added to Wishlist',
])

/** Returns the calls for an event. */
export function callsOf({ fields }: LinkedEvent): readonly object[] {
  const { custom, identify, properties = {}, messageId, ...call } = fields as unknown as Parts
  const { products, ...others } = properties
  const own = {
    ...call,
    messageId: messageIdOf(messageId),
    properties: { ...custom, ...productsOf(call.event, products), ...others },
  }
  return identify ? [identifyCall(fields, messageId, identify.traits), own] : [own]
}

/** Returns the call with the same user, time and context. Members that the event does not have are undefined. */
function identifyCall(fields: Members, messageId: string, traits: Members): object {
  const { timestamp, userId, anonymousId, context, integrations } = fields
  return {
    type: 'identify',
    messageId: messageIdOf(`identify-${messageId}`),
    timestamp,
    userId,
    anonymousId,
    traits,
    context: context && { ...context, traits: undefined },
    integrations,
  }
}

/** Returns the products as a list. The only product of an event about one product is not in a list. */
function productsOf(event: string | undefined, products: readonly Members[] | undefined): Members {
  if (!products) return {}
  const list = products.map(({ custom, ...product }) => ({ ...(custom as Members), ...product }))
  return list.length === 1 && event !== undefined && ofOneProduct.has(event) ? list[0]! : { products: list }
}

/** Segment requires fewer than 100 characters: https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/#errors */
function messageIdOf(id: string): string {
  return id.length < 100 ? id : hash('sha256', id)
}

/** Maximum size of a call in bytes. */
const maxCallBytes = 32 * 1024

/** Segment answers 200, but ignores calls that are too large.
 * https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/#errors */
export function classifySegment(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const attempts = byStatus(response, events)
  if (response.status !== 200) return attempts
  return attempts.map((attempt, index) => {
    if (Buffer.byteLength(events[index]!.text) < maxCallBytes) return attempt
    const detail = 'Segment ignores calls of 32 KB or more.'
    return { outcome: refused('too_large', { http_status: 200, detail }), isForThisEvent: true }
  })
}
