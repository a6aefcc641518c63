/** Actions: requirements count an order once, although it was sent under several event ids. */
import assert from 'node:assert/strict'
import type { Requirement } from '../../schemas/action.ts'
import { action, assign, bodyOf, kindsOf, startEngine, type Engine, type Happening } from './engine.ts'
import { at, evaluate, purchase } from './evaluate.ts'

describe('orders that an action counts', () => {
  let engine: Engine
  before(async () => {
    engine = await startEngine()
  })
  after(() => engine.stop())

  const atLeast: readonly Requirement[] = [{ within: '30d', count: { event: 'purchase', atLeast: 3 } }]

  const orders = (user: string, ids: readonly (readonly [transaction_id: unknown, days: number])[]) =>
    ids.map(([transaction_id, days], index) => ({
      ...purchase(days),
      event_id: `${user}-order-${index}`,
      transaction_id,
    }))

  it('count an order once, however many events it has, and the earliest of them', async () => {
    const copies = orders('copies', [
      ['T-1', 0],
      ['T-1', 1],
      [1, 2],
      ['1', 3],
      ['T-1', 29],
    ])
    assert.equal((await evaluate(engine, atLeast, copies)).detail, 'count_purchase is 2, the minimum is 3')
    const late = orders('late', [
      ['T-1', 0],
      ['T-2', 20],
      ['T-3', 29],
      ['T-1', 31],
    ])
    const windows: readonly Requirement[] = [
      { within: '30d', count: { event: 'purchase', atLeast: 3 } },
      { within: '90d', sum: { event: 'purchase', field: 'value' } },
    ]
    assert.equal((await evaluate(engine, windows, late)).detail, 'count_purchase is 2, the minimum is 3')
  })

  it('count events without a transaction_id, or with one that identifies nothing, by their event_id', async () => {
    const none = orders('none', [
      [undefined, 0],
      ['', 1],
      ['x'.repeat(300), 2],
      ['x'.repeat(300), 3],
      [{ id: 'T-1' }, 4],
      [undefined, 5],
    ])
    const { data } = await evaluate(engine, atLeast, none)
    assert.deepEqual(data, { count_purchase: 6 })
  })

  it('count the order of each subject, also when subjects are evaluated together', async () => {
    const events = await engine.store(
      ['one', 'other'].flatMap((user_id) =>
        [0, 1, 2].map((days) => ({
          ...purchase(days),
          event_id: `${user_id}-${days}`,
          user_id,
          transaction_id: `S-${days}`,
        })),
      ),
    )
    const declared = action({ name: 'test_subjects', requires: atLeast })
    engine.published.splice(0)
    await kindsOf(engine.instance([assign(declared)]), [events[2]!, events[5]!])
    assert.deepEqual(
      engine.published.map((message) => bodyOf(message)['event_data']),
      [2, 2].map((days) => ({ transaction_id: `S-${days}`, count_purchase: 3 })),
    )
  })

  it('sum the partial refunds of an order, each once', async () => {
    const refund = (days: number, event_id: string, value: unknown): Happening => ({
      event_name: 'refund',
      at: at(days),
      event_id,
      transaction_id: 'T-1',
      value,
      currency: 'EUR',
    })
    const refunded = [
      refund(0, 'r-1', 10),
      refund(1, 'r-2', 10),
      refund(2, 'r-3', 25.5),
      refund(3, 'r-4', '25.50'),
    ]
    const requires: readonly Requirement[] = [
      { within: '30d', sum: { event: 'refund', field: 'value', atLeast: 100 } },
    ]
    assert.equal(
      (await evaluate(engine, requires, refunded, { trigger: 'refund' })).detail,
      'sum_refund_value is 35.5, the minimum is 100',
    )
  })

  it('match no sequence with an order that was sent again', async () => {
    const sequence: readonly Requirement[] = [
      { within: '7d', sequence: { events: ['add_to_cart', 'begin_checkout'], without: ['purchase'] } },
    ]
    const again = { event_name: 'purchase', transaction_id: 'T-seq' }
    const happenings = [
      { ...again, event_id: 'q-1', at: at(0) },
      { event_name: 'add_to_cart', at: at(1) },
      { ...again, event_id: 'q-2', at: at(2) },
      { event_name: 'begin_checkout', at: at(3) },
    ]
    assert.equal(
      (await evaluate(engine, sequence, happenings, { trigger: 'begin_checkout' })).reason,
      'trigger',
    )
  })
})
