/** Front door: concurrent requests share publishes, without an effect on their results. */
import assert from 'node:assert/strict'
import { producer, stranger } from '../support/bus.ts'
import type { Answered, Sent } from '../support/front_door.ts'
import { until } from '../support/until.ts'
import { idsOf, type Context } from './context.ts'

export function merges(getContext: () => Context): void {
  /** Sends the requests while publishes are held, until the front door has queued them. */
  const sendTogether = async (requests: readonly Sent[]): Promise<readonly Answered[]> => {
    const { door, proxy } = getContext()
    const getLimits = () => door.send({ method: 'GET', path: '/v1/limits' })
    // Opens a connection for every request.
    await Promise.all(requests.map(getLimits))
    const release = proxy.hold()
    const answers = requests.map((request) => door.send(request))
    await until('publishes are in flight', () => proxy.publishes.length > 0)
    // The front door answers these after it has read the requests before.
    for (let n = 0; n < 5; n++) await getLimits()
    release()
    return Promise.all(answers)
  }
  const event = (n: number): string => `{"n":${n}}`

  describe('shared publishes', () => {
    it('return to each request the ids of its own events, in far fewer publishes', async () => {
      const { proxy, bus, token } = getContext()
      const bodies = Array.from({ length: 50 }, (_, n) =>
        n % 5 === 0 ? `[${event(n)},${event(n + 1000)}]` : event(n),
      )
      const answers = await sendTogether(bodies.map((body) => ({ token, body })))
      const received = new Map(
        (await bus.take('events')).map(({ messageId, data }) => [messageId, String(data)]),
      )
      assert.deepEqual(
        answers.map((answered) => idsOf(answered).map((id) => received.get(id))),
        bodies.map((body) => (body.startsWith('[') ? body.slice(1, -1).split(/,(?=\{)/) : [body])),
      )
      assert.equal(received.size, 60)
      assert.ok(proxy.publishes.length <= 10, `${proxy.publishes.length} publishes for 50 requests`)
    })

    it('include envelopes, with their messages byte for byte', async () => {
      const { proxy, bus, token } = getContext()
      const requests = Array.from({ length: 30 }, (_, n) => {
        const data = Buffer.from(event(n)).toString('base64')
        return n % 2 ? event(n) : `{"messages":[{"data":"${data}","attributes":{"n":"${n}"}}]}`
      })
      const answers = await sendTogether(requests.map((body) => ({ token, body })))
      const received = new Map((await bus.take('events')).map((message) => [message.messageId, message]))
      answers.forEach((answered, n) => {
        const message = received.get(idsOf(answered)[0] ?? '')
        assert.equal(message?.data.toString(), event(n))
        assert.deepEqual(message.attributes, n % 2 ? {} : { n: String(n) })
      })
      assert.ok(proxy.publishes.length <= 10, `${proxy.publishes.length} publishes for 30 requests`)
    })

    it('refuse only invalid requests', async () => {
      const { bus, token } = getContext()
      const invalid = '{"messages":[{"data":"!"}]}'
      const answers = await sendTogether(
        Array.from({ length: 40 }, (_, n) => ({ token, body: n === 17 || n === 30 ? invalid : event(n) })),
      )
      assert.deepEqual(
        answers.flatMap(({ status }, n) => (status === 200 ? [] : [[n, status]])),
        [
          [17, 400],
          [30, 400],
        ],
      )
      assert.equal((await bus.take('events')).length, 38)
    })

    it('never combine callers, topics or ordering keys', async () => {
      const { proxy, bus, token } = getContext()
      const others = [bus.issuer.accessToken(producer), bus.issuer.accessToken(stranger)]
      const requests = Array.from({ length: 60 }, (_, n) => ({
        token: [token, ...others][n % 3]!,
        path: `/v1/topics/${n % 2 ? 'view_content' : 'events'}${n % 5 === 0 ? '?orderingKey=k' : ''}`,
        body: event(n),
      }))
      const answers = await sendTogether(requests)
      answers.forEach(({ status }, n) => assert.equal(status, n % 3 === 2 ? 403 : 200))
      for (const { path, authorization, messages } of proxy.publishes) {
        for (const { data = '', orderingKey } of messages) {
          const { n } = JSON.parse(Buffer.from(data, 'base64').toString()) as { n: number }
          assert.equal(authorization, `Bearer ${requests[n]!.token}`)
          assert.ok(path.includes(n % 2 ? 'view_content' : 'events'))
          assert.equal(orderingKey, n % 5 === 0 ? 'k' : undefined)
        }
      }
    })
  })
}
