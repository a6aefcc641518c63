/** Target `iterable`: Iterable, which has a separate API for purchases and a bulk API for all other events. A purchase that lacks what the
 * former needs is sent as another event. A third API takes the profiles of users. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { listBody } from './batch_body.ts'
import { orderOrEventId, total } from './commerce.ts'
import {
  iterableEvent,
  iterableFields,
  iterableUser,
  isPurchase,
  profilesBody,
  purchaseBody,
} from './iterable_event.ts'
import {
  classifyBulk,
  iterableApi,
  iterableEmail,
  iterableHeaders,
  iterableSettings,
} from './iterable_request.ts'
import { pageContext } from './page_context.ts'
import { defineTarget, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(iterableSettings, { additionalProperties: false })

/** The bulk APIs identify failed events and profiles by their user or name. */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  return classifyBulk(
    response,
    events,
    events.map(({ fields: { email, userId, eventName } }) => [email, userId, eventName]),
  )
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
    email: iterableEmail,
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
      'user.email': iterableEmail,
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
        url: `${iterableApi(region)}/users/bulkUpdate`,
        headers: iterableHeaders(api_key),
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
      url: `${iterableApi(region)}/${purchase ? 'commerce/trackPurchase' : 'events/trackBulk'}`,
      headers: iterableHeaders(api_key),
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
      url: `${iterableApi(region)}/users/forget`,
      headers: iterableHeaders(api_key),
      body: JSON.stringify({ [erasedBy[field]!]: value }),
      timeout: 10_000,
    }),
  },
})
