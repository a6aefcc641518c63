/** Delivery: events that update profiles, over HTTP to the third-party recorder: a sign-up is a person and an event, page views write no profile,
 * and a refused profile does not lose the event. */
import assert from 'node:assert/strict'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createEgress } from '../../functions/net/egress.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { RecordedRequest } from '../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../local/third_party/server.ts'
import { settingsFor, stored } from '../targets/run.ts'
import { alone, respond, thirdParty as fakeThirdParty } from './fake_third_party.ts'

const now = '2026-03-14T10:00:00Z'

/** Settings of the destination, and where its profiles are: the number of profiles with an address or a name in a request. */
const vendors: Readonly<
  Record<string, { settings: object; profiles: (path: string, body: Body) => number }>
> = {
  braze: {
    settings: { rest_endpoint: 'rest.iad-01.braze.com', api_key: 'k-1' },
    profiles: (_, { attributes = [] }) => attributes.length,
  },
  customerio: {
    settings: { site_id: 'site', api_key: 'k-1' },
    profiles: (_, { batch = [] }) => batch.filter(({ action }) => action === 'identify').length,
  },
  iterable: {
    settings: { api_key: 'k-1' },
    profiles: (_, { users = [] }) => users.length,
  },
  klaviyo: {
    settings: { api_key: 'k-1' },
    profiles: (_, body) => Number(JSON.stringify(body).includes('"first_name"')),
  },
  hubspot: {
    settings: {
      access_token: 'k-1',
      event_names: { sign_up: 'pe1_sign_up', page_view: 'pe1_page_view' },
    },
    profiles: (path, { inputs = [] }) => (path.endsWith('/contacts/batch/upsert') ? inputs.length : 0),
  },
}

interface Body {
  attributes?: readonly object[]
  batch?: readonly { action: string }[]
  users?: readonly object[]
  inputs?: readonly object[]
}

const ada = { user_id: 'u-1815', email: 'ada@example.com', first_name: 'Ada' }

function eventOf(name: string, index: number, others: object = {}): StoredEvent {
  const event = { event_name: name, event_id: `${name}-${index}`, ...ada, ...others }
  // Each has a message of its own, as the bus would bring it.
  return { ...stored(event, index, { now }), messageId: `m-${index}` }
}

