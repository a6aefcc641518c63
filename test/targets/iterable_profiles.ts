/** Cases of target `iterable`: events that update the profile of their user, and events that must not. */
import type { Example, SentRequest } from './case.ts'

const docs = 'https://api.iterable.com/api/docs#users_bulkUpdateUser'
const settings = { api_key: 'k-1' }
const now = '2026-03-14T10:00:00Z'

function sent(path: string, body: object): SentRequest {
  return {
    method: 'POST',
    url: `https://api.iterable.com/api/${path}`,
    headers: { 'api-key': 'k-1', 'content-type': 'application/json' },
    body,
  }
}

function tracked(...events: readonly object[]): SentRequest {
  return sent('events/trackBulk', {
    events: events.map((event) => ({ createdAt: 1773482400, ...event })),
  })
}

const ada = { event_name: 'sign_up', user_id: 'u-1815', email: 'ada@example.com' }
const adasSignUp = { id: 'e-1', userId: 'u-1815', eventName: 'sign_up' }

export const iterableProfiles: readonly Example[] = [
  {
    title: 'a sign-up updates the user, with the address, in a request before that of the event',
    docs,
    settings,
    now,
    events: [
      {
        ...ada,
        phone: '+44 20 7123 4567',
        first_name: 'Ada',
        last_name: 'Lovelace',
        city: 'London',
        country: 'gb',
        locale: 'en-GB',
        timezone: 'Europe/London',
        method: 'email',
      },
    ],
    sends: [
      sent('users/bulkUpdate', {
        users: [
          {
            email: 'ada@example.com',
            userId: 'u-1815',
            dataFields: {
              phoneNumber: '+442071234567',
              firstName: 'Ada',
              lastName: 'Lovelace',
              city: 'London',
              country: 'GB',
              locale: 'en-GB',
              timeZone: 'Europe/London',
            },
            mergeNestedObjects: true,
          },
        ],
      }),
      tracked({ ...adasSignUp, dataFields: { method: 'email' } }),
    ],
  },
  {
    title: 'events with a profile share their requests; those without have another, and write none',
    docs,
    settings,
    now,
    events: [
      { event_name: 'page_view', user_id: 'u-1815', email: 'ada@example.com', first_name: 'Ada' },
      { event_name: 'login', email: 'grace@example.com' },
      { event_name: 'login', user_id: 'u-1', first_name: 'Jean' },
      { event_name: 'login', user_id: 'u-2' },
    ],
    sends: [
      tracked(
        { id: 'e-1', userId: 'u-1815', eventName: 'page_view' },
        { id: 'e-4', userId: 'u-2', eventName: 'login' },
      ),
      sent('users/bulkUpdate', {
        users: [
          { email: 'grace@example.com', dataFields: {}, mergeNestedObjects: true },
          { userId: 'u-1', dataFields: { firstName: 'Jean' }, mergeNestedObjects: true },
        ],
      }),
      tracked(
        { id: 'e-2', email: 'grace@example.com', eventName: 'login' },
        { id: 'e-3', userId: 'u-1', eventName: 'login' },
      ),
    ],
  },
  {
    title: 'a replayed sign-up writes no profile',
    docs,
    settings,
    isReplay: true,
    now,
    events: [ada],
    leftOut: ['person'],
    sends: [tracked(adasSignUp)],
  },
  {
    title: 'a link lets a purchase update the profile',
    docs: 'https://api.iterable.com/api/docs#commerce_trackPurchase',
    settings,
    linkage: { purchase: { 'person.city': 'city' } },
    now,
    events: [
      {
        event_name: 'purchase',
        user_id: 'u-1',
        city: 'Turin',
        transaction_id: 'T-1',
        value: 1,
        items: [{ item_id: 'A', price: 1 }],
      },
    ],
    sends: [
      sent('users/bulkUpdate', {
        users: [{ userId: 'u-1', dataFields: { city: 'Turin' }, mergeNestedObjects: true }],
      }),
      sent('commerce/trackPurchase', {
        id: 'T-1',
        createdAt: 1773482400,
        user: { userId: 'u-1' },
        total: 1,
        items: [{ id: 'A', sku: 'A', name: 'A', price: 1, quantity: 1 }],
        dataFields: { transaction_id: 'T-1' },
      }),
    ],
  },
]
