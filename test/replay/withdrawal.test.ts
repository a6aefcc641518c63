/** Replay after a withdrawal: sends no event of a person who has refused since, by whatever signal, and tells it where a flag can. */
import assert from 'node:assert/strict'
import { until } from '../support/until.ts'
import { always, ReplayStack } from './stack.ts'

const permitted = {
  rules: [{ id: 'all', effect: 'permit', when: "event.event_data.content_type == 'sent'" }],
}

const destinations = {
  // Has no flag for an opt-out.
  ads: {
    target: 'x',
    settings: { pixel_id: 'o8z6j', event_ids: { view_content: 'tw-o8z6j-o87nz' } },
    secrets: { access_token: 'x-token' },
    ...permitted,
  },
  // Tells it as limited_data_use.
  tiktok: {
    target: 'tiktok',
    settings: { event_source_id: 'COQDA8RC77U2TMR44LI0' },
    secrets: { access_token: 'tt-token' },
    ...permitted,
  },
  analytics: {
    target: 'mixpanel',
    settings: { project_id: '1234567', service_account: 'sluice.a1b2c3.mp-service-account' },
    secrets: { service_account_secret: 's3cret' },
    ...permitted,
  },
}

const granted = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
  analytics_storage: 'granted',
}

/** What each person says a minute after their event. The TC string denies purpose 1, the GPP string has the opt-out of sale of California, both
 * written by the IAB's library. */
const withdrawals: Readonly<Record<string, object | undefined>> = {
  silent: undefined,
  again: { consent: granted, limited_data_use: false, gpc: false },
  consent: { consent: { ...granted, ad_user_data: 'denied' } },
  analytics: { consent: { ...granted, analytics_storage: 'denied' } },
  limited: { limited_data_use: true },
  gpc: { gpc: true },
  tcf: { tcf_string: 'CQhDnIAQhDnIAAAAAAENAAFgAH_gAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA' },
  gpp: { gpp_string: 'DBABBg~BAYAAABA.QA' },
  broken: { gpp_string: 'DBAB' },
}
const people = Object.keys(withdrawals)

/** Who is still sent to each destination. Written by hand. */
const sent: Readonly<Record<keyof typeof destinations, readonly string[]>> = {
  ads: ['again', 'analytics', 'silent'],
  tiktok: ['again', 'analytics', 'gpc', 'gpp', 'limited', 'silent'],
  analytics: ['again', 'broken', 'consent', 'gpc', 'gpp', 'limited', 'silent', 'tcf'],
}

describe('a replay after a withdrawal', () => {
  let stack: ReplayStack
  before(async () => {
    stack = await ReplayStack.start(destinations)
  })
  after(() => stack.stack.remove())

  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  const identified = (person: string, index: number) =>
    index % 2 === 0 ? { user_id: person } : { anonymous_id: person }

  it('sends only people who have not refused since, with the opt-outs that a flag tells', async () => {
    const events = people.map((person, index) => ({
      event_id: `of-${person}`,
      event_time: minutesAgo(9),
      ...identified(person, index),
      twclid: `click-${person}`,
      ttclid: `click-${person}`,
      user_agent: 'Mozilla/5.0',
      ip: '203.0.113.7',
      page_url: 'https://shop.example/',
      action_source: 'web',
      content_type: 'sent',
      consent: granted,
    }))
    const pairs = people.length * Object.keys(destinations).length
    await stack.send(events, pairs)
    const undelivered =
      "SELECT destination, event_id, reason, detail FROM deliveries WHERE outcome != 'delivered'"
    assert.deepEqual(await stack.client.query(undelivered), [])
    const later = people.flatMap((person, index) => {
      const said = withdrawals[person]
      if (!said) return []
      return { event_id: `later-${person}`, event_time: minutesAgo(8), ...identified(person, index), ...said }
    })
    await stack.client.post('/v1/topics/view_content', later)
    // No destination permits these events, so their rows are what there is to wait for.
    await until('the later events are stored', async () => {
      const rows = await stack.client.query(
        "SELECT event_id FROM events WHERE STARTS_WITH(event_id, 'later-')",
      )
      return rows.length === later.length
    })

    for (const [destination, expected] of Object.entries(sent)) {
      const request = { destination, ...always, again: true, where: "STARTS_WITH(event_id, 'of-')" }
      const dry = await stack.done('replay', { ...request, dry_run: true })
      const run = await stack.done('replay', request)
      const counts = {
        selected: people.length,
        sent: expected.length,
        restricted: people.length - expected.length,
        skipped: 0,
      }
      assert.deepEqual(run.counts, counts, destination)
      assert.deepEqual(dry.counts, counts, destination)
      const rows = await stack.client.query(
        `SELECT event_id FROM deliveries WHERE replay_id = '${run.run_id}' AND outcome = 'delivered' ORDER BY event_id`,
      )
      assert.deepEqual(
        rows.map(({ event_id }) => event_id),
        expected.map((person) => `of-${person}`),
        destination,
      )
    }
    const told = (await stack.client.received())
      .filter(({ url }) => url.includes('tiktok'))
      .flatMap(
        ({ body }) =>
          (JSON.parse(body) as { data: readonly { event_id: string; limited_data_use?: boolean }[] }).data,
      )
      .filter(({ limited_data_use }) => limited_data_use)
      .map(({ event_id }) => event_id)
    assert.deepEqual(told.toSorted(), ['of-gpc', 'of-gpp', 'of-limited'])
  })

  it('has the latest choices of each person in view consent_now', async () => {
    const rows = await stack.client.query(
      "SELECT id_type, id, ad_user_data, limited_data_use, gpc FROM consent_now WHERE id IN ('consent', 'limited', 'gpc', 'again') ORDER BY id",
    )
    assert.deepEqual(rows, [
      {
        id_type: 'anonymous_id',
        id: 'again',
        ad_user_data: 'granted',
        limited_data_use: 'false',
        gpc: 'false',
      },
      { id_type: 'user_id', id: 'consent', ad_user_data: 'denied', limited_data_use: null, gpc: null },
      { id_type: 'anonymous_id', id: 'gpc', ad_user_data: 'granted', limited_data_use: null, gpc: 'true' },
      { id_type: 'user_id', id: 'limited', ad_user_data: 'granted', limited_data_use: 'true', gpc: null },
    ])
  })
})
