/** Actions with several destinations: one firing, one window, and an outcome of its own for each destination. */
import assert from 'node:assert/strict'
import type { ActPorts } from '../../functions/act/act_on_events.ts'
import type { TriggeringEvent } from '../../functions/act/candidate.ts'
import { ReplayStack, webhook } from '../replay/stack.ts'
import { until } from '../support/until.ts'
import { action, assign, bodyOf, kindsOf, startEngine, type Engine } from './engine.ts'

describe('an action with several destinations', () => {
  let engine: Engine
  let events: readonly TriggeringEvent[]
  /** Destinations to which nothing can be published. */
  const down = new Set<string>()
  beforeEach(async () => {
    down.clear()
    engine = await startEngine()
    events = await engine.store([{ at: '2026-03-14T09:00:00.000Z', event_id: 'e1', user_id: 'u1' }])
  })
  afterEach(() => engine.stop())

  const live = (destinations: readonly string[]): ActPorts => {
    const { to } = engine.instance([])
    return engine.instance([assign(action(), 'live', destinations)], {
      to: (id) => ({
        ...to(id),
        destination: { id, target: 'webhook' },
        publish: async (messages) => (down.has(id) ? 'retry' : to(id).publish(messages)),
      }),
    })
  }
  const firings = async () => {
    const rows = await engine.query(
      'SELECT DISTINCT destination, event_id, outcome, reason FROM action_firings ORDER BY destination, event_id',
    )
    return rows.map(({ destination, event_id, outcome, reason }) =>
      [destination, event_id, outcome, reason].join(' '),
    )
  }

  it('sends one event, with one id, to each', async () => {
    assert.deepEqual(await kindsOf(live(['ops', 'ads']), events), ['settled'])
    assert.deepEqual(await firings(), ['ads e1 fired trigger', 'ops e1 fired trigger'])
    const ids = engine.published.map((message) => bodyOf(message)['event_id'])
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  })

  it('repeats only the destination that it could not reach', async () => {
    down.add('ads')
    assert.deepEqual(await kindsOf(live(['ops', 'ads']), events), ['retry'])
    assert.equal(engine.published.length, 1)
    await engine.warehouse.query(
      `INSERT INTO deliveries (event_id, event_name, destination, target, outcome, attempt, latency_ms, received_at, stored_at, settled_at, replay_id, source)
       SELECT firing_id, action, destination, 'webhook', 'delivered', 1, 9, fired_at, fired_at, fired_at, firing_id, action FROM action_firings
       WHERE destination = 'ops'`,
    )
    down.clear()
    assert.deepEqual(await kindsOf(live(['ops', 'ads']), events), ['settled'])
    assert.equal(engine.published.length, 2)
    assert.deepEqual(await firings(), ['ads e1 fired trigger', 'ops e1 fired trigger'])
  })

  it('claims one window for all of them, also for one that is added later', async () => {
    await kindsOf(live(['ops']), events)
    const [second] = await engine.store([{ at: '2026-03-14T09:30:00.000Z', event_id: 'e2', user_id: 'u1' }])
    assert.deepEqual(await kindsOf(live(['ops', 'ads']), [second!]), ['settled'])
    assert.deepEqual(await firings(), [
      'ads e2 withheld already_fired',
      'ops e1 fired trigger',
      'ops e2 withheld already_fired',
    ])
    assert.equal(engine.published.length, 1)
  })
})

describe('an action with several destinations in a stack', function () {
  this.timeout(300_000)
  let stack: ReplayStack
  before(async () => {
    const firingsOnly = "event.event_name == 'big_purchase'"
    stack = await ReplayStack.start(
      {
        ops: webhook('ops', firingsOnly),
        crm: webhook('crm', firingsOnly),
        closed: webhook('closed', 'false'),
      },
      { 'sluice:actions': { big_purchase: { destinations: ['ops', 'crm', 'closed'], state: 'live' } } },
    )
  })
  after(() => stack?.stack.remove())

  it('fires for those that permit it, and one that refuses it does not keep it from another', async () => {
    await stack.client.thirdPartyAnswers({ status: 422, path: '/crm' })
    const order = { user_id: 'u-1', transaction_id: 'T-1', value: 900, currency: 'EUR' }
    assert.equal((await stack.client.post('/v1/topics/purchase', order)).status, 200)
    const outcomes = await until('both have an outcome', async () => {
      const rows = await stack.client.query(
        `SELECT DISTINCT firing.destination, firing.outcome, delivery.outcome AS effect
FROM action_firings AS firing
LEFT JOIN deliveries AS delivery
  ON delivery.event_id = firing.firing_id AND delivery.destination = firing.destination
ORDER BY firing.destination`,
      )
      return rows.filter(({ effect }) => effect !== null).length === 2 && rows
    })
    assert.deepEqual(outcomes, [
      { destination: 'closed', outcome: 'restricted', effect: null },
      { destination: 'crm', outcome: 'fired', effect: 'refused' },
      { destination: 'ops', outcome: 'fired', effect: 'delivered' },
    ])
    assert.deepEqual(await stack.arrivals('ops'), await stack.arrivals('crm'))
  })

  it('counts in a back-test what each destination would get', async () => {
    const { state, counts, result } = await stack.done('action', {
      action: 'big_purchase',
      dry_run: true,
      days: 1,
    })
    assert.deepEqual([state, counts['firings']], ['finished', 1])
    assert.deepEqual(result?.['destinations'], { ops: 1, crm: 1, closed: 0 })
  })
})
