/** Target `iterable`: Iterable, which has a separate API for purchases and a bulk API for all other events. A purchase that lacks what the
 * former needs is sent as another event. A third API takes the profiles of users. */
import { Type } from 'typebox'
import type { Source } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept } from './answer.ts'
import { listBody } from './batch_body.ts'
import { byStatus } from './classify.ts'
import { orderOrEventId, total } from './commerce.ts'
import {
  iterableEvent,
  iterableFields,
  iterableUser,
  isPurchase,
  profilesBody,
  purchaseBody,
} from './iterable_event.ts'
import { pageContext } from './page_context.ts'
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

const byEmail: Source = withoutAny(['user_id'], 'email')

interface ResponseBody {
  invalidEmails: readonly string[]
  invalidUserIds: readonly string[]
  disallowedEventNames: readonly string[]
  /** Reason → emails or user ids. */
  failedUpdates: Readonly<Record<string, readonly string[]>>
}

/** The bulk APIs identify failed events and profiles by their user or name. */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  return classifyBulk(
    response,
    events,
    events.map(({ fields: { email, userId, eventName } }) => [email, userId, eventName]),
  )
}

function classifyBulk(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  keysOf: readonly (readonly unknown[])[],
): readonly Attempt[] {
  const body = bodyOf<ResponseBody>(response)
  if (response.status !== 200 || !body) return byStatus(response, events)
  const { invalidEmails = [], invalidUserIds = [], disallowedEventNames = [], failedUpdates = {} } = body
  // `failedUpdates` has lists of the same names as the body.
  const lists = [{ invalidEmails, invalidUserIds, disallowedEventNames }, failedUpdates].flatMap(
    Object.entries<readonly string[]>,
  )
  const faults = keysOf.flatMap((all, index) => {
    const keys = all.filter((each) => typeof each === 'string')
    const [reason] = lists.find(([, values]) => keys.some((each) => values.includes(each))) ?? []
    return reason === undefined ? [] : [[index, reason] as const]
  })
  return acceptedExcept(response, events, new Map(faults))
}

function apiOf(region: 'eu' | undefined): string {
  return `https://api${region ? `.${region}` : ''}.iterable.com/api`
}

function headersOf(apiKey: string) {
  return { 'api-key': apiKey, 'content-type': 'application/json' }
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
  fields: iterableFields,
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
  profiles: {
    docs: 'https://api.iterable.com/api/docs#users_bulkUpdateUser',
    fields: ['person'],
    linkage: {
      'person.email': 'email',
      'person.phoneNumber': 'phone',
      'person.firstName': 'first_name',
      'person.lastName': 'last_name',
      'person.city': 'city',
      'person.country': 'country',
      'person.locale': 'locale',
      'person.timeZone': 'timezone',
    },
    ownRequest: {
      request: (events, { api_key, region }) => ({
        method: 'POST',
        url: `${apiOf(region)}/users/bulkUpdate`,
        headers: headersOf(api_key),
        body: profilesBody(events),
        timeout: 10_000,
      }),
      classify: (response, events) =>
        classifyBulk(response, events, events.map(iterableUser).map(Object.values)),
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
    key: (event) => (isPurchase(event) ? event.id : 'person' in event.fields ? 'profiles' : ''),
  },
  request: (events, { api_key, region }) => {
    const purchase = events.find(isPurchase)
    return {
      method: 'POST',
      url: `${apiOf(region)}/${purchase ? 'commerce/trackPurchase' : 'events/trackBulk'}`,
      headers: headersOf(api_key),
      body: purchase ? purchaseBody(purchase) : listBody('events', events.map(iterableEvent)),
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
      url: `${apiOf(region)}/users/forget`,
      headers: headersOf(api_key),
      body: JSON.stringify({ [erasedBy[field]!]: value }),
      timeout: 10_000,
    }),
  },
})
