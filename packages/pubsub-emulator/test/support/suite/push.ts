/** Pushing: the request that an endpoint receives. */
import assert from 'node:assert/strict'
import { docs, invalid, type Case } from '../case.ts'
import { pushBody, pushData } from '../endpoint.ts'
import { encode, texts } from '../session.ts'
import { needs, push, pushing } from './pushing.ts'

export const pushCases: readonly Case[] = [
  push(
    'wrapped',
    'POSTs the message in its JSON wrapper',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic, subscription } = await pushing(session, endpoint)
      const [id] = await session.publish(topic, {
        data: encode('hello'),
        attributes: { a: 'b' },
        orderingKey: 'k',
      })
      const [received] = await endpoint.first(1)
      assert.ok(received)
      assert.equal(received.url, '/push?token=1')
      assert.equal(received.headers['content-type'], 'application/json')
      const { message, ...rest } = pushBody(received)
      const { publishTime, publish_time: alias, ...members } = message
      assert.equal(alias, publishTime)
      assert.match(publishTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3,9})?Z$/)
      assert.deepEqual(members, {
        data: encode('hello'),
        attributes: { a: 'b' },
        messageId: id,
        message_id: id,
        orderingKey: 'k',
      })
      assert.deepEqual(rest, { subscription })
    },
    needs,
  ),
  push(
    'unicode',
    'keeps Unicode in the wrapper',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, { data: encode('ü'), attributes: { city: 'Zürich 🎈' } })
      const [received] = await endpoint.first(1)
      assert.equal(received && pushBody(received).message.attributes?.['city'], 'Zürich 🎈')
    },
    needs,
  ),
  push(
    'user-agent',
    'sends Google’s user agent',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, 'x')
      assert.match((await endpoint.first(1))[0]?.headers['user-agent'] ?? '', /Google/)
    },
    needs,
  ),
  push(
    'paused',
    'holds messages while the endpoint is empty and pushes them afterwards',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic, subscription } = await pushing(session, endpoint)
      const modify = (pushEndpoint: string) =>
        session.done('POST', `${subscription}:modifyPushConfig`, { pushConfig: { pushEndpoint } })
      await modify('')
      await session.publish(topic, 'held')
      assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['held'])
      assert.equal(endpoint.received.length, 0)
      await session.publish(topic, 'more')
      await modify(endpoint.url)
      assert.equal((await endpoint.first(1)).map(pushData)[0], 'more')
    },
    needs,
  ),
  push('bad-modify', 'refuses an invalid push endpoint URL', async (session) => {
    const subscription = await session.subscription(await session.topic())
    await session.refused(
      'POST',
      `${subscription}:modifyPushConfig`,
      { pushConfig: { pushEndpoint: 'nowhere' } },
      invalid(),
    )
  }),
  push(
    'filtered',
    'pushes only messages that match the filter',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic } = await pushing(session, endpoint, {}, { filter: 'attributes:to_meta' })
      await session.publish(topic, 'no')
      await session.publish(topic, { data: encode('yes'), attributes: { to_meta: '1' } })
      assert.deepEqual((await endpoint.first(1)).map(pushData), ['yes'])
    },
    needs,
    docs.filter,
  ),
  push(
    'unwrapped',
    'sends only the data without a wrapper',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic } = await pushing(session, endpoint, { noWrapper: { writeMetadata: false } })
      await session.publish(topic, { data: encode('{"plain":true}'), attributes: { a: 'b' } })
      const [received] = await endpoint.first(1)
      assert.equal(received?.body.toString(), '{"plain":true}')
      assert.equal(received.headers['a'], undefined)
      assert.equal(received.headers['x-goog-pubsub-message-id'], undefined)
    },
    needs,
    docs.unwrapping,
  ),
  push(
    'metadata',
    'writes metadata and attributes to headers if configured',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic, subscription } = await pushing(session, endpoint, { noWrapper: { writeMetadata: true } })
      const attributes = { 'Content-Type': 'text/csv', event: 'x' }
      const [id] = await session.publish(topic, { data: encode('1,2'), attributes, orderingKey: 'k' })
      const [received] = await endpoint.first(1)
      assert.ok(received)
      const { headers, body } = received
      assert.equal(body.toString(), '1,2')
      assert.equal(headers['content-type'], 'text/csv')
      assert.equal(headers['event'], 'x')
      assert.equal(headers['x-goog-pubsub-message-id'], id)
      assert.equal(headers['x-goog-pubsub-subscription-name'], subscription)
      assert.ok(Date.parse(String(headers['x-goog-pubsub-publish-time'])) > 0)
      assert.equal(headers['x-goog-pubsub-ordering-key'], 'k')
    },
    needs,
    docs.unwrapping,
  ),
  push(
    'oidc',
    'authenticates with a token for the audience',
    async (session) => {
      const endpoint = await session.endpoint()
      const email = 'push@example.iam.gserviceaccount.com'
      const { topic } = await pushing(session, endpoint, {
        oidcToken: { serviceAccountEmail: email, audience: 'https://me' },
      })
      await session.publish(topic, 'x')
      assert.match(
        (await endpoint.first(1))[0]?.headers.authorization ?? '',
        /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/,
      )
    },
    needs,
    docs.pushAuthentication,
  ),
  push(
    'no-oidc',
    'sends no token when none is configured',
    async (session) => {
      const endpoint = await session.endpoint()
      const { topic } = await pushing(session, endpoint)
      await session.publish(topic, 'x')
      assert.equal((await endpoint.first(1))[0]?.headers.authorization, undefined)
    },
    needs,
    docs.pushAuthentication,
  ),
]
