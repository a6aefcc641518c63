/** Cases of target `braze`: events that update the profile of their user, and events that must not. */
import { brazeMerges } from './braze_merges.ts'
import type { Example, SentRequest } from './case.ts'

const docs = 'https://www.braze.com/docs/api/objects_filters/user_attributes_object'
const settings = { rest_endpoint: 'rest.iad-01.braze.com', api_key: 'k-1' }
const now = '2026-03-14T10:00:00Z'

function sent(body: object): SentRequest {
  return {
    method: 'POST',
    url: 'https://rest.iad-01.braze.com/users/track',
    headers: { authorization: 'Bearer k-1', 'content-type': 'application/json', 'x-braze-batch': 'true' },
    body,
  }
}

function occurred(name: string, others: object, time = '2026-03-14T10:00:00.000Z') {
  return { ...others, name, time }
}

const ada = { event_name: 'sign_up', user_id: 'u-1815', email: 'ada@example.com' }

export const brazeProfiles: readonly Example[] = [
  {
    title: 'a sign-up sends the attributes of the user beside the event',
    docs: 'https://www.braze.com/docs/user_guide/data/activation/attributes/standard_attributes',
    settings: { ...settings, update_existing_only: false },
    now,
    events: [
      {
        ...ada,
        email: ' Ada@Example.com',
        phone: '+44 20 7123 4567',
        first_name: ' Ada',
        last_name: 'Lovelace',
        date_of_birth: '1990-12-10',
        gender: 'f',
        city: 'London',
        country: 'gb',
        locale: 'en-GB',
        timezone: 'Europe/London',
        method: 'email',
        consent: { ad_user_data: 'granted' },
      },
    ],
    sends: [
      sent({
        attributes: [
          {
            external_id: 'u-1815',
            email: 'ada@example.com',
            phone: '+442071234567',
            first_name: 'Ada',
            last_name: 'Lovelace',
            dob: '1990-12-10',
            gender: 'F',
            home_city: 'London',
            country: 'GB',
            language: 'en',
            time_zone: 'Europe/London',
            _update_existing_only: false,
          },
        ],
        events: [
          occurred('sign_up', {
            external_id: 'u-1815',
            properties: { method: 'email' },
            _update_existing_only: false,
          }),
        ],
      }),
    ],
  },
  {
    title: 'a login of a user known by email; a page view and a purchase write no profile',
    docs,
    settings,
    now,
    events: [
      { event_name: 'page_view', user_id: 'u-1815', email: 'ada@example.com', first_name: 'Ada' },
      { event_name: 'login', email: 'grace@example.com', first_name: 'Grace' },
      { event_name: 'purchase', user_id: 'u-1815', email: 'ada@example.com', first_name: 'Ada' },
    ],
    sends: [
      sent({
        attributes: [{ email: 'grace@example.com', first_name: 'Grace' }],
        events: [
          occurred('page_view', { external_id: 'u-1815' }),
          occurred('login', { email: 'grace@example.com' }),
          occurred('purchase', { external_id: 'u-1815' }),
        ],
      }),
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
    sends: [sent({ events: [occurred('sign_up', { external_id: 'u-1815' })] })],
  },
  ...[
    { event_time: '2026-03-14T09:00:00Z', isLate: false },
    { event_time: '2026-03-14T08:59:59Z', isLate: true },
  ].map(({ event_time, isLate }) => ({
    title: `a sign-up of ${event_time} ${isLate ? 'is late: it writes no profile' : 'is in time'}`,
    docs,
    settings,
    now,
    events: [{ ...ada, event_time }],
    leftOut: isLate ? ['person'] : [],
    sends: [
      sent({
        ...(!isLate && { attributes: [{ external_id: 'u-1815', email: 'ada@example.com' }] }),
        events: [occurred('sign_up', { external_id: 'u-1815' }, event_time.replace('Z', '.000Z'))],
      }),
    ],
  })),
  {
    title: 'what is invalid is left out of the profile, and the rest is sent',
    docs,
    settings,
    now,
    events: [
      {
        ...ada,
        email: 'b1c7a6a9cb8b9a4b2a4b3a8b6a8ad1bb0b5f60e8c8b8a1e6e2b7f6f1c0a1d2e3',
        phone: '020 7123 4567',
        first_name: 'Ada',
      },
    ],
    leftOut: ['person.email', 'person.phone'],
    sends: [
      sent({
        attributes: [{ external_id: 'u-1815', first_name: 'Ada' }],
        events: [occurred('sign_up', { external_id: 'u-1815' })],
      }),
    ],
  },
  {
    title: 'a link turns profiles off',
    docs,
    settings,
    linkage: { '*': { person: null } },
    now,
    events: [ada],
    leftOut: [],
    sends: [sent({ events: [occurred('sign_up', { external_id: 'u-1815' })] })],
  },
  {
    title: 'a link lets another event type update the profile',
    docs,
    settings,
    linkage: { subscribe: { 'person.home_city': 'city' } },
    now,
    events: [{ event_name: 'subscribe', user_id: 'u-1815', city: 'Turin' }],
    sends: [
      sent({
        attributes: [{ external_id: 'u-1815', home_city: 'Turin' }],
        events: [occurred('subscribe', { external_id: 'u-1815' })],
      }),
    ],
  },
  ...brazeMerges,
]
