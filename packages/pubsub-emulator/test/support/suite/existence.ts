/** Callers without permissions on the project: no response reveals whether a topic or a subscription exists. */
import assert from 'node:assert/strict'
import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { area, docs, type Case } from '../case.ts'
import { encode, type Session } from '../session.ts'

const existence = area('existence', docs.existence)
const callers = ['callers'] as const

const everything = { authorization: 'Bearer everything' }
const denied = [403, 'PERMISSION_DENIED', 'User not authorized to perform this action.']

/** Returns status, code and message of a response. */
async function answerTo(
  session: Session,
  [method, path, body]: readonly [string, string, object?],
  headers: Readonly<Record<string, string>>,
) {
  const answered = await session.call(method, path, body, headers)
  const error = answered.body['error'] as Record<string, unknown> | undefined
  return [answered.status, error?.['status'], error?.['message']]
}

/** Returns every REST call that names a topic or a subscription. */
function callsOn(topic: string, subscription: string): readonly (readonly [string, string, object?])[] {
  return [
    ['POST', `${topic}:publish`, { messages: [{ data: encode('x') }] }],
    ['GET', topic],
    ['PATCH', topic, { topic: { name: topic, labels: { a: 'b' } }, updateMask: 'labels' }],
    ['GET', `${topic}/subscriptions`],
    ['GET', subscription],
    ['PATCH', subscription, { subscription: { ackDeadlineSeconds: 20 }, updateMask: 'ackDeadlineSeconds' }],
    ['POST', `${subscription}:modifyPushConfig`, { pushConfig: {} }],
    ['POST', `${subscription}:pull`, { maxMessages: 1, returnImmediately: true }],
    ['POST', `${subscription}:seek`, { time: '2026-01-01T00:00:00Z' }],
    ['POST', `${subscription}:detach`],
    ['DELETE', subscription],
    ['DELETE', topic],
  ]
}

/** Returns the status of a gRPC call, or the final status of a stream. Field 1 of each request is the resource's name. */
async function statusOf({ target }: Session, method: string, name: string, streams = false): Promise<number> {
  assert.ok(target.grpc)
  const client = new Client(target.grpc, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set('authorization', everything.authorization)
  const request = Buffer.concat([Buffer.of(10, name.length), Buffer.from(name)])
  const same = (bytes: Buffer): Buffer => bytes
  const { promise, resolve } = Promise.withResolvers<number>()
  const answered = (error: { code: number } | null) => resolve(error?.code ?? status.OK)
  if (streams) {
    const stream = client.makeBidiStreamRequest(method, same, same, metadata)
    stream.on('error', answered)
    stream.on('data', () => {
      resolve(status.OK)
      stream.cancel()
    })
    stream.write(request)
  } else client.makeUnaryRequest(method, same, same, request, metadata, answered)
  return promise.finally(() => client.close())
}

export const existenceCases: readonly Case[] = [
  existence(
    'rest',
    'answers 403, not 404, for a missing resource to a caller with permissions on existing ones',
    async (session) => {
      const missing = callsOn(session.name('topics'), session.name('subscriptions'))
      for (const call of missing)
        assert.deepEqual(await answerTo(session, call, everything), denied, `${call[0]} ${call[1]}`)
      const topic = await session.topic()
      const subscription = await session.subscription(topic)
      for (const call of callsOn(topic, subscription))
        assert.equal((await answerTo(session, call, everything))[0], 200, `${call[0]} ${call[1]}`)
    },
    callers,
  ),
  existence(
    'stranger',
    'answers a caller without permissions the same, whether or not the resource exists',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic)
      const stranger = { authorization: 'Bearer stranger' }
      const existing = callsOn(topic, subscription)
      const missing = callsOn(session.name('topics'), session.name('subscriptions'))
      for (const call of [...existing, ...missing])
        assert.deepEqual(await answerTo(session, call, stranger), denied, `${call[0]} ${call[1]}`)
    },
    callers,
  ),
  existence(
    'project',
    'answers 404 to a caller with the permission on the project',
    async (session) => {
      const publish = ['POST', `${session.name('topics')}:publish`, { messages: [{ data: 'eA==' }] }] as const
      const [code] = await answerTo(session, publish, { authorization: 'Bearer publisher' })
      assert.equal(code, 404)
    },
    callers,
  ),
  existence(
    'gone',
    'drops the grants on a topic with the topic',
    async (session) => {
      const topic = await session.topic()
      const publish = ['POST', `${topic}:publish`, { messages: [{ data: encode('x') }] }] as const
      const producer = { authorization: 'Bearer producer' }
      assert.equal((await answerTo(session, publish, producer))[0], 200)
      await session.done('DELETE', topic)
      assert.deepEqual(await answerTo(session, publish, producer), denied)
    },
    callers,
  ),
  existence(
    'grpc',
    'does not reveal a resource over gRPC',
    async (session) => {
      const publisher = '/google.pubsub.v1.Publisher'
      const subscriber = '/google.pubsub.v1.Subscriber'
      const topic = await session.topic()
      const subscription = await session.subscription(topic)
      for (const [method, existing, streams] of [
        [`${publisher}/GetTopic`, topic],
        [`${publisher}/ListTopicSubscriptions`, topic],
        [`${subscriber}/GetSubscription`, subscription],
        [`${subscriber}/StreamingPull`, subscription, true],
        [`${publisher}/DetachSubscription`, subscription],
      ] as const) {
        const missing = session.name(existing === topic ? 'topics' : 'subscriptions')
        assert.equal(await statusOf(session, method, missing, streams), status.PERMISSION_DENIED, method)
        assert.equal(await statusOf(session, method, existing, streams), status.OK, method)
      }
    },
    callers,
  ),
  existence(
    'test-permissions',
    'returns no permissions and no error for a missing resource',
    async (session) => {
      const permissions = ['pubsub.topics.publish']
      for (const name of [session.name('topics'), session.name('subscriptions')])
        assert.deepEqual(await session.done('POST', `${name}:testIamPermissions`, { permissions }), {})
    },
    callers,
    docs.testPermissions,
  ),
]
