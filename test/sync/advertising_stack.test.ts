/** Advertising lists through the whole stack: one whose vendor gives short-lived tokens, and one whose vendor decides later. */
import assert from 'node:assert/strict'
import { ReplayStack } from '../replay/stack.ts'
import { until } from '../support/until.ts'
import { hashes } from '../targets/members.ts'

const permitted = {
  rules: [{ id: 'members', effect: 'permit', when: "event.event_name == 'lapsed_customers'" }],
}

const destinations = {
  snap: {
    target: 'snapchat_audience',
    settings: { list_id: '5677923948298240', client_id: 'app-1' },
    secrets: { refresh_token: 'refresh-1', client_secret: 'secret-1' },
    ...permitted,
  },
  match: {
    target: 'google_customer_match',
    settings: { account_id: '1234567890', list_id: '8012345678' },
    ...permitted,
  },
}

describe('advertising lists through the whole stack', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    const paused = { destinations: Object.keys(destinations), paused: true }
    stack = await ReplayStack.start(destinations, { 'sluice:syncs': { lapsed_customers: paused } })
  })
  after(() => stack.stack.remove())

  const run = async (destination: string): Promise<void> => {
    const { state, reason } = await stack.done('sync', { sync: 'lapsed_customers', destination })
    assert.equal(state, 'finished', reason ?? undefined)
  }

  it('get the members, with a token of the refresh token; the next run asks what became of them', async () => {
    const lapsed = {
      event_name: 'purchase',
      event_time: '2026-03-14T09:26:53Z',
      user_id: 'u-1815',
      email: 'ada@example.com',
      transaction_id: 'T-1',
      value: 64.7,
      currency: 'EUR',
      consent: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
    }
    assert.equal((await stack.client.post('/v1/topics/events', [lapsed])).status, 200)
    await until('the order is stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(*) AS n FROM events')
      return Number(row!['n']) === 1
    })
    await run('snap')
    const response = await fetch(`${stack.stack.facts.thirdPartyUrl}/members`)
    const lists = (await response.json()) as Readonly<Record<string, readonly string[]>>
    assert.deepEqual(lists['Snapchat Ads 5677923948298240'], [`EMAIL_SHA256 ${hashes.adaEmail}`])
    const urls = (await stack.client.received()).map(({ url }) => url)
    assert.deepEqual(urls, [
      '/accounts.snapchat.com/login/oauth2/access_token',
      '/adsapi.snapchat.com/v1/segments/5677923948298240/users',
    ])

    const receipts = () => stack.client.query('SELECT destination, changes, state, detail FROM list_receipts')
    await run('match')
    assert.deepEqual(await receipts(), [
      { destination: 'match', changes: '1', state: 'pending', detail: null },
    ])
    await run('match')
    await until('the vendor was asked', async () => (await receipts())[0]!['state'] !== 'pending')
    assert.deepEqual(await receipts(), [
      { destination: 'match', changes: '1', state: 'done', detail: 'done: 1 record' },
    ])
  })

  it('of which one fails later are again what the next run sends, once', async () => {
    const ingests = async () =>
      (await stack.client.received()).filter(({ url }) => url.endsWith('/audienceMembers:ingest')).length
    const member = () =>
      stack.client.query(`SELECT is_member, state, change FROM audience_members WHERE destination = 'match'`)
    await stack.client.arrange(`UPDATE sync_state SET row_hash = 'another' WHERE destination = 'match'`)
    await run('match')
    assert.equal(await ingests(), 2)
    await stack.client.thirdPartyAnswers({
      path: '/datamanager.googleapis.com/v1/requestStatus:retrieve',
      body: { requestStatusPerDestination: [{ requestStatus: 'FAILED' }] },
      times: 1,
    })
    const dry = await stack.done('sync', { sync: 'lapsed_customers', destination: 'match', dry_run: true })
    assert.equal(dry.counts['changed'], 0)
    await run('match')
    assert.equal(await ingests(), 3)
    assert.deepEqual(
      await stack.client.query('SELECT state, unsent, failures FROM list_receipts ORDER BY sent_at'),
      [
        { state: 'done', unsent: null, failures: null },
        { state: 'failed', unsent: '0', failures: null },
        { state: 'pending', unsent: null, failures: null },
      ],
    )
    await run('match')
    assert.equal(await ingests(), 3)
    assert.deepEqual(await member(), [{ is_member: 'true', state: 'member', change: null }])
  })
})
