/** Actions: events trigger firings, once per subject and window. */
import assert from 'node:assert/strict'
import { action, assign, bodyOf, kindsOf, startEngine, type Engine } from './act/engine.ts'

function at(minute: number): string {
  return new Date(Date.UTC(2026, 2, 14, 9) + minute * 60_000).toISOString()
}

function byText(one: string, other: string): number {
  return one.localeCompare(other)
}

function firings(engine: Engine) {
  return engine.query(
    'SELECT DISTINCT firing_id, subject, event_id, outcome, reason, detail, hop, state FROM action_firings ORDER BY event_id, outcome',
  )
}

describe('actions on events', () => {
  let engine: Engine
  beforeEach(async () => {
    engine = await startEngine()
  })
  afterEach(() => engine.stop())

  it('send the events that meet the condition, with their context and event fields', async () => {
    const when = 'event.event_data.value >= 500.0'
    const ports = engine.instance([assign(action({ trigger: { on: ['purchase'], when } }))])
    const order = { currency: 'EUR', page_url: 'https://shop.example/' }
    const events = await engine.store([
      { at: at(0), event_id: 'e1', user_id: 'u1', transaction_id: 'T-1', value: 640, ...order },
      { at: at(1), event_id: 'e2', user_id: 'u2', transaction_id: 'T-2', value: 64, ...order },
      { at: at(2), event_id: 'e3', user_id: 'u3', transaction_id: 'T-3', ...order },
      { at: at(3), event_id: 'e4', user_id: 'u4', event_name: 'refund', value: 900 },
    ])
    assert.deepEqual(await kindsOf(ports, events), Array(4).fill('settled'))
    const rows = await firings(engine)
    assert.deepEqual(
      rows.map(({ event_id, outcome, reason, subject, hop, state }) => [
        event_id,
        outcome,
        reason,
        subject,
        hop,
        state,
      ]),
      [['e1', 'fired', 'trigger', 'u1', 1, 'live']],
    )
    assert.equal(engine.published.length, 1)
    const [message] = engine.published
    const { event_id, event_data, ...sent } = bodyOf(message!)
    assert.equal(event_id, rows[0]!['firing_id'])
    assert.deepEqual(event_data, { transaction_id: 'T-1' })
    assert.deepEqual(sent, {
      event_name: 'test_action',
      event_time: at(0).replace('000Z', '000000Z'),
      user_id: 'u1',
      page_url: 'https://shop.example/',
    })
    assert.equal(message!.attributes['source'], 'test_action')
    assert.equal(message!.attributes['replay_id'], event_id)
    assert.equal(message!.attributes['hop'], '1')
    assert.equal(message!.attributes['to_ops'], '1')
  })

  it('fire at most once per subject within any duration of the window', async () => {
    const ports = engine.instance([assign(action({ once: '1h' }))])
    const minutes = [0, 30, 59, 60, 61, 130]
    const events = await engine.store(
      minutes.map((minute) => ({ at: at(minute), event_id: `e${minute}`, user_id: 'u1' })),
    )
    // The latest first: a late event does not claim a window that is held.
    for (const event of [events[5]!, ...events.slice(0, 5)]) await kindsOf(ports, [event])
    const rows = await firings(engine)
    const fired = rows.filter(({ outcome }) => outcome === 'fired').map(({ event_id }) => event_id)
    assert.deepEqual(new Set(fired), new Set(['e0', 'e130', 'e60']))
    assert.ok(rows.every(({ outcome, reason }) => outcome === 'fired' || reason === 'already_fired'))
    assert.equal(engine.published.length, 3)
  })

  it('fire for the earliest of several events in a batch', async () => {
    const ports = engine.instance([assign(action())])
    const events = await engine.store(
      [3, 1, 2].map((minute) => ({ at: at(minute), event_id: `e${minute}`, user_id: 'u1' })),
    )
    await kindsOf(ports, events)
    assert.deepEqual(
      (await firings(engine)).filter(({ outcome }) => outcome === 'fired').map(({ event_id }) => event_id),
      ['e1'],
    )
  })

  it('fire once when many instances get the same events of a subject concurrently', async () => {
    const instances = Array.from({ length: 4 }, () => engine.instance([assign(action())]))
    const events = await engine.store(
      Array.from({ length: 12 }, (_, index) => ({
        at: at(index % 5),
        event_id: `e${index}`,
        user_id: `u${index % 2}`,
      })),
    )
    await Promise.all(instances.flatMap((ports) => events.map((event) => kindsOf(ports, [event]))))
    const fired = (await firings(engine)).filter(({ outcome }) => outcome === 'fired')
    assert.deepEqual(fired.map(({ subject }) => String(subject)).toSorted(byText), ['u0', 'u1'])
    const ids = new Set(engine.published.map((message) => bodyOf(message)['event_id']))
    assert.deepEqual(ids, new Set(fired.map(({ firing_id }) => firing_id)))
  })

  it('withhold events without a subject, and events at the end of a chain', async () => {
    const ports = engine.instance([assign(action())])
    const events = await engine.store([
      { at: at(0), event_id: 'e1' },
      { at: at(1), event_id: 'e2', user_id: 'u2', hop: 4 },
      { at: at(2), event_id: 'e3', user_id: 'u3', hop: 5 },
    ])
    await kindsOf(ports, events)
    assert.deepEqual(
      (await firings(engine)).map(({ event_id, outcome, reason, hop }) => [event_id, outcome, reason, hop]),
      [
        ['e1', 'withheld', 'no_subject', 1],
        ['e2', 'fired', 'trigger', 5],
        ['e3', 'withheld', 'chain_too_long', 6],
      ],
    )
    assert.equal(engine.published.length, 1)
  })

  it('accept neither an object nor a too long text as a subject, and do not delay other events', async () => {
    const ports = engine.instance([assign(action({ subject: 'coupon' }))])
    const coupons = [{ a: 1 }, 'x'.repeat(2000), '', null, 'it\'s "one" \\ 🚀', 7]
    const events = await engine.store(
      coupons.map((coupon, index) => ({ at: at(index), event_id: `e${index}`, coupon })),
    )
    assert.deepEqual(new Set(await kindsOf(ports, events)), new Set(['settled']))
    const rows = await firings(engine)
    assert.deepEqual(
      rows.filter(({ outcome }) => outcome === 'fired').map(({ subject }) => subject),
      ['it\'s "one" \\ 🚀', '7'],
    )
    assert.equal(rows.filter(({ reason }) => reason === 'no_subject').length, 4)
  })

  it('send nothing in shadow, and claim no windows of live firings', async () => {
    const events = await engine.store([
      { at: at(0), event_id: 'e1', user_id: 'u1' },
      { at: at(1), event_id: 'e2', user_id: 'u1' },
    ])
    await kindsOf(engine.instance([assign(action(), 'shadow')]), events)
    assert.deepEqual(
      (await firings(engine)).map(({ event_id, outcome, state }) => [event_id, outcome, state]),
      [
        ['e1', 'would_fire', 'shadow'],
        ['e2', 'withheld', 'shadow'],
      ],
    )
    assert.equal(engine.published.length, 0)
    await kindsOf(engine.instance([assign(action(), 'live')]), events)
    assert.equal(engine.published.length, 1)
  })

  for (const state of ['draft', 'paused'] as const)
    it(`do nothing in state ${state}`, async () => {
      const events = await engine.store([{ at: at(0), event_id: 'e1', user_id: 'u1' }])
      assert.deepEqual(await kindsOf(engine.instance([assign(action(), state)]), events), ['settled'])
      assert.deepEqual(await firings(engine), [])
    })

  it('restrict what the decision layer restricts, without claiming the window', async () => {
    const ports = engine.instance([assign(action())])
    const events = await engine.store([
      { at: at(0), event_id: 'e1', user_id: 'u1' },
      { at: at(1), event_id: 'e2', user_id: 'u1' },
    ])
    engine.suppressed.add('u1')
    await kindsOf(ports, [events[0]!])
    engine.suppressed.clear()
    await kindsOf(ports, [events[1]!])
    assert.deepEqual(
      (await firings(engine)).map(({ event_id, outcome, reason }) => [event_id, outcome, reason]),
      [
        ['e1', 'restricted', 'suppressed'],
        ['e2', 'fired', 'trigger'],
      ],
    )
    assert.equal(engine.published.length, 1)
  })
})

describe('actions whose destination needs consent', () => {
  it('fire only with consent', async () => {
    const engine = await startEngine(['ad_user_data'])
    const events = await engine.store([
      { at: at(0), event_id: 'e1', user_id: 'u1', consent: { ad_user_data: 'denied' } },
      { at: at(1), event_id: 'e2', user_id: 'u1', consent: { ad_user_data: 'granted' } },
    ])
    await kindsOf(engine.instance([assign(action())]), events)
    assert.deepEqual(
      (await firings(engine)).map(({ event_id, reason }) => [event_id, reason]),
      [
        ['e1', 'consent_denied'],
        ['e2', 'trigger'],
      ],
    )
    await engine.stop()
  })
})
