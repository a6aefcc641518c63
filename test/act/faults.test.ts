/** Actions: when BigQuery or Pub/Sub fails, nothing unclaimed is sent and nothing claimed is lost. */
import assert from 'node:assert/strict'
import type { ActPorts } from '../../functions/act/act_on_events.ts'
import type { RowResult } from '../../functions/google/bigquery.ts'
import type { TriggeringEvent } from '../../functions/act/candidate.ts'
import { action, assign, kindsOf, startEngine, type Engine } from './engine.ts'

describe('actions when BigQuery or Pub/Sub fails', () => {
  let engine: Engine
  let events: readonly TriggeringEvent[]
  beforeEach(async () => {
    engine = await startEngine()
    events = await engine.store([{ at: '2026-03-14T09:00:00.000Z', event_id: 'e1', user_id: 'u1' }])
  })
  afterEach(() => engine.stop())

  const live = (more?: Partial<ActPorts>): ActPorts => engine.instance([assign(action())], more)
  const rows = () => engine.query('SELECT DISTINCT event_id, outcome FROM action_firings')

  it('send nothing while queries fail, and fire afterwards', async () => {
    const ports = live()
    await engine.warehouse.faults({ query: { status: 400, reason: 'quotaExceeded' } })
    assert.deepEqual(await kindsOf(ports, events), ['retry'])
    assert.equal(engine.published.length, 0)
    await engine.warehouse.faults(undefined)
    assert.deepEqual(await kindsOf(ports, events), ['settled'])
    assert.equal(engine.published.length, 1)
  })

  it('send nothing while the claim cannot be written', async () => {
    const { warehouse } = live()
    const failing = {
      ...warehouse,
      change: async () => {
        throw new Error('BigQuery is busy')
      },
    }
    assert.deepEqual(await kindsOf(live({ warehouse: failing }), events), ['retry'])
    assert.equal(engine.published.length, 0)
    assert.deepEqual(await rows(), [])
  })

  it('send nothing while the row of the firing cannot be written, and resume from the claim', async () => {
    const unwritten: RowResult = { kind: 'retry', message: 'backendError' }
    const ports = live({ record: async (written) => written.map(() => unwritten) })
    assert.deepEqual(await kindsOf(ports, events), ['retry'])
    assert.equal(engine.published.length, 0)
    assert.deepEqual(await kindsOf(live(), events), ['settled'])
    assert.equal(engine.published.length, 1)
    assert.deepEqual(await rows(), [{ event_id: 'e1', outcome: 'fired' }])
  })

  it('resume a claimed but unpublished firing in another instance, with the same id', async () => {
    engine.bus.answer = 'retry'
    assert.deepEqual(await kindsOf(live(), events), ['retry'])
    engine.bus.answer = 'accepted'
    assert.deepEqual(await kindsOf(live(), events), ['settled'])
    assert.equal(engine.published.length, 1)
    assert.deepEqual(await rows(), [{ event_id: 'e1', outcome: 'fired' }])
  })

  it('send once when the same instance gets an event again', async () => {
    const ports = live()
    for (let time = 0; time < 3; time++) assert.deepEqual(await kindsOf(ports, events), ['settled'])
    assert.deepEqual(await kindsOf(ports, [...events, ...events]), ['settled', 'settled'])
    assert.equal(engine.published.length, 1)
  })

  it('do not send a firing with an outcome again, in any instance', async () => {
    await kindsOf(live(), events)
    await engine.warehouse.query(
      `INSERT INTO deliveries (event_id, event_name, destination, target, outcome, attempt, latency_ms, received_at, stored_at, settled_at, replay_id, source)
       SELECT firing_id, action, destination, 'webhook', 'delivered', 1, 9, fired_at, fired_at, fired_at, firing_id, action FROM action_firings`,
    )
    assert.deepEqual(await kindsOf(live(), events), ['settled'])
    assert.equal(engine.published.length, 1)
  })

  it('keep the outcome of an event that a producer sends twice', async () => {
    const requires = [{ within: '1d', count: { event: 'purchase', atLeast: 2 } }] as const
    const counting = () => engine.instance([assign(action({ requires }))])
    await kindsOf(counting(), events)
    const duplicate = { at: '2026-03-14T09:02:00.000Z', event_id: 'e1', user_id: 'u1' }
    const [, same] = await engine.store([
      { at: '2026-03-14T09:01:00.000Z', event_id: 'e2', user_id: 'u1' },
      duplicate,
    ])
    await kindsOf(counting(), [same!])
    assert.deepEqual(await rows(), [{ event_id: 'e1', outcome: 'withheld' }])
  })

  it('do not delay other actions', async () => {
    const broken = action({ name: 'test_broken', requires: [{ within: '1d', count: { event: 'purchase' } }] })
    const { warehouse } = live()
    const ports = engine.instance([assign(broken), assign(action())], {
      warehouse: {
        ...warehouse,
        rows: async (sql, ...more) => {
          if (sql.includes('requirement_0')) throw new Error('Resources exceeded')
          return warehouse.rows(sql, ...more)
        },
      },
    })
    assert.deepEqual(await kindsOf(ports, events), ['retry'])
    assert.deepEqual(await kindsOf(ports, events), ['retry'])
    assert.equal(engine.published.length, 1)
  })
})
