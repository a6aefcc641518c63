/** Actions: a back-test counts what the action fires on the same events. */
import assert from 'node:assert/strict'
import type { BackTest } from '../../functions/act/back_test.ts'
import { actOnEvents } from '../../functions/act/act_on_events.ts'
import { action, assign, startEngine, type Engine, type Happening } from './engine.ts'
import { askForRun } from './ask.ts'
import { randomFrom } from './random.ts'

const minute = 60_000

/** Events of a few people over 25 days. Some are malformed, lack a subject, have many hops or are duplicates. */
function happenings(next: () => number): Happening[] {
  const now = Date.now()
  const times = Array.from({ length: 300 }, () => now - 25 * 1440 * minute * next() - minute)
  const events: Happening[] = []
  for (const [index, time] of times.toSorted((one, other) => one - other).entries()) {
    const at = new Date(time).toISOString()
    const earlier = events[Math.floor(next() * index * 20)]
    if (earlier) events.push({ ...earlier, at })
    else
      events.push({
        at,
        event_id: `e${index}`,
        event_name: ['purchase', 'purchase', 'add_to_cart', 'refund'][Math.floor(next() * 4)]!,
        ...(next() < 0.95 && { user_id: `u${Math.floor(next() * 12)}` }),
        ...(next() < 0.9 && { value: next() < 0.1 ? 'much' : Math.round(next() * 200_00) / 100 }),
        ...(next() < 0.1 && { hop: Math.floor(next() * 8) }),
        consent: { ad_user_data: next() < 0.8 ? 'granted' : 'denied' },
      })
  }
  return events
}

describe('a back-test', () => {
  let engine: Engine
  beforeEach(async () => {
    engine = await startEngine(['ad_user_data'])
  })
  afterEach(() => engine.stop())

  const rule = action({
    trigger: { on: ['purchase', 'refund'], when: 'event.event_data.value > 20.0' },
    requires: [
      { within: '10d', count: { event: 'purchase', atLeast: 2 } },
      { within: '10d', sum: { event: 'purchase', field: 'value', atMost: 900 } },
    ],
    once: '2d',
  })

  for (const seed of [1, 2, 3])
    it(`counts what the action fires on the same events (seed ${seed})`, async () => {
      const next = randomFrom(seed)
      const events = await engine.store(happenings(next))
      const draft = [assign(rule, 'draft')]
      const { state, result } = await askForRun(engine, {
        ports: engine.instance(draft),
        assigned: draft,
        request: { action: rule.name, dry_run: true, days: 30 },
      })
      assert.equal(state, 'finished')
      const { firings, withheld, restricted, examples } = result as BackTest
      assert.ok(firings > 10, `only ${firings} firings`)
      assert.equal(engine.published.length, 0)
      assert.deepEqual(await engine.query('SELECT firing_id FROM action_firings'), [])

      let ports = engine.instance([assign(rule)])
      for (let at = 0; at < events.length;) {
        const size = 1 + Math.floor(next() * 20)
        for (const { kind } of await actOnEvents(ports, events.slice(at, at + size)))
          assert.equal(kind, 'settled')
        // Sometimes a new instance takes over, or the same messages are redelivered.
        if (next() < 0.2) ports = engine.instance([assign(rule)])
        if (next() < 0.9) at += size
      }
      const counted = await engine.query(
        'SELECT outcome, reason, COUNT(DISTINCT firing_id) AS n FROM action_firings GROUP BY outcome, reason ORDER BY outcome, reason',
      )
      const of = (outcome: string) =>
        Object.fromEntries(
          counted.filter((row) => row['outcome'] === outcome).map(({ reason, n }) => [reason, n]),
        )
      assert.deepEqual(
        { firings, withheld, restricted },
        { firings: of('fired')['trigger'], withheld: of('withheld'), restricted: of('restricted') },
      )
      assert.equal(new Set(engine.published.map(({ attributes }) => attributes['event_id'])).size, firings)
      assert.equal(examples.length, 10)
      const fired = await engine.query(
        "SELECT DISTINCT firing_id FROM action_firings WHERE outcome = 'fired'",
      )
      const ids = new Set(fired.map(({ firing_id }) => firing_id))
      for (const { firing_id } of examples) assert.ok(ids.has(firing_id))
    })

  it('covers the requested number of days', async () => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * 1440 * minute).toISOString()
    await engine.store(
      [1, 3, 40].map((days) => ({
        at: daysAgo(days),
        event_id: `e${days}`,
        user_id: `u${days}`,
        consent: { ad_user_data: 'granted' },
      })),
    )
    const assigned = [assign(action(), 'draft')]
    const firingsOf = async (request: object): Promise<number> => {
      const ran = await askForRun(engine, {
        ports: engine.instance(assigned),
        assigned,
        request: { action: 'test_action', dry_run: true, ...request },
      })
      return (ran.result as BackTest).firings
    }
    assert.deepEqual(
      [await firingsOf({ days: 2 }), await firingsOf({}), await firingsOf({ days: 50 })],
      [1, 2, 3],
    )
  })

  it('fails for an action that is not configured, and rejects a live run of one that events trigger', async () => {
    const assigned = [assign(action(), 'draft')]
    const ports = engine.instance(assigned)
    const unknown = await askForRun(engine, {
      ports,
      assigned,
      request: { action: 'test_actoin', dry_run: true },
    })
    assert.equal(unknown.state, 'failed')
    assert.match(
      unknown.reason!,
      /"test_actoin" is not configured in this environment\. Configured: test_action\./,
    )
    const live = await askForRun(engine, { ports, assigned, request: { action: 'test_action' } })
    assert.match(live.reason!, /is triggered by events/)
  })
})
