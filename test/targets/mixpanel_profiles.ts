/** Cases of target `mixpanel`: events that update the profile of their user or join an anonymous visitor with them, and events that must not. */
import { posted, type Example, type SentRequest } from './case.ts'

const docs = 'https://docs.mixpanel.com/reference/profile-batch-update'
const events = 'https://developer.mixpanel.com/reference/import-events'
const settings = {
  project_id: '1234567',
  service_account: 'a',
  service_account_secret: 's',
  project_token: '591b3354',
}
const now = '2026-03-14T10:00:00Z'

function imported(...sent: readonly object[]): SentRequest {
  return posted('https://api.mixpanel.com/import?strict=1&project_id=1234567', sent, {
    // printf a:s | base64
    authorization: 'Basic YTpz',
  })
}

function event(name: string, n: number, properties: object) {
  return { event: name, properties: { time: 1773482400000, $insert_id: `e-${n}`, ...properties } }
}

const ada = { event_name: 'sign_up', user_id: 'u-1815', email: 'Ada@Example.com' }
const adasSignUp = event('sign_up', 1, { distinct_id: 'u-1815', $user_id: 'u-1815' })

const merging = 'https://docs.mixpanel.com/reference/create-identity'
const visitor = 'c0a8012e-1f5d-4f0e-9d3b-6a1c2b3d4e5f'

export const mixpanelProfiles: readonly Example[] = [
  {
    title: 'a sign-up updates the profile of the user in a request before that of the event',
    docs,
    settings: { ...settings, region: 'eu' },
    now,
    events: [
      {
        ...ada,
        phone: '+44 20 7123 4567',
        first_name: 'Ada',
        last_name: 'Lovelace',
        city: 'London',
        region: 'England',
        country: 'gb',
      },
    ],
    sends: [
      posted('https://api-eu.mixpanel.com/engage?strict=1&ip=0', [
        {
          $token: '591b3354',
          $distinct_id: 'u-1815',
          $set: {
            $email: 'ada@example.com',
            $phone: '+442071234567',
            $first_name: 'Ada',
            $last_name: 'Lovelace',
            $city: 'London',
            $region: 'England',
            $country_code: 'GB',
          },
        },
      ]),
      {
        ...imported(
          event('sign_up', 1, {
            distinct_id: 'u-1815',
            $user_id: 'u-1815',
            $city: 'London',
            $region: 'England',
            mp_country_code: 'GB',
          }),
        ),
        url: 'https://api-eu.mixpanel.com/import?strict=1&project_id=1234567',
      },
    ],
  },
  {
    title: 'a page view and the login of a device without a user write no profile',
    docs,
    settings,
    now,
    events: [
      { event_name: 'page_view', user_id: 'u-1815', email: 'ada@example.com' },
      { event_name: 'login', anonymous_id: 'a-1', email: 'ada@example.com' },
      { event_name: 'login', user_id: 'u-2', first_name: 'Grace' },
    ],
    leftOut: ['person'],
    sends: [
      imported(
        event('page_view', 1, { distinct_id: 'u-1815', $user_id: 'u-1815' }),
        event('login', 2, { distinct_id: 'a-1', $device_id: 'a-1' }),
      ),
      posted('https://api.mixpanel.com/engage?strict=1&ip=0', [
        { $token: '591b3354', $distinct_id: 'u-2', $set: { $first_name: 'Grace' } },
      ]),
      imported(event('login', 3, { distinct_id: 'u-2', $user_id: 'u-2' })),
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
    sends: [imported(adasSignUp)],
  },
  {
    title: 'without the token of the project, a sign-up is an event only',
    docs: events,
    settings: { project_id: '1234567', service_account: 'a', service_account_secret: 's' },
    now,
    events: [ada],
    leftOut: [],
    sends: [imported(adasSignUp)],
  },
  {
    title: 'in a project on the original Identity Merge, a login sends $identify before the event',
    docs: merging,
    settings: { ...settings, id_merge: 'original' },
    now,
    events: [{ event_name: 'login', user_id: 'u-1815', anonymous_id: visitor }],
    leftOut: [],
    sends: [
      imported(
        {
          event: '$identify',
          properties: {
            time: 1773482400000,
            $insert_id: 'identify-e-1',
            distinct_id: 'u-1815',
            $identified_id: 'u-1815',
            $anon_id: visitor,
            token: '591b3354',
          },
        },
        event('login', 1, { distinct_id: 'u-1815', $user_id: 'u-1815', $device_id: visitor }),
      ),
    ],
  },
  {
    title: 'in a project on the simplified Identity Merge, the ids of the event are enough',
    docs: 'https://docs.mixpanel.com/docs/tracking-methods/id-management/identifying-users-simplified',
    settings,
    now,
    events: [{ event_name: 'login', user_id: 'u-1815', anonymous_id: visitor }],
    leftOut: [],
    sends: [imported(event('login', 1, { distinct_id: 'u-1815', $user_id: 'u-1815', $device_id: visitor }))],
  },
  {
    title: 'a visitor whose id is no UUID of version 4 is joined with nobody',
    docs: merging,
    settings: { ...settings, id_merge: 'original' },
    now,
    events: [{ event_name: 'login', user_id: 'u-1815', anonymous_id: 'a-1' }],
    leftOut: ['merge'],
    sends: [imported(event('login', 1, { distinct_id: 'u-1815', $user_id: 'u-1815', $device_id: 'a-1' }))],
  },
  {
    title: 'a page view with both ids and a replayed login join nobody',
    docs: merging,
    settings: { ...settings, id_merge: 'original' },
    isReplay: true,
    now,
    events: [
      { event_name: 'page_view', user_id: 'u-1815', anonymous_id: visitor },
      { event_name: 'login', user_id: 'u-1815', anonymous_id: visitor },
    ],
    leftOut: ['merge'],
    sends: [
      imported(
        event('page_view', 1, { distinct_id: 'u-1815', $user_id: 'u-1815', $device_id: visitor }),
        event('login', 2, { distinct_id: 'u-1815', $user_id: 'u-1815', $device_id: visitor }),
      ),
    ],
  },
]
