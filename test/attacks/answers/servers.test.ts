/** Attacks on answers: hostile servers, over real connections. No request waits without end or fills the memory, and each event has an outcome. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createDelivery } from '../../../functions/delivery/deliver.ts'
import { createEgress } from '../../../functions/net/egress.ts'
import type { Target } from '../../../functions/targets/target.ts'
import { event, hook, thirdParty, webhook } from '../../delivery/fake_third_party.ts'
import { hostileServers } from './servers.ts'

/** The webhook, with a timeout of a second. */
const hasty: Target = { ...webhook, request: (...args) => ({ ...webhook.request(...args), timeout: 1000 }) }

describe('a server that answers', () => {
  const servers: Server[] = []
  after(() => servers.forEach((server) => server.close()))

  /** All run at the same time: most of them take long. */
  const results = new Map<string, Promise<{ told: readonly unknown[]; detail: string; ms: number }>>()
  before(() => {
    for (const { title, answer } of hostileServers) results.set(title, outcomeOf(answer))
  })

  const outcomeOf = async (answer: (typeof hostileServers)[number]['answer']) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    })
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { ports } = thirdParty(() => new Error('not used'))
    const settings = { url: `http://127.0.0.1:${port}/in`, secret: 'unused-secret', allow_insecure: true }
    const deliver = createDelivery(hook, hasty, settings, { ...ports, send: createEgress({}) })
    const start = performance.now()
    const { outcome } = await deliver(event('1'))
    const reason = 'reason' in outcome ? outcome.reason : undefined
    return {
      told: [outcome.outcome, reason],
      detail: outcome.detail ?? '',
      ms: performance.now() - start,
    }
  }

  for (const { title, told: expected } of hostileServers)
    it(`${title} gets an outcome in time`, async () => {
      const { told, detail, ms } = await results.get(title)!
      assert.equal(told[0], expected[0], detail)
      if (expected[1] !== undefined) assert.equal(told[1], expected[1], detail)
      assert.ok(detail.length <= 300)
      assert.ok(ms < 15_000, `${ms} ms`)
    })

  it('any of these leaves the memory as it was', async () => {
    await Promise.all(results.values())
    assert.ok(process.memoryUsage().arrayBuffers < 100_000_000, String(process.memoryUsage().arrayBuffers))
  })
})
