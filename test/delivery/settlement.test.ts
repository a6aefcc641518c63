/** Settlement: one pair of event and destination ends once, whatever the third party and BigQuery do. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createSettlement } from '../../functions/delivery/settle.ts'
import type { RowResult } from '../../functions/google/bigquery.ts'
import type { HttpResponse } from '../../functions/net/http.ts'
import { answer, event, settings, thirdParty, webhook } from './fake_third_party.ts'

describe('settlement', () => {
  const destination = { id: 'hook', target: 'webhook' }

  /** Settles over a third party and a warehouse that answer as told. */
  const settlement = (
    respond: (call: number) => HttpResponse,
    fate: (write: number) => RowResult['kind'],
  ) => {
    const party = thirdParty(respond)
    const rows: Record<string, unknown>[] = []
    let writes = 0
    const settle = createSettlement(destination, {
      now: () => new Date(1),
      deliver: createDelivery({ id: 'hook' }, webhook, settings, party.ports),
      record: async ({ json }) => {
        const kind = fate(writes++)
        if (kind === 'written') rows.push(JSON.parse(json) as Record<string, unknown>)
        return kind === 'written' ? { kind } : { kind, message: 'no' }
      },
      wait: async () => {},
    })
    return { settle, rows, calls: party.calls }
  }

  it('sends one event once and records it once, however often and at whatever time its message comes', async () => {
    const { settle, rows, calls } = settlement(
      () => answer(200),
      () => 'written',
    )
    const concurrent = await Promise.all([settle(event('1')), settle(event('1'))])
    const later = await settle(event('1', 2))
    for (const { kind } of [...concurrent, later]) assert.equal(kind, 'settled')
    assert.equal(calls(), 1)
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['delivered'],
    )
  })

  it('sends nothing again while only the outcome row is missing', async () => {
    const { settle, rows, calls } = settlement(
      () => answer(200),
      (write) => (write < 3 ? 'retry' : 'written'),
    )
    assert.equal((await settle(event('1'))).kind, 'again')
    assert.equal((await settle(event('1', 2))).kind, 'settled')
    assert.equal(calls(), 1)
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['delivered'],
    )
  })

  it('asks again after a deferral, with a row for each attempt', async () => {
    const { settle, rows, calls } = settlement(
      (call) => answer(call === 0 ? 503 : 200),
      () => 'written',
    )
    assert.equal((await settle(event('1'))).kind, 'again')
    assert.equal((await settle(event('1', 2))).kind, 'settled')
    assert.equal(calls(), 2)
    assert.deepEqual(
      rows.map(({ outcome, attempt }) => [outcome, attempt]),
      [
        ['deferred', 1],
        ['delivered', 2],
      ],
    )
  })

  it('records an outcome without the third party’s words when BigQuery will not take them', async () => {
    const { settle, rows } = settlement(
      () => answer(422, {}, 'odd words'),
      (write) => (write === 0 ? 'invalid' : 'written'),
    )
    assert.equal((await settle(event('1'))).kind, 'settled')
    assert.equal(rows[0]!['outcome'], 'refused')
    assert.ok(!('detail' in rows[0]!))
  })

  it('takes a replay for an attempt of its own, and writes down which', async () => {
    const { settle, rows, calls } = settlement(
      () => answer(200),
      () => 'written',
    )
    await settle(event('1'))
    await settle({ ...event('1'), replayId: 'r-1' })
    await settle({ ...event('1'), replayId: 'r-1' })
    assert.equal(calls(), 2)
    assert.deepEqual(
      rows.map(({ replay_id }) => replay_id),
      [undefined, 'r-1'],
    )
  })

  it('does not forget, whatever comes meanwhile, what is under way or is asked for again', async () => {
    const delivered = { outcome: { outcome: 'delivered' }, latency: 0 } as const
    const sent: string[] = []
    let answerFirst: () => void = () => {}
    let written = true
    const settle = createSettlement(destination, {
      now: () => new Date(1),
      deliver: async ({ id }) => {
        sent.push(id)
        if (id === 'slow') await new Promise<void>((resolve) => (answerFirst = resolve))
        return delivered
      },
      record: async () => (written ? { kind: 'written' } : { kind: 'retry', message: 'no' }),
      wait: async () => {},
    })
    const others = async (prefix: string) => {
      for (let count = 0; count < 6000; count++) await settle(event(`${prefix}${count}`))
    }
    const slow = settle(event('slow'))
    written = false
    await settle(event('unwritten'))
    written = true
    await others('a')
    await settle(event('unwritten', 2))
    await others('b')
    const again = [settle(event('slow', 2)), settle(event('unwritten', 3))]
    answerFirst()
    for (const { kind } of await Promise.all([slow, ...again])) assert.equal(kind, 'settled')
    assert.deepEqual(
      sent.filter((id) => id === 'slow' || id === 'unwritten'),
      ['slow', 'unwritten'],
    )
  })

  it('writes no row for an event that was held without asking anyone', async () => {
    const { settle, rows } = settlement(
      () => answer(429, { 'retry-after': '60' }),
      () => 'written',
    )
    await settle(event('1'))
    assert.equal((await settle(event('2'))).kind, 'again')
    assert.equal(rows.length, 1)
  })
})
