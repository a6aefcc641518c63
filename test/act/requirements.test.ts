/** Actions: requirements are evaluated against the warehouse. */
import assert from 'node:assert/strict'
import type { Requirement } from '../../schemas/action.ts'
import { action, assign, kindsOf, startEngine, type Engine, type Happening } from './engine.ts'
import { at, evaluate, purchase } from './evaluate.ts'

describe('requirements of an action', () => {
  let engine: Engine
  before(async () => {
    engine = await startEngine()
  })
  after(() => engine.stop())

  const atLeast: readonly Requirement[] = [{ within: '30d', count: { event: 'purchase', atLeast: 3 } }]

  it('count the events within the duration, the triggering one included, and add the count to the event', async () => {
    const { reason, data } = await evaluate(engine, atLeast, [purchase(0), purchase(10), purchase(20)])
    assert.equal(reason, 'trigger')
    assert.deepEqual(data, { count_purchase: 3 })
  })

  it('record the count when it is too low', async () => {
    const { reason, detail } = await evaluate(engine, atLeast, [purchase(0), purchase(20), purchase(31)])
    assert.deepEqual([reason, detail], ['condition_not_met', 'count_purchase is 2, the minimum is 3'])
  })

  it('count a duplicate event once, and no events of other subjects', async () => {
    const twice = { ...purchase(1), event_id: 'same' }
    const { detail } = await evaluate(engine, atLeast, [twice, { ...twice, at: at(2) }, purchase(3)])
    assert.equal(detail, 'count_purchase is 2, the minimum is 3')
  })

  it('use what was stored when the triggering event was stored', async () => {
    const events = await engine.store([
      { at: at(0), event_id: 'asof-0', user_id: 'asof' },
      { at: at(1), event_id: 'asof-1', user_id: 'asof' },
      { at: at(2), event_id: 'asof-2', user_id: 'asof' },
    ])
    const declared = action({ name: 'test_as_of', requires: atLeast })
    await kindsOf(engine.instance([assign(declared)]), [events[1]!, events[2]!])
    const rows = await engine.query(
      "SELECT event_id, reason FROM action_firings WHERE action = 'test_as_of' ORDER BY event_id",
    )
    assert.deepEqual(
      rows.map(({ event_id, reason }) => [event_id, reason]),
      [
        ['asof-1', 'condition_not_met'],
        ['asof-2', 'trigger'],
      ],
    )
  })

  it('withhold above the maximum', async () => {
    const first: readonly Requirement[] = [{ within: '90d', count: { event: 'purchase', atMost: 1 } }]
    assert.equal((await evaluate(engine, first, [purchase(0)])).reason, 'trigger')
    assert.equal(
      (await evaluate(engine, first, [purchase(0), purchase(1)])).detail,
      'count_purchase is 2, the maximum is 1',
    )
  })

  it('sum a field', async () => {
    const sum: readonly Requirement[] = [
      { within: '7d', sum: { event: 'purchase', field: 'value', atLeast: 100 } },
    ]
    const enough = await evaluate(engine, sum, [purchase(0, 40.5), purchase(1, 30), purchase(2, 29.5)])
    assert.deepEqual(enough.data, { sum_purchase_value: 100 })
    const little = await evaluate(engine, sum, [purchase(0, 99), purchase(7, 30), purchase(8, 29.5)])
    assert.equal(little.detail, 'sum_purchase_value is 59.5, the minimum is 100')
  })

  const event = (days: number, event_name: string): Happening => ({
    at: at(days),
    event_name,
  })
  const sequences: readonly [what: string, names: readonly string[], reason: string][] = [
    ['the events in order', ['view_item', 'add_to_cart', 'view_item', 'begin_checkout'], 'trigger'],
    ['another order', ['add_to_cart', 'view_item', 'begin_checkout'], 'condition_not_met'],
    ['a missing event', ['view_item', 'begin_checkout'], 'condition_not_met'],
    [
      'an excluded event in between',
      ['view_item', 'purchase', 'add_to_cart', 'begin_checkout'],
      'condition_not_met',
    ],
    ['an excluded event before', ['purchase', 'view_item', 'add_to_cart', 'begin_checkout'], 'trigger'],
  ]
  for (const [what, names, reason] of sequences)
    it(`match a sequence: ${what}`, async () => {
      const sequence: readonly Requirement[] = [
        {
          within: '7d',
          sequence: { events: ['view_item', 'add_to_cart', 'begin_checkout'], without: ['purchase'] },
        },
      ]
      const happenings = names.map((name, index) => event(index / 24, name))
      assert.equal(
        (await evaluate(engine, sequence, happenings, { trigger: 'begin_checkout' })).reason,
        reason,
      )
    })

  it('do not match a sequence that began too long ago', async () => {
    const sequence: readonly Requirement[] = [
      { within: '1d', sequence: { events: ['add_to_cart', 'purchase'] } },
    ]
    assert.equal(
      (await evaluate(engine, sequence, [event(0, 'add_to_cart'), purchase(0.9)])).reason,
      'trigger',
    )
    const { reason, detail } = await evaluate(engine, sequence, [event(0, 'add_to_cart'), purchase(1.1)])
    assert.deepEqual([reason, detail], ['condition_not_met', 'add_to_cart, purchase did not occur within 1d'])
  })

  it('accept an event field as the subject', async () => {
    const coupon = { coupon: `C-1's \\ "one"` }
    const { reason } = await evaluate(
      engine,
      atLeast,
      [purchase(0), purchase(1), purchase(2)].map((each) => ({ ...each, ...coupon })),
      { subject: 'coupon' },
    )
    assert.equal(reason, 'trigger')
  })

  it('count a triggering event that BigQuery does not return yet', async () => {
    const [first, second, third] = await engine.store(
      [0, 1, 2].map((days) => ({ at: at(days), event_id: `late-${days}`, user_id: 'late' })),
    )
    await engine.warehouse.query("DELETE FROM events WHERE event_id = 'late-2'")
    const declared = action({ name: 'test_late', requires: atLeast })
    await kindsOf(engine.instance([assign(declared)]), [first!, second!, third!])
    const [row] = await engine.query(
      "SELECT outcome FROM action_firings WHERE action = 'test_late' AND event_id = 'late-2'",
    )
    assert.equal(row!['outcome'], 'fired')
  })
})
