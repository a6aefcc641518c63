/** Delivery: one pair of event and destination ends once, whatever the third party and BigQuery do. */
import assert from 'node:assert/strict'
import { createDelivery, type DeliveryPorts } from '../functions/delivery/deliver.ts'
import { createSettlement } from '../functions/delivery/settle.ts'
import type { StoredEvent } from '../functions/bus/stored_message.ts'
import type { RowResult } from '../functions/google/bigquery.ts'
import type { HttpResponse } from '../functions/google/http.ts'
import { targetOf } from '../functions/targets/registry.ts'

const settings = { url: 'https://hooks.example.com/', secret: 'test-secret' }
const webhook = targetOf('webhook')

const event = (id: string, attempt = 1): StoredEvent => ({
  id,
  name: 'view_content',
  receivedAt: '2026-03-14T09:26:53.000000Z',
  storedAt: '2026-03-14T09:26:53.589Z',
  text: `{"event_id":"${id}","user_id":"u-1","event_data":{}}`,
  value: { event_id: id, user_id: 'u-1', event_data: {} },
  attempt,
})

const answer = (status: number, headers: Record<string, string> = {}, body = ''): HttpResponse => ({
  status,
  headers,
  body,
})

/** A third party that answers as told and counts its calls. */
const thirdParty = (respond: (call: number) => HttpResponse | Error, clock = { ms: 0 }) => {
  let calls = 0
  const ports: DeliveryPorts = {
    now: () => new Date(clock.ms),
    send: async () => {
      const response = respond(calls++)
      if (response instanceof Error) throw response
      return response
    },
  }
  return { ports, calls: () => calls }
}

describe('delivery', () => {
  it('does not call a third party that has asked to wait until the time has passed', async () => {
    const clock = { ms: 1_000_000 }
    const party = thirdParty(
      (call) => (call === 0 ? answer(429, { 'retry-after': '30' }) : answer(200)),
      clock,
    )
    const deliver = createDelivery({}, webhook, settings, party.ports)
    assert.equal((await deliver(event('1'))).outcome.outcome, 'deferred')
    clock.ms += 29_000
    assert.deepEqual((await deliver(event('2'))).outcome, {
      outcome: 'deferred',
      reason: 'throttled',
      detail: 'The third party had asked to wait; it was not called.',
    })
    assert.equal(party.calls(), 1)
    clock.ms += 1_001
    assert.equal((await deliver(event('2'))).outcome.outcome, 'delivered')
  })

  it('takes an accepted request for delivered even when the answer cannot be read', async () => {
    const target = {
      ...webhook,
      classify: () => {
        throw new Error('unreadable')
      },
    }
    const party = thirdParty(() => answer(200, {}, '<html>'))
    const { outcome } = await createDelivery({}, target, settings, party.ports)(event('1'))
    assert.deepEqual(outcome, { outcome: 'delivered', http_status: 200 })
  })

  it('defers on a network fault and on a timeout, and says which', async () => {
    const fault = (code: string) => Object.assign(new Error(code), { code })
    const party = thirdParty((call) => fault(call === 0 ? 'ECONNREFUSED' : 'UND_ERR_HEADERS_TIMEOUT'))
    const deliver = createDelivery({}, webhook, settings, party.ports)
    assert.deepEqual((await deliver(event('1'))).outcome, {
      outcome: 'deferred',
      reason: 'network',
      detail: 'ECONNREFUSED',
    })
    assert.deepEqual((await deliver(event('1'))).outcome, {
      outcome: 'deferred',
      reason: 'timeout',
      detail: 'UND_ERR_HEADERS_TIMEOUT',
    })
  })

  it('refuses a request that cannot be built, without calling anyone', async () => {
    const party = thirdParty(() => answer(200))
    const insecure = { ...settings, url: 'http://hooks.example.com/' }
    const { outcome } = await createDelivery({}, webhook, insecure, party.ports)(event('1'))
    assert.equal(outcome.outcome, 'refused')
    assert.equal(party.calls(), 0)
  })

  it('links by the destination’s own link for the event, else its `*`', async () => {
    const bodies: unknown[] = []
    const ports: DeliveryPorts = {
      now: () => new Date(0),
      send: async ({ body }) => {
        bodies.push(JSON.parse(body.toString()))
        return answer(200)
      },
    }
    const linkage = { view_content: { who: 'user_id' }, '*': { what: { const: 'other' } } }
    const deliver = createDelivery({ linkage }, webhook, settings, ports)
    await deliver(event('1'))
    await deliver({ ...event('2'), name: 'purchase' })
    assert.deepEqual(bodies, [{ who: 'u-1' }, { what: 'other' }])
  })
})

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
      deliver: createDelivery({}, webhook, settings, party.ports),
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
      (write) => (write < 3 ? 'again' : 'written'),
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
})
