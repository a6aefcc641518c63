/** Profiles: through a whole stack, a sign-up reaches messaging platforms as a person with an address and as an event, and a hundred page views
 * write no profile. */
import assert from 'node:assert/strict'
import { ReplayStack } from './replay/stack.ts'
import { until } from './support/until.ts'

interface Body {
  attributes?: readonly { email?: string }[]
  batch?: readonly { action: string; attributes?: { email?: string } }[]
  users?: readonly { email?: string; identifiers?: { email?: string } }[]
  inputs?: readonly { idProperty?: string; id?: string }[]
  data?: {
    attributes: {
      profile?: Profile
      'events-bulk-create'?: { data: readonly { attributes: { profile: Profile } }[] }
    }
  }
}
/** Profiles of Mixpanel; an event has none. */
type Updates = readonly { $set?: { $email?: string } }[]
interface Profile {
  data: { attributes: { email?: string; first_name?: string } }
}

/** Destination → its settings, and the addresses of the profiles that a request writes, by hand from the vendors' pages (docs/profiles.md). */
const vendors: Readonly<
  Record<
    string,
    { settings: object; secret: string; host: string; written: (body: Body) => readonly unknown[] }
  >
> = {
  braze: {
    settings: { rest_endpoint: 'rest.iad-01.braze.com' },
    secret: 'api_key',
    host: 'rest.iad-01.braze.com',
    written: ({ attributes = [] }) => attributes.map(({ email }) => email),
  },
  customerio: {
    settings: { site_id: 'site' },
    secret: 'api_key',
    host: 'track.customer.io',
    written: ({ batch = [] }) =>
      batch.filter(({ action }) => action === 'identify').map(({ attributes }) => attributes?.email),
  },
  iterable: {
    settings: {},
    secret: 'api_key',
    host: 'api.iterable.com',
    written: ({ users = [] }) => users.map(({ email }) => email),
  },
  klaviyo: {
    settings: {},
    secret: 'api_key',
    host: 'a.klaviyo.com',
    // An address only identifies the person; a name changes the profile.
    written: ({ data }) => {
      const { profile, 'events-bulk-create': job } = data!.attributes
      const profiles = profile ? [profile] : job!.data.map(({ attributes }) => attributes.profile)
      return profiles.flatMap(({ data: { attributes } }) => (attributes.first_name ? [attributes.email] : []))
    },
  },
  hubspot: {
    settings: { event_names: { sign_up: 'pe1_sign_up', page_view: 'pe1_page_view' } },
    secret: 'access_token',
    host: 'api.hubapi.com',
    written: ({ inputs = [] }) =>
      inputs.filter(({ idProperty }) => idProperty === 'email').map(({ id }) => id),
  },
  attentive: {
    settings: {},
    secret: 'api_key',
    host: 'api.attentivemobile.com',
    written: ({ users = [] }) => users.map(({ identifiers }) => identifiers?.email),
  },
  mixpanel: {
    settings: { project_id: '7', service_account: 'a', project_token: '591b3354' },
    secret: 'service_account_secret',
    host: 'api.mixpanel.com',
    written: (body) => (body as Updates).flatMap(({ $set }) => $set?.$email ?? []),
  },
}

describe('profiles', () => {
  let stack: ReplayStack

  before(async () => {
    const destinations = Object.entries(vendors).map(([target, { settings, secret }]) => [
      target,
      {
        target,
        settings,
        secrets: { [secret]: 'k-1' },
        rules: [{ id: 'all', effect: 'permit', when: 'true' }],
      },
    ])
    stack = await ReplayStack.start(Object.fromEntries(destinations))
  })
  after(() => stack?.stack.remove())

  it('a sign-up is a person with an address and an event at each; a hundred page views write no profile', async () => {
    const ada = {
      user_id: 'u-1815',
      email: 'Ada@Example.com',
      first_name: 'Ada',
      consent: { ad_user_data: 'granted', analytics_storage: 'granted' },
    }
    const events = [
      ...Array.from({ length: 100 }, () => ({ event_name: 'page_view', page_url: 'https://shop.example/' })),
      { event_name: 'sign_up', method: 'email' },
    ].map((event) => ({ ...event, ...ada, event_time: new Date().toISOString() }))
    const { status } = await stack.client.post('/v1/topics/events', events)
    assert.equal(status, 200)
    await until('everything is delivered', async () => {
      const [row] = await stack.client.query(
        "SELECT COUNT(DISTINCT CONCAT(event_id, destination)) AS pairs FROM deliveries WHERE outcome = 'delivered'",
      )
      return Number(row?.['pairs']) === 101 * Object.keys(vendors).length
    })
    const details = await stack.client.query('SELECT detail FROM deliveries WHERE detail IS NOT NULL')
    assert.deepEqual(details, [])

    const received = await stack.client.received()
    for (const [target, { host, written }] of Object.entries(vendors)) {
      const bodies = received.filter(({ url }) => url.includes(host)).map(({ body }) => body)
      assert.deepEqual(
        bodies.flatMap((body) => written(JSON.parse(body) as Body)),
        ['ada@example.com'],
        target,
      )
      assert.equal(
        bodies.filter((body) => body.includes('sign_up')).length,
        1,
        `${target} gets the event once`,
      )
    }
  })
})