describe('profiles of events, at the third-party recorder', () => {
  let thirdParty: ThirdParty

  before(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
  })
  after(() => thirdParty.close())
  afterEach(async () => {
    await call('/answer', 'DELETE')
    await call('/requests', 'DELETE')
  })

  const call = (path: string, method = 'GET', body?: object) =>
    fetch(thirdParty.url + path, { method, ...(body && { body: JSON.stringify(body) }) })

  /** The requests since the last call of `afterEach`, the earliest first. */
  const received = async () => {
    const all = JSON.parse(await (await call('/requests')).text()) as RecordedRequest[]
    return all
      .toSorted((a, b) => a.number - b.number)
      .map(({ url, body }) => ({ path: url.split('?', 1)[0]!, body: JSON.parse(body) as Body, text: body }))
  }

  const deliveryTo = (name: string, more: object = {}) => {
    const target = targetOf(name)
    return createDelivery(
      { id: 'crm' },
      target,
      settingsFor(target, { ...vendors[name]!.settings, ...more }),
      {
        now: () => new Date(now),
        send: createEgress({ THIRD_PARTY_GATEWAY: thirdParty.url }),
        wait: async () => {},
        authorization: () => '',
        dropToken: () => {},
        alert: () => {},
        ...alone(),
      },
    )
  }

  for (const [name, { profiles }] of Object.entries(vendors)) {
    const written = async () => {
      const requests = await received()
      return requests.reduce((sum, { path, body }) => sum + profiles(path, body), 0)
    }

    it(`${name} gets a sign-up as a person with an address and as an event`, async () => {
      const { outcome } = await deliveryTo(name)(eventOf('sign_up', 1))
      assert.equal(outcome.outcome, 'delivered')
      assert.equal(outcome.detail, undefined)
      assert.equal(await written(), 1)
      const text = (await received()).map((request) => request.text).join()
      assert.match(text, /ada@example\.com/)
      assert.match(text, /sign_up/)
    })

    it(`${name} gets no profile from a hundred page views, and none from a replay or a late event`, async () => {
      const deliver = deliveryTo(name)
      const replayed = { ...eventOf('sign_up', 200), isReplay: true as const }
      const late = eventOf('sign_up', 201, { event_time: '2026-03-14T08:59:59Z' })
      const views = Array.from({ length: 100 }, (_, index) => eventOf('page_view', index))
      const results = await Promise.all([...views, replayed, late].map(deliver))
      for (const { outcome } of results) assert.equal(outcome.outcome, 'delivered')
      assert.equal(await written(), 0)
    })
  }

  const hubspotContacts = '/api.hubapi.com/crm/v3/objects/contacts'
  const detailOf = async (event: StoredEvent) => {
    const { outcome } = await deliveryTo('hubspot')(event)
    return [outcome.outcome, ('reason' in outcome && outcome.reason) || outcome.detail]
  }
  const pathsOf = async () => (await received()).map(({ path }) => path.split('/').slice(-2).join('/'))

  it('a profile that is refused alone does not lose the event, whose detail says it', async () => {
    // The recorder refuses a contact whose event id ends in 3.
    await call('/answer', 'PUT', { behavior: 'partial', path: hubspotContacts })
    assert.deepEqual(await detailOf(eventOf('sign_up', 3)), [
      'delivered',
      'profile: Property values were not valid',
    ])
    assert.deepEqual(await pathsOf(), ['batch/upsert', 'send/batch'])
  })

  it('a token that may not write profiles still sends the events', async () => {
    await call('/answer', 'PUT', { status: 403, body: { message: 'scope' }, path: hubspotContacts })
    const [outcome, detail] = await detailOf(eventOf('sign_up', 1))
    assert.equal(outcome, 'delivered')
    assert.match(String(detail), /^profile: /)
  })

  it('a profile that cannot be written now holds its event back, so that both are tried again', async () => {
    await call('/answer', 'PUT', { behavior: 'down', path: hubspotContacts })
    assert.deepEqual(await detailOf(eventOf('sign_up', 1)), ['deferred', 'unavailable'])
    assert.ok((await pathsOf()).every((path) => path === 'batch/upsert'))
  })

  it('the detail of a profile that is refused in the same request quotes no value of it', async () => {
    const errors = [
      { type: "'dob' of ada@example.com is not a valid date", input_array: 'attributes', index: 0 },
    ]
    await call('/answer', 'PUT', { status: 201, body: { message: 'success', errors } })
    const { outcome } = await deliveryTo('braze')(eventOf('sign_up', 1))
    assert.equal(outcome.outcome, 'delivered')
    assert.match(outcome.detail!, /^profile: .*dob/)
    assert.ok(!outcome.detail!.includes('ada'))
  })

  const identify = '/rest.iad-01.braze.com/users/identify'
  const login = (index: number) => eventOf('login', index, { anonymous_id: `a-${index}` })

  it('a merge is sent before the profile and the event, and only for a login', async () => {
    const deliver = deliveryTo('braze', { alias_label: 'device' })
    for (const event of [login(1), eventOf('page_view', 2, { anonymous_id: 'a-2' })])
      assert.deepEqual((await deliver(event)).outcome, { outcome: 'delivered', http_status: 201 })
    assert.deepEqual(await pathsOf(), ['users/identify', 'users/track', 'users/track'])
    assert.deepEqual((await received())[0]!.body, {
      aliases_to_identify: [
        { external_id: 'u-1815', user_alias: { alias_name: 'a-1', alias_label: 'device' } },
      ],
      merge_behavior: 'merge',
    })
  })

  it('a merge that is refused does not lose the event; one that cannot be made now holds it back', async () => {
    const deliver = deliveryTo('braze', { alias_label: 'device' })
    await call('/answer', 'PUT', { status: 400, body: { message: 'Invalid user alias' }, path: identify })
    const { outcome } = await deliver(login(1))
    assert.equal(outcome.outcome, 'delivered')
    assert.match(outcome.detail!, /^profile: merge: .*Invalid user alias/)
    await call('/answer', 'PUT', { behavior: 'down', path: identify })
    await call('/requests', 'DELETE')
    assert.equal((await deliver(login(2))).outcome.outcome, 'deferred')
    assert.ok((await pathsOf()).every((path) => path === 'users/identify'))
  })

  it('one invalid profile is found among many that are refused whole, and every event is sent', async () => {
    await call('/answer', 'PUT', { behavior: 'invalid', path: hubspotContacts, times: 2 })
    const deliver = deliveryTo('hubspot')
    const events = Array.from({ length: 4 }, (_, index) =>
      eventOf('sign_up', index, { email: `p${index}@example.com` }),
    )
    const results = await Promise.all(events.map(deliver))
    assert.deepEqual(
      results.map(({ outcome }) => outcome.outcome),
      ['delivered', 'delivered', 'delivered', 'delivered'],
    )
  })

  it('events that are sent again because of another one do not write their profiles again', async () => {
    await call('/answer', 'PUT', { behavior: 'partial', path: '/api.hubapi.com/events' })
    const deliver = deliveryTo('hubspot')
    const events = [1, 2, 3, 4].map((index) => eventOf('sign_up', index, { email: `p${index}@example.com` }))
    const results = await Promise.all(events.map(deliver))
    assert.deepEqual(
      results.map(({ outcome }) => outcome.outcome),
      ['delivered', 'delivered', 'refused', 'delivered'],
    )
    const contacts = (await received()).filter(({ path }) => path.endsWith('/upsert'))
    assert.equal(
      contacts.reduce((sum, { body }) => sum + body.inputs!.length, 0),
      4,
    )
  })

  it('a request of profiles counts for the rate of the destination', async () => {
    const clock = { ms: Date.parse(now) }
    const times: number[] = []
    const fake = fakeThirdParty((_, { url }) => {
      times.push(clock.ms - Date.parse(now))
      return url.endsWith('/upsert') ? respond(200, {}, '{"status":"COMPLETE"}') : respond(204)
    }, clock)
    const target = targetOf('hubspot')
    const ports = { ...fake.ports, ...alone(1) }
    const settings = settingsFor(target, { ...vendors['hubspot']!.settings })
    const deliver = createDelivery({ id: 'crm', requests_per_second: 1 }, target, settings, ports)
    for (const index of [1, 2])
      assert.equal((await deliver(eventOf('sign_up', index))).outcome.outcome, 'delivered')
    assert.equal(times.length, 4)
    assert.ok(times[3]! - times[0]! >= 2000, `four requests at ${times.join(', ')} ms`)
  })
})
