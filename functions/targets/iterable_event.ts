/** Target layer: the fields of events of target `iterable`, and the bodies that its three APIs take for them. */
import { Type } from 'typebox'
import { strictObject, Epoch, ShortText } from './closed.ts'
import { AnyObject } from './custom.ts'
import { Plain } from './personal.ts'
import type { LinkedEvent } from './target.ts'

const user = { email: Plain('email'), userId: Plain('trim', { maxLength: 52 }) }

// https://api.iterable.com/api/docs#commerce_trackPurchase
const Item = strictObject(
  { id: ShortText, name: ShortText, price: Type.Number(), quantity: Type.Integer() },
  {
    sku: ShortText,
    description: ShortText,
    categories: Type.Array(ShortText),
    imageUrl: ShortText,
    url: ShortText,
    dataFields: AnyObject,
  },
)

// https://api.iterable.com/api/docs#events_trackBulk
export const iterableFields = strictObject(
  // "This ID cannot be longer than 512 bytes."
  { id: ShortText, createdAt: Epoch, eventName: ShortText },
  {
    ...user,
    createNewFields: Type.Boolean(),
    dataFields: AnyObject,
    campaignId: Type.Integer(),
    templateId: Type.Integer(),
    user: strictObject(
      {},
      { ...user, dataFields: AnyObject, preferUserId: Type.Boolean(), mergeNestedObjects: Type.Boolean() },
    ),
    items: Type.Array(Item, { minItems: 1 }),
    total: Type.Number(),
    /** Sent in a request of its own. https://support.iterable.com/hc/en-us/articles/217744303 */
    person: strictObject(
      {},
      {
        email: user.email,
        phoneNumber: Plain('phone_e164'),
        firstName: Plain('name'),
        lastName: Plain('name'),
        city: Plain('name'),
        country: Plain('country_upper'),
        locale: ShortText,
        timeZone: ShortText,
      },
    ),
  },
)

/** True if the event has what the API for purchases needs. */
export function isPurchase({ fields: event }: LinkedEvent): boolean {
  return 'items' in event && 'total' in event
}

/** Members of a linked purchase that only one of the two APIs has, and the profile. */
interface Purchase {
  eventName?: string
  user?: { email?: string; userId?: string }
  items?: unknown
  total?: number
  dataFields?: Readonly<Record<string, unknown>>
  person?: Readonly<Record<string, unknown>>
}

/** Returns the body for one purchase. https://api.iterable.com/api/docs#commerce_trackPurchase */
export function purchaseBody({ fields: event }: LinkedEvent): string {
  const { eventName: _name, person: _person, dataFields, ...purchase } = event as Purchase
  const { items: _items, value: _value, ...others } = dataFields ?? {}
  return JSON.stringify({ ...purchase, dataFields: others })
}

/** Returns the event with the text that the bulk API takes. */
export function iterableEvent(event: LinkedEvent): LinkedEvent {
  if (!('user' in event.fields || 'person' in event.fields)) return event
  const {
    user: { email, userId } = {},
    items: _items,
    total: _total,
    person: _person,
    ...others
  } = event.fields as Purchase
  return { ...event, text: JSON.stringify({ email, userId, ...others }) }
}

/** Returns the identifiers of the user: those of the event, and the address of the profile, with which Iterable reaches a user that the event
 * names by the id. */
export function iterableUser({ fields: event }: LinkedEvent) {
  const { email, userId, user: buyer, person } = event as Purchase & NonNullable<Purchase['user']>
  return { email: email ?? buyer?.email ?? person?.['email'], userId: userId ?? buyer?.userId }
}

/** Returns the body with the profiles of events. https://api.iterable.com/api/docs#users_bulkUpdateUser */
export function profilesBody(events: readonly LinkedEvent[]): string {
  const users = events.map((event) => {
    const { email: _email, ...dataFields } = (event.fields as Purchase).person ?? {}
    return { ...iterableUser(event), dataFields, mergeNestedObjects: true }
  })
  return JSON.stringify({ users })
}
