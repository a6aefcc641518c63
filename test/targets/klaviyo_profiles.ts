/** Cases of target `klaviyo`: events that update the profile of their person, and events that only identify it. */
import type { Example } from './case.ts'
import { ada, api_key, docs, now, sent, time } from './klaviyo_bodies.ts'

const known = { user_id: 'u-1815', email: 'ada@example.com', phone: '+442071234567' }
const described = { first_name: 'Ada', last_name: 'Lovelace', city: 'London', country: 'gb', locale: 'en-GB' }
const identifiers = { email: 'ada@example.com', phone_number: '+442071234567', external_id: 'u-1815' }
const occurred = { time, unique_id: 'e-1', properties: {} }

function example(title: string, event: object, profile: object, others: Partial<Example> = {}): Example {
  const { isReplay } = others
  const name = 'event_name' in event && event.event_name === 'page_view' ? 'Active on Site' : 'sign_up'
  return {
    title,
    docs,
    settings: { api_key },
    now,
    events: [{ event_name: 'sign_up', ...event }],
    leftOut: [],
    sends: [sent(name, profile, { ...occurred, ...(isReplay && { backfill: true }) })],
    ...others,
  }
}

const attributes = 'profile.data.attributes'

export const profileExamples: readonly Example[] = [
  example(
    'a sign-up has the attributes of the profile',
    { ...known, ...described },
    {
      ...identifiers,
      first_name: 'Ada',
      last_name: 'Lovelace',
      locale: 'en-GB',
      location: { city: 'London', country: 'GB' },
    },
  ),
  example(
    'a page view only identifies the profile',
    { event_name: 'page_view', ...known, ...described },
    identifiers,
  ),
  example('a replayed sign-up only identifies the profile', { ...known, ...described }, identifiers, {
    isReplay: true,
    leftOut: ['first_name', 'last_name', 'locale', 'location'].map((name) => `${attributes}.${name}`),
  }),
  example(
    'a sign-up of which only the browser is known changes no profile',
    { anonymous_id: 'a-1', first_name: 'Ada' },
    { anonymous_id: 'a-1' },
    { leftOut: [`${attributes}.first_name`] },
  ),
  example(
    'a link fills further attributes of the profile, of the event types that it names',
    { ...known, event_name: 'page_view', tier: 'gold' },
    { ...identifiers, properties: { tier: 'gold' } },
    {
      linkage: { page_view: { [`${attributes}.properties.tier`]: 'event_data.tier' } },
      sends: [
        sent(
          'Active on Site',
          { ...identifiers, properties: { tier: 'gold' } },
          { ...occurred, properties: { tier: 'gold' } },
        ),
      ],
    },
  ),
  example('a link turns the attributes off', { ...described, email: 'ada@example.com' }, ada, {
    linkage: {
      '*': Object.fromEntries(
        ['first_name', 'last_name', 'locale', 'location'].map((name) => [`${attributes}.${name}`, null]),
      ),
    },
  }),
]
