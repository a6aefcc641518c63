/** Actions on a schedule: rows of the model fire as events do, and an interrupted run resumes. */
import assert from 'node:assert/strict'
import type { BackTest } from '../../functions/act/back_test.ts'
import * as declared from '../../schemas/actions/index.ts'
import type { Action, ActionState } from '../../schemas/action.ts'
import { action, assign, bodyOf, startEngine, type Engine } from './engine.ts'
import { askForRun } from './ask.ts'

const hour = 3_600_000

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * hour).toISOString()
}

describe('an action on a schedule', () => {
  let engine: Engine
  beforeEach(async () => {
    engine = await startEngine()
  })
  afterEach(() => engine.stop())

  const ofModel = (model: string, more: Partial<Action> = {}): Action =>
    action({
      trigger: { schedule: { cron: '0 * * * *', timeZone: 'Etc/UTC' }, model: () => model },
      once: '1d',
      ...more,
    })
  const people = (count: number): string =>
    `SELECT FORMAT('u%04d', number) AS user_id, 'ada@example.com' AS email, FORMAT('T-%d', number) AS transaction_id,
       PARSE_JSON('{"ad_user_data":"granted"}') AS consent
     FROM UNNEST(GENERATE_ARRAY(1, ${count})) AS number`
  const run = (declared: Action, state: ActionState = 'live', more: object = {}, request: object = {}) => {
    const assigned = [assign(declared, state)]
    return askForRun(engine, {
      ports: engine.instance(assigned),
      assigned,
      request: { action: declared.name, ...request },
      ...more,
    })
  }
  const outcomes = () =>
    engine.query(
      'SELECT outcome, reason, COUNT(DISTINCT firing_id) AS n FROM action_firings GROUP BY outcome, reason ORDER BY outcome, reason',
    )

  it('sends each subject with the columns of its row, and not again within the window', async () => {
    const first = await run(ofModel(people(3)))
    assert.deepEqual([first.state, first.counts], ['finished', { fired: 3 }])
    assert.equal(engine.published.length, 3)
    const { event_data, user_id, email, consent } = bodyOf(engine.published[0]!)
    assert.deepEqual(
      { event_data, user_id, email, consent },
      {
        event_data: { transaction_id: 'T-1' },
        user_id: 'u0001',
        email: 'ada@example.com',
        consent: { ad_user_data: 'granted' },
      },
    )
    const second = await run(ofModel(people(4)))
    assert.deepEqual(second.counts, { fired: 1, already_fired: 3 })
    assert.equal(engine.published.length, 4)
    const [row] = await engine.query(
      "SELECT run_id, event_id, hop FROM action_firings WHERE subject = 'u0004'",
    )
    assert.deepEqual(row, { run_id: second.id, event_id: null, hop: 1 })
  })

  it('resumes where it was, and sends each subject once', async () => {
    const large = ofModel(people(1200))
    const begun = await run(large, 'live', { workMs: 0 })
    assert.equal(begun.state, 'running')
    assert.deepEqual(begun.counts, { fired: 500 })
    engine.bus.answer = 'retry'
    const failed = await run(large, 'live', { id: begun.id })
    assert.deepEqual([failed.state, failed.counts], ['running', { fired: 500 }])
    assert.ok(failed.error)
    engine.bus.answer = 'accepted'
    const ended = await run(large, 'live', { id: begun.id })
    assert.deepEqual([ended.state, ended.counts], ['finished', { fired: 1200 }])
    const ids = engine.published.map((message) => bodyOf(message)['user_id'])
    assert.equal(ids.length, 1200)
    assert.equal(new Set(ids).size, 1200)
  })

  it('fires once for a subject with two rows, and not for a row without a subject', async () => {
    const model = `SELECT * FROM UNNEST([STRUCT('u1' AS user_id, 1 AS n), STRUCT('u1', 2), STRUCT(NULL, 3), STRUCT('', 4)])`
    assert.deepEqual((await run(ofModel(model))).counts, { no_subject: 1, fired: 1 })
  })

  it('applies the requirements', async () => {
    await engine.store([
      { at: hoursAgo(30), event_id: 'e1', user_id: 'u0001' },
      { at: hoursAgo(3), event_id: 'e2', user_id: 'u0002' },
    ])
    const requires = [{ within: '1d', count: { event: 'purchase', atMost: 0 } }] as const
    assert.deepEqual((await run(ofModel(people(2), { requires }))).counts, { fired: 1, condition_not_met: 1 })
    assert.equal(bodyOf(engine.published[0]!)['user_id'], 'u0001')
  })

  it('sends nothing in shadow, and does nothing when paused or a draft', async () => {
    assert.deepEqual((await run(ofModel(people(2)), 'shadow')).counts, { would_fire: 2 })
    for (const state of ['paused', 'draft'] as const) {
      const { state: ended, reason } = await run(ofModel(people(2)), state)
      assert.deepEqual([ended, reason], ['cancelled', `The action is in state ${state}.`])
    }
    assert.deepEqual(await outcomes(), [{ outcome: 'would_fire', reason: 'trigger', n: 2 }])
    assert.equal(engine.published.length, 0)
  })

  it('counts in a dry run what it would send now, and sends nothing', async () => {
    await run(ofModel(people(2)))
    const dry = await run(ofModel(people(15)), 'draft', {}, { dry_run: true })
    const { firings, withheld, examples } = dry.result as BackTest
    assert.deepEqual([firings, withheld], [13, { already_fired: 2 }])
    assert.deepEqual(
      examples.map(({ subject }) => subject),
      Array.from({ length: 10 }, (_, index) => `u${String(index + 3).padStart(4, '0')}`),
    )
    assert.equal(engine.published.length, 2)
  })

  it('fails with the reason when BigQuery rejects the model', async () => {
    const { state, reason } = await run(ofModel('SELECT user_idd FROM UNNEST([STRUCT(1 AS user_id)])'))
    assert.equal(state, 'failed')
    assert.match(reason!, /^invalidQuery: /)
    assert.equal(engine.published.length, 0)
  })

  it('cart_left fires for carts that were left for an hour and not bought', async () => {
    const cart = (user_id: string, hours: number, event_name: string, value: number) => ({
      at: hoursAgo(hours),
      event_id: `${user_id}-${event_name}-${hours}`,
      event_name,
      user_id,
      value,
      currency: 'EUR',
      email: `${user_id}@example.com`,
      consent: { ad_user_data: 'granted' },
    })
    await engine.store([
      cart('left', 3, 'add_to_cart', 10),
      cart('left', 2, 'begin_checkout', 59.8),
      cart('fresh', 0.5, 'add_to_cart', 10),
      cart('bought', 2, 'add_to_cart', 10),
      cart('bought', 1.9, 'purchase', 10),
      cart('earlier', 4, 'purchase', 10),
      cart('earlier', 2, 'add_to_cart', 20),
      cart('old', 30, 'add_to_cart', 20),
      // The order before the cart is sent again after it.
      { ...cart('again', 5, 'purchase', 10), transaction_id: 'T-1' },
      cart('again', 4, 'add_to_cart', 30),
      { ...cart('again', 3, 'purchase', 10), transaction_id: 'T-1' },
    ])
    assert.deepEqual((await run(declared.cart_left)).counts, { fired: 3 })
    const [again, earlier, left] = engine.published.map(bodyOf)
    assert.deepEqual([again!['user_id'], earlier!['user_id']], ['again', 'earlier'])
    assert.equal(left!['email'], 'left@example.com')
    assert.deepEqual(left!['consent'], { ad_user_data: 'granted' })
    const { value, currency } = left!['event_data'] as Record<string, unknown>
    assert.deepEqual([value, currency], [59.8, 'EUR'])
  })
})
