/** Settlement: each (event, destination) pair is settled once, whatever the third party and BigQuery do. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createSettlement } from '../../functions/delivery/settle.ts'
import type { RowResult } from '../../functions/google/bigquery.ts'
import type { HttpResponse } from '../../functions/net/http.ts'
import { event, respond, settings, thirdParty, webhook } from './fake_third_party.ts'

describe('settlement', () => {
  const destination = { id: 'hook', target: 'webhook' }

  /** Settles with a fake third party and a fake warehouse. */
  const settlement = (
    handle: (call: number) => HttpResponse,
    write: (attempt: number) => RowResult['kind'],
  ) => {
    const fake = thirdParty(handle)
    const rows: Record<string, unknown>[] = []
    let writes = 0
    const settle = createSettlement(destination, {
      now: () => new Date(1),
      deliver: createDelivery({ id: 'hook' }, webhook, settings, fake.ports),
      record: async ({ json }) => {
        const kind = write(writes++)
        if (kind === 'written') rows.push(JSON.parse(json) as Record<string, unknown>)
        return kind === 'written' ? { kind } : { kind, message: 'no' }
      },
      wait: async () => {},
      linkOf: () => undefined,
    })
    return { settle, rows, calls: fake.calls }
  }

  it('sends and records an event once if its message is delivered several times, concurrently or later', async () => {
    const { settle, rows, calls } = settlement(
      () => respond(200),
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

  it('retries only the outcome row, not the request, if the row could not be written', async () => {
    const { settle, rows, calls } = settlement(
      () => respond(200),
      (attempt) => (attempt < 3 ? 'retry' : 'written'),
    )
    assert.equal((await settle(event('1'))).kind, 'retry')
    assert.equal((await settle(event('1', 2))).kind, 'settled')
    assert.equal(calls(), 1)
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['delivered'],
    )
  })

  it('retries after a deferral, with a row for each attempt', async () => {
    const { settle, rows, calls } = settlement(
      (call) => respond(call === 0 ? 503 : 200),
      () => 'written',
    )
    assert.equal((await settle(event('1'))).kind, 'retry')
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

  it('records an outcome without its detail if BigQuery refuses the row', async () => {
    const { settle, rows } = settlement(
      () => respond(422, {}, 'odd text'),
      (attempt) => (attempt === 0 ? 'invalid' : 'written'),
    )
    assert.equal((await settle(event('1'))).kind, 'settled')
    assert.equal(rows[0]!['outcome'], 'refused')
    assert.ok(!('detail' in rows[0]!))
  })

  it('settles a replay separately, and records its id', async () => {
    const { settle, rows, calls } = settlement(
      () => respond(200),
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

  it('does not evict pairs in progress or recently used, however many others arrive', async () => {
    const delivered = { outcome: { outcome: 'delivered' }, latency: 0 } as const
    const sent: string[] = []
    let finishSlow: () => void = () => {}
    let isWritable = true
    const settle = createSettlement(destination, {
      now: () => new Date(1),
      deliver: async ({ id }) => {
        sent.push(id)
        if (id === 'slow') await new Promise<void>((resolve) => (finishSlow = resolve))
        return delivered
      },
      record: async () => (isWritable ? { kind: 'written' } : { kind: 'retry', message: 'no' }),
      wait: async () => {},
      linkOf: () => undefined,
    })
    const others = async (prefix: string) => {
      for (let count = 0; count < 6000; count++) await settle(event(`${prefix}${count}`))
    }
    const slow = settle(event('slow'))
    isWritable = false
    await settle(event('unwritten'))
    isWritable = true
    await others('a')
    await settle(event('unwritten', 2))
    await others('b')
    const redelivered = [settle(event('slow', 2)), settle(event('unwritten', 3))]
    finishSlow()
    for (const { kind } of await Promise.all([slow, ...redelivered])) assert.equal(kind, 'settled')
    assert.deepEqual(
      sent.filter((id) => id === 'slow' || id === 'unwritten'),
      ['slow', 'unwritten'],
    )
  })

  it('writes no row for an event that was not sent because the destination is paused', async () => {
    const { settle, rows } = settlement(
      () => respond(429, { 'retry-after': '60' }),
      () => 'written',
    )
    await settle(event('1'))
    assert.equal((await settle(event('2'))).kind, 'retry')
    assert.equal(rows.length, 1)
  })
})
