/** Replay: sends again what ended without delivery, unchanged, and nothing else. */
import assert from 'node:assert/strict'
import { always, ReplayStack, settingsWith, webhook } from './replay/stack.ts'
import { until } from './support/until.ts'

const destinations = {
  crm: webhook('crm'),
  shop: webhook('shop', "event.event_data.content_type == 'product'"),
  ads: {
    target: 'meta',
    settings: { dataset_id: '1234567890' },
    secrets: { access_token: 'EAAB' },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    consent: [],
  },
}

function ids(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, n) => `${name}-${n}`)
}

describe('a replay', () => {
  let stack: ReplayStack
  before(async () => {
    stack = await ReplayStack.start(destinations)
  })
  after(() => stack.stack.remove())
  const client = () => stack.client

  it('sends exactly the refused events, as its dry run counts; a second one sends nothing', async () => {
    const [accepted, refused] = [ids(4, 'accepted'), ids(6, 'refused')]
    await stack.send(
      accepted.map((event_id) => ({ event_id, user_id: 'u-1' })),
      4,
      "destination = 'crm'",
    )
    await client().thirdPartyAnswers({ path: '/crm', status: 400 })
    await stack.send(
      refused.map((event_id) => ({ event_id, user_id: 'u-1' })),
      6,
      "outcome = 'refused'",
    )
    await client().thirdPartyAnswers(undefined)
    const before = (await stack.arrivals('crm')).length

    const dry = await stack.done('replay', { destination: 'crm', ...always, dry_run: true })
    assert.deepEqual(dry.counts, { selected: 6, sent: 6, restricted: 0, skipped: 0 })
    assert.deepEqual(dry.result?.['before'], { refused: 6 })
    const { samples } = dry.result as { samples: readonly { event_id: string }[] }
    assert.deepEqual(samples.map(({ event_id }) => event_id).toSorted(), refused)
    assert.equal((await stack.arrivals('crm')).length, before)

    const run = await stack.done('replay', { destination: 'crm', ...always })
    assert.equal(run.state, 'finished')
    assert.deepEqual(run.counts, dry.counts)
    assert.deepEqual(run.result, { before: { refused: 6 }, outcomes: { delivered: 6 } })
    assert.deepEqual((await stack.arrivals('crm')).slice(before).toSorted(), refused)
    const marked = await client().query(
      `SELECT COUNT(*) AS found FROM deliveries WHERE replay_id = '${run.run_id}' AND outcome = 'delivered' AND destination = 'crm'`,
    )
    assert.deepEqual(marked, [{ found: '6' }])

    const second = await stack.done('replay', { destination: 'crm', ...always })
    assert.deepEqual(second.counts, { selected: 0, sent: 0, restricted: 0, skipped: 0 })
    assert.equal((await stack.arrivals('crm')).length, before + 6)
  })

  it('gives every selected pair an outcome, restricted ones included', async () => {
    const events = [
      { event_id: 'restricted', user_id: 'u-1', content_type: 'article', content_name: 'kept' },
      { event_id: 'permitted', user_id: 'u-1', content_type: 'product', content_name: 'kept' },
    ]
    await client().thirdPartyAnswers({ path: '/shop', status: 400 })
    // Both reach `crm`, so they are stored, and one reaches `shop`.
    await stack.send(events, 3, "event_id IN ('restricted', 'permitted') AND destination IN ('crm', 'shop')")
    await client().thirdPartyAnswers(undefined)
    const request = { destination: 'shop', ...always, where: "JSON_VALUE(event_data.content_name) = 'kept'" }
    const dry = await stack.done('replay', { ...request, dry_run: true })
    const run = await stack.done('replay', request)
    assert.deepEqual(run.counts, { selected: 2, sent: 1, restricted: 1, skipped: 0 })
    assert.deepEqual(dry.counts, run.counts)
    assert.deepEqual(run.result?.['outcomes'], { delivered: 1, restricted: 1 })
  })

  it('counts events that the linkage skips separately, and lets forward record them', async () => {
    const old = { event_time: '2020-01-01T00:00:00Z', user_id: 'u-1', content_name: 'too old' }
    await stack.send([{ event_id: 'too-old', ...old }], 1, "event_id = 'too-old' AND destination = 'ads'")
    const request = { destination: 'ads', ...always, where: "event_id = 'too-old'" }
    const dry = await stack.done('replay', { ...request, dry_run: true })
    const run = await stack.done('replay', request)
    assert.deepEqual(run.counts, { selected: 1, sent: 0, restricted: 0, skipped: 1 })
    assert.deepEqual(dry.counts, run.counts)
    assert.deepEqual(run.result, {
      before: { skipped: 1 },
      not_sent: { 'skipped: event_too_old': 1 },
      outcomes: { skipped: 1 },
    })
  })

  // BigQuery stores the value of a JSON, not its text: members are sorted by name, numbers have their shortest form.
  it('sends a third party the same values as the first time', async () => {
    const event_time = new Date(Date.now() - 3_600_000).toISOString()
    const event = `{"page_url":"https://a.example/ä?q=1","score":12345678901234567890.10,"user_id":"u-9","user_agent":"Mozilla/5.0",
      "event_id":"values","nested":{"z":[1.50,1e3,{"b":null}],"a":"ü\\u0041"},"event_time":"${event_time}","session_number":3,
      "consent":{"ad_storage":"granted"},"content_name":"<&>'\\"","content_type":"article"}`
    const received = async () =>
      (await client().received())
        .filter(({ body }) => body.includes('"values"'))
        .map(({ url, body }) => ({ path: url.replace(/\?.*/, ''), values: JSON.parse(body) as unknown }))
    const byPath = (a: { path: string }, b: { path: string }): number => a.path.localeCompare(b.path)
    assert.equal((await client().post('/v1/topics/view_content', event)).status, 200)
    // A pair without an outcome is still in flight, and no replay sends it.
    await until('the first delivery has ended', async () => {
      const ended = await client().query("SELECT outcome FROM deliveries WHERE event_id = 'values'")
      return ended.length === 2
    })
    const first = await received()
    assert.equal(first.length, 2)
    for (const destination of ['crm', 'ads'])
      await stack.done('replay', { destination, ...always, where: "event_id = 'values'", again: true })
    assert.deepEqual((await received()).slice(2).toSorted(byPath), first.toSorted(byPath))
  })

  it('sends delivered events only on request, and others by the requested outcomes', async () => {
    const request = { destination: 'crm', ...always, dry_run: true }
    const selected = async (more: object) =>
      (await stack.done('replay', { ...request, ...more })).counts['selected']
    assert.equal(await selected({ outcomes: ['delivered'], where: "event_id LIKE 'accepted-%'" }), 4)
    assert.equal(await selected({ again: true, where: "event_id LIKE 'accepted-%'" }), 4)
    assert.equal(await selected({ where: "event_id LIKE 'accepted-%'" }), 0)
    assert.equal(await selected({ outcomes: ['refused'] }), 0)
  })

  it('does not send what is still in flight', async () => {
    await client().thirdPartyAnswers({ path: '/crm', status: 503 })
    await stack.send(
      [{ event_id: 'waits', user_id: 'u-1' }],
      1,
      "event_id = 'waits' AND outcome = 'deferred'",
    )
    const request = { destination: 'crm', ...always, where: "event_id = 'waits'" }
    assert.equal((await stack.done('replay', request)).counts['selected'], 0)
    assert.equal((await stack.done('replay', { ...request, again: true })).counts['selected'], 0)
    const named = await stack.done('replay', { ...request, outcomes: ['deferred'], dry_run: true })
    assert.equal(named.counts['selected'], 1)
    await client().thirdPartyAnswers(undefined)
    await until('it has ended', async () => {
      const rows = await client().query(
        "SELECT outcome FROM deliveries WHERE event_id = 'waits' AND destination = 'crm' AND outcome = 'delivered'",
      )
      return rows.length > 0
    })
  })

  it('stops when it is cancelled; the next one sends the rest', async () => {
    const refused = ids(60, 'slow')
    await client().thirdPartyAnswers({ path: '/crm', status: 400 })
    await stack.send(
      refused.map((event_id) => ({ event_id, user_id: 'u-1' })),
      60,
      "outcome = 'refused' AND event_id LIKE 'slow-%'",
    )
    await client().thirdPartyAnswers(undefined)
    const request = { destination: 'crm', ...always, where: "event_id LIKE 'slow-%'" }
    const before = (await stack.arrivals('crm')).length
    const id = await stack.ask('replay', { ...request, rate: 1 })
    await until('some have arrived', async () => (await stack.arrivals('crm')).length > before)
    assert.equal((await stack.console('POST', `runs/${id}:cancel`, {})).status, 200)
    const cancelled = await stack.ended(id)
    assert.equal(cancelled.state, 'cancelled')
    assert.ok(cancelled.counts['sent']! < 60, JSON.stringify(cancelled))
    const rest = await stack.done('replay', request)
    assert.equal(rest.counts['sent'], 60 - cancelled.counts['sent']!)
    const arrived = (await stack.arrivals('crm')).filter((event) => event.startsWith('slow-'))
    assert.deepEqual(arrived.slice(60).toSorted(), refused.toSorted())
  })

  it('resumes after a crash, with the counts of the dry run', async () => {
    const refused = ids(60, 'crash')
    await client().thirdPartyAnswers({ path: '/crm', status: 400 })
    await stack.send(
      refused.map((event_id) => ({ event_id, user_id: 'u-1' })),
      60,
      "outcome = 'refused' AND event_id LIKE 'crash-%'",
    )
    await client().thirdPartyAnswers(undefined)
    const request = { destination: 'crm', ...always, where: "event_id LIKE 'crash-%'" }
    const dry = await stack.done('replay', { ...request, dry_run: true })
    const id = await stack.ask('replay', { ...request, rate: 10 })
    const before = await stack.arrivals('crm').then(({ length }) => length)
    await until('some have arrived', async () => (await stack.arrivals('crm')).length > before + 5)
    await stack.crash()
    const run = await stack.ended(id)
    assert.equal(run.state, 'finished')
    assert.deepEqual(run.counts, dry.counts)
    assert.deepEqual(run.result?.['outcomes'], { delivered: 60 })
    assert.equal((await stack.done('replay', request)).counts['selected'], 0)
  })

  it('sends a new destination what was stored before it existed', async () => {
    await stack.stack.stop()
    const config = settingsWith({
      ...destinations,
      late: webhook('late', "event.event_id.startsWith('accepted-')"),
    })
    await stack.stack.configure(config)
    await stack.stack.start()
    const run = await stack.done('replay', {
      destination: 'late',
      ...always,
      where: "event_id LIKE 'accepted-%'",
    })
    assert.deepEqual(run.result, { before: { undecided: 4 }, outcomes: { delivered: 4 } })
    assert.deepEqual((await stack.arrivals('late')).toSorted(), ids(4, 'accepted'))
  })

  it('breaks no promise, except after a crash between a delivery and its record', async () => {
    const rows = await client().query(
      'SELECT delivered_though_restricted, delivered_without_event, without_reason, unknown_outcome FROM reconciliation',
    )
    for (const row of rows) assert.deepEqual([...new Set(Object.values(row))], ['0'], JSON.stringify(row))
    const twice = await client().query(
      `SELECT event_id FROM deliveries WHERE outcome = 'delivered' AND event_id NOT LIKE 'crash-%'
GROUP BY event_id, destination, replay_id HAVING COUNT(*) > 1`,
    )
    assert.deepEqual(twice, [])
  })
})
