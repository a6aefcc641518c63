/** Target `iterable`: Iterable, which has a separate API for purchases and a bulk API for all other events. A purchase that lacks what the
 * former needs is sent as another event. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept } from './answer.ts'
import { listBody } from './batch_body.ts'
import { byStatus } from './classify.ts'
import { strictObject, Epoch, ShortText } from './closed.ts'
import { orderOrEventId, total } from './commerce.ts'
import { AnyObject } from './custom.ts'
import { pageContext } from './page_context.ts'
import { Plain } from './personal.ts'
import { withoutAny } from './presence.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    api_key: Secret('Server-side API key of the project.'),
    region: Type.Optional(
      Type.Enum(['eu'], { description: 'Region of the project: eu. Default: the United States.' }),
    ),
  },
  { additionalProperties: false },
)

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
const fields = strictObject(
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
  },
)

const byEmail: Source = withoutAny(['user_id'], 'email')

/** True if the event has what the API for purchases needs. */
function isPurchase({ fields: event }: LinkedEvent): boolean {
  return 'items' in event && 'total' in event
}

/** Members of a linked purchase that only one of the two APIs has. */
interface Purchase {
  eventName?: string
  user?: { email?: string; userId?: string }
  items?: unknown
  total?: number
  dataFields?: Readonly<Record<string, unknown>>
}

function purchaseBody({ fields: event }: LinkedEvent): string {
  const { eventName: _name, dataFields, ...purchase } = event as Purchase
  const { items: _items, value: _value, ...others } = dataFields ?? {}
  return JSON.stringify({ ...purchase, dataFields: others })
}

function eventBody(event: LinkedEvent): LinkedEvent {
  if (!('user' in event.fields)) return event
  const { user: { email, userId } = {}, items: _items, total: _total, ...others } = event.fields as Purchase
  return { ...event, text: JSON.stringify({ email, userId, ...others }) }
}

interface ResponseBody {
  invalidEmails: readonly string[]
  invalidUserIds: readonly string[]
  disallowedEventNames: readonly string[]
  /** Reason → emails or user ids. */
  failedUpdates: Readonly<Record<string, readonly string[]>>
}

/** The bulk API identifies failed events by their user or name. */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const body = bodyOf<ResponseBody>(response)
  if (response.status !== 200 || !body) return byStatus(response, events)
  const { invalidEmails = [], invalidUserIds = [], disallowedEventNames = [], failedUpdates = {} } = body
  // `failedUpdates` has lists of the same names as the body.
  const lists = [{ invalidEmails, invalidUserIds, disallowedEventNames }, failedUpdates].flatMap(
    Object.entries<readonly string[]>,
  )
  const faults = events.flatMap(({ fields: { email, userId, eventName } }, index) => {
    const keys = [email, userId, eventName].filter((each) => typeof each === 'string')
    const [reason] = lists.find(([, values]) => keys.some((each) => values.includes(each))) ?? []
    return reason === undefined ? [] : [[index, reason] as const]
  })
  return acceptedExcept(response, events, new Map(faults))
}

const erasedBy: Readonly<Record<string, string>> = { user_id: 'userId', email: 'email' }

export const iterable = defineTarget({
  name: 'iterable',
  title: 'Iterable',
  purpose: 'messaging',
  honours: null,
  docs: 'https://api.iterable.com/api/docs#events_trackBulk',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields,
  extra: true,
  linkage: {
    id: 'event_id',
    createdAt: { from: 'event_time', as: 'seconds' },
    userId: 'user_id',
    email: byEmail,
    eventName: 'target_event',
    dataFields: { rest: {} },
    ...pageContext('dataFields'),
  },
  linkageByEvent: {
    purchase: {
      // "If a purchase exists with that id, the purchase will be updated": an order that is sent twice counts once.
      id: orderOrEventId,
      userId: null,
      email: null,
      'user.userId': 'user_id',
      'user.email': byEmail,
      total,
      items: {
        each: 'items',
        map: {
          id: 'item_id',
          sku: 'item_id',
          name: { first: ['item_name', 'item_id'] },
          price: 'price',
          quantity: { from: 'quantity', default: 1 },
          categories: { list: ['item_category'] },
          url: 'item_url',
          imageUrl: 'image_url',
          'dataFields.brand': 'item_brand',
          'dataFields.variant': 'item_variant',
        },
      },
    },
  },
  time: undefined,
  dedup: 'id',
  identity: [['userId'], ['email'], ['user.userId'], ['user.email']],
  test: null,
  batch: {
    maxItems: 1000,
    maxBytes: 4_000_000,
    atomic: false,
    key: (event) => (isPurchase(event) ? event.id : ''),
  },
  request: (events, { api_key, region }) => {
    const purchase = events.find(isPurchase)
    return {
      method: 'POST',
      url: `https://api${region ? `.${region}` : ''}.iterable.com/api/${purchase ? 'commerce/trackPurchase' : 'events/trackBulk'}`,
      headers: { 'api-key': api_key, 'content-type': 'application/json' },
      body: purchase ? purchaseBody(purchase) : listBody('events', events.map(eventBody)),
      timeout: 10_000,
    }
  },
  classify,
  erase: {
    docs: 'https://support.iterable.com/hc/en-us/articles/360029174171',
    supports: (field) => field in erasedBy,
    notFoundStatus: 404,
    request: ({ field, value }, { api_key, region }) => ({
      method: 'POST',
      url: `https://api${region ? `.${region}` : ''}.iterable.com/api/users/forget`,
      headers: { 'api-key': api_key, 'content-type': 'application/json' },
      body: JSON.stringify({ [erasedBy[field]!]: value }),
      timeout: 10_000,
    }),
  },
})
