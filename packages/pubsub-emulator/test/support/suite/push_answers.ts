/** Pushing: the effect of an endpoint's response, backoff and concurrency. */
import assert from 'node:assert/strict'
import { docs, type Case } from '../case.ts'
import { pushBody, pushData } from '../endpoint.ts'
import { texts } from '../session.ts'
import { needs, push, pushing } from './pushing.ts'

/** A message that is not acknowledged is redelivered before a later one, and stays outstanding. */
function acknowledges(status: number): Case {
  return push(
    `acknowledged-${status}`,
    `treats ${status} as an acknowledgement`,
    async (session) => {
      const endpoint = await session.endpoint((_, index) => (index === 0 ? status : 204))
      const { topic, subscription } = await pushing(session, endpoint)
      await session.publish(topic, 'once')
      await endpoint.first(1)
      await session.publish(topic, 'later')
      assert.deepEqual((await endpoint.first(2)).map(pushData), ['once', 'later'])
      await session.done('POST', `${subscription}:modifyPushConfig`, { pushConfig: {} })
      assert.ok(!texts(await session.pullNow(subscription)).includes('once'))
    },
    needs,
  )
}

function refuses(status: number): Case {
  return push(
    `refused-${status}`,
    `takes ${status} for a refusal and delivers again`,
    async (session) => {
      const endpoint = await session.endpoint((_, index) => (index === 0 ? status : 204))
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, 'again')
      const [first, second] = await endpoint.first(2)
      assert.ok(first && second)
      assert.equal(second.url, first.url)
      assert.equal(pushBody(second).message.messageId, pushBody(first).message.messageId)
    },
    needs,
  )
}

export const pushAnswerCases: readonly Case[] = [
  ...[102, 200, 201, 202, 204].map(acknowledges),
  ...[203, 206, 302, 400, 404, 429, 500, 503].map(refuses),
  push(
    'no-endpoint',
    'redelivers to an endpoint that was not reachable',
    async (session) => {
      const closed = await session.endpoint()
      const { topic, subscription } = await pushing(session, closed)
      closed.close()
      await session.publish(topic, 'x')
      const endpoint = await session.endpoint()
      await session.done('POST', `${subscription}:modifyPushConfig`, {
        pushConfig: { pushEndpoint: endpoint.url },
      })
      assert.equal((await endpoint.first(1)).map(pushData)[0], 'x')
    },
    needs,
  ),
  push(
    'side-by-side',
    'does not delay other messages because of slow responses',
    async (session) => {
      const gate = Promise.withResolvers<number>()
      const endpoint = await session.endpoint((received) =>
        pushData(received).startsWith('slow') ? gate.promise : 204,
      )
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, 'slow1', 'slow2')
      await session.publish(topic, ...Array.from({ length: 50 }, (_, index) => `fast${index}`))
      const received = await endpoint.first(52)
      assert.equal(received.filter((one) => pushData(one).startsWith('fast')).length, 50)
      gate.resolve(204)
    },
    needs,
  ),
  push(
    'window',
    'has hundreds of pushes in flight for a fast endpoint',
    async (session) => {
      const warm = 600
      const gate = Promise.withResolvers<number>()
      const endpoint = await session.endpoint((_, index) => (index < warm ? 204 : gate.promise))
      const { topic } = await pushing(session, endpoint, {}, { ackDeadlineSeconds: 60 })
      await session.publish(topic, ...Array.from({ length: warm }, (_, index) => `warm${index}`))
      await endpoint.first(warm)
      await session.publish(topic, ...Array.from({ length: 256 }, (_, index) => `m${index}`))
      await endpoint.first(warm + 256)
      gate.resolve(204)
    },
    needs,
  ),
  push(
    'deadline',
    'stops waiting for a response after the ack deadline and redelivers',
    async (session) => {
      const gate = Promise.withResolvers<number>()
      const endpoint = await session.endpoint((_, index) => (index === 0 ? gate.promise : 204))
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, 'slow')
      const [first, second] = await endpoint.first(2)
      assert.ok(
        first && second && second.at - first.at >= 9_900,
        `${(second?.at ?? 0) - (first?.at ?? 0)} ms`,
      )
      gate.resolve(204)
    },
    needs,
  ),
  push(
    'backoff',
    'increases the backoff after each failure',
    async (session) => {
      const endpoint = await session.endpoint((_, index) => (index < 4 ? 500 : 204))
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, 'x')
      const received = await endpoint.first(5)
      const pauses = received.slice(1).map(({ at }, index) => at - (received[index]?.at ?? 0))
      // A busy machine only makes the pauses longer.
      assert.ok((pauses[0] ?? 0) >= 90 && (pauses[3] ?? 0) >= 3 * 90, pauses.join(' '))
    },
    needs,
  ),
  push(
    'retry-policy',
    'waits for the minimum backoff of a retry policy',
    async (session) => {
      const endpoint = await session.endpoint((_, index) => (index === 0 ? 500 : 204))
      const { topic } = await pushing(
        session,
        endpoint,
        {},
        { retryPolicy: { minimumBackoff: '1s', maximumBackoff: '5s' } },
      )
      await session.publish(topic, 'x')
      const [first, second] = await endpoint.first(2)
      assert.ok(first && second && second.at - first.at >= 950)
    },
    needs,
    docs.retries,
  ),
]
