/** Cases of target `customerio`: events that update the profile of their person or join an anonymous visitor with them, and events that must not. */
import type { Example, SentRequest } from './case.ts'

const docs = 'https://docs.customer.io/integrations/api/track/#operation/batch'
const settings = { site_id: 'site', api_key: 'key' }
const now = '2026-03-14T10:00:00Z'

function sent(...batch: readonly object[]): SentRequest {
  return {
    method: 'POST',
    url: 'https://track.customer.io/api/v2/batch',
    headers: { authorization: 'Basic c2l0ZTprZXk=', 'content-type': 'application/json' },
    body: { batch },
  }
}

/** The ULID is that of event e-1 at `now`, as in the first case of customerio.ts. */
function signedUp(identifiers: object, action = 'event', name = 'sign_up') {
  return {
    type: 'person',
    action,
    identifiers,
    name,
    id: '01KKNWKP80Q57N4CCPNAPDHFDS',
    timestamp: 1773482400,
  }
}

function identified(attributes: object) {
  return { type: 'person', action: 'identify', identifiers: { id: 'u-1815' }, attributes }
}

const ada = { event_name: 'sign_up', user_id: 'u-1815', email: 'ada@example.com' }

const merging = 'https://docs.customer.io/journeys/merge-anonymous'
const visitor = { event_name: 'login', user_id: 'u-1815', anonymous_id: 'a-1' }

export const customerioProfiles: readonly Example[] = [
  {
    title: 'a sign-up is preceded by an identify item with the attributes of the person',
    docs: 'https://docs.customer.io/journeys/attributes',
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
        timezone: 'Europe/London',
        method: 'email',
      },
    ],
    sends: [
      sent(
        {
          type: 'person',
          action: 'identify',
          identifiers: { id: 'u-1815' },
          attributes: {
            email: 'ada@example.com',
            phone: '+442071234567',
            first_name: 'Ada',
            last_name: 'Lovelace',
            city: 'London',
            country: 'GB',
            timezone: 'Europe/London',
          },
        },
        { ...signedUp({ id: 'u-1815' }), attributes: { method: 'email' } },
      ),
    ],
  },
  {
    title: 'a page view of a known person writes no profile',
    docs,
    settings,
    now,
    events: [{ ...ada, event_name: 'page_view', first_name: 'Ada', page_url: 'https://shop.example/' }],
    leftOut: [],
    sends: [
      sent({
        ...signedUp({ id: 'u-1815' }, 'page', 'https://shop.example/'),
        attributes: { url: 'https://shop.example/' },
      }),
    ],
  },
  {
    title: 'a sign-up of which only the browser is known writes no profile',
    docs,
    settings,
    now,
    events: [{ event_name: 'sign_up', anonymous_id: 'a-1', first_name: 'Ada' }],
    leftOut: ['person'],
    sends: [sent(signedUp({ anonymous_id: 'a-1' }))],
  },
  {
    title: 'a replayed sign-up writes no profile',
    docs,
    settings,
    isReplay: true,
    now,
    events: [ada],
    leftOut: ['person'],
    sends: [sent(signedUp({ id: 'u-1815' }))],
  },
  {
    title: 'with merge_anonymous, a login gives the events of the visitor to the user',
    docs: merging,
    settings: { ...settings, merge_anonymous: true },
    now,
    events: [{ ...visitor, email: 'ada@example.com' }],
    leftOut: [],
    sends: [
      sent(
        identified({ email: 'ada@example.com' }),
        identified({ anonymous_id: 'a-1' }),
        signedUp({ id: 'u-1815' }, 'event', 'login'),
      ),
    ],
  },
  {
    title: 'without merge_anonymous, a login joins nobody',
    docs: merging,
    settings,
    now,
    events: [visitor],
    leftOut: [],
    sends: [sent(signedUp({ id: 'u-1815' }, 'event', 'login'))],
  },
  {
    title: 'the login of somebody who is known by their address only joins nobody',
    docs: merging,
    settings: { ...settings, merge_anonymous: true },
    linkage: { '*': { person: null } },
    now,
    events: [{ event_name: 'login', email: 'ada@example.com', anonymous_id: 'a-1' }],
    leftOut: [],
    sends: [sent(signedUp({ email: 'ada@example.com' }, 'event', 'login'))],
  },
  {
    title: 'a page view with both ids joins nobody',
    docs: merging,
    settings: { ...settings, merge_anonymous: true },
    now,
    events: [{ ...visitor, event_name: 'page_view', page_url: 'https://shop.example/' }],
    leftOut: [],
    sends: [
      sent({
        ...signedUp({ id: 'u-1815' }, 'page', 'https://shop.example/'),
        attributes: { url: 'https://shop.example/' },
      }),
    ],
  },
  {
    title: 'a replayed login joins nobody',
    docs: merging,
    settings: { ...settings, merge_anonymous: true },
    isReplay: true,
    now,
    events: [{ ...visitor, email: 'ada@example.com' }],
    leftOut: ['person', 'merge'],
    sends: [sent(signedUp({ id: 'u-1815' }, 'event', 'login'))],
  },
]
