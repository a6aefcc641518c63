/** Access: authentication and permissions of callers. The tokens are named after the grants of the embedded target. */
import assert from 'node:assert/strict'
import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { area, docs, type Case } from '../case.ts'
import { encode, type Json, type Session } from '../session.ts'

const access = area('access', docs.access)
const body = { messages: [{ data: encode('x') }] }

interface ErrorDetail {
  reason: string
  metadata: Record<string, string>
}

/** Publishes as another caller. Returns the status and the error. */
async function publishAs(session: Session, authorization: string) {
  const { target } = session
  const response = await fetch(`${target.rest}/v1/${await session.topic()}:publish`, {
    method: 'POST',
    headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { error } = (await response.json()) as { error?: Json & { details?: ErrorDetail[] } }
  return { status: response.status, error: error ?? {} }
}

/** Returns the status of a ListTopics call over gRPC with credentials. */
async function listTopicsAs({ target }: Session, authorization: string): Promise<number> {
  assert.ok(target.grpc)
  const client = new Client(target.grpc, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set('authorization', authorization)
  // ListTopicsRequest.project is field 1.
  const project = Buffer.from(`projects/${target.project}`)
  const request = Buffer.concat([Buffer.of(10, project.length), project])
  const { promise, resolve } = Promise.withResolvers<number>()
  const same = (bytes: Buffer): Buffer => bytes
  client.makeUnaryRequest('/google.pubsub.v1.Publisher/ListTopics', same, same, request, metadata, (error) =>
    resolve(error?.code ?? status.OK),
  )
  return promise.finally(() => client.close())
}

const auth = ['auth'] as const
const callers = ['callers'] as const

export const accessCases: readonly Case[] = [
  access(
    'missing',
    'answers 401 to a call without credentials, naming the method',
    async (session) => {
      const { status, error } = await publishAs(session, '')
      assert.equal(status, 401)
      assert.equal(error['status'], 'UNAUTHENTICATED')
      assert.match(
        String(error['message']),
        /^Request is missing required authentication credential\. Expected OAuth 2 access token/,
      )
      assert.equal(error.details?.[0]?.reason, 'CREDENTIALS_MISSING')
      assert.deepEqual(error.details[0].metadata, {
        service: 'pubsub.googleapis.com',
        method: 'google.pubsub.v1.Publisher.Publish',
      })
    },
    auth,
  ),
  access(
    'forged',
    'answers 401 to an unknown token',
    async (session) => {
      const { status, error } = await publishAs(session, 'Bearer forged')
      assert.deepEqual([status, error['status']], [401, 'UNAUTHENTICATED'])
      assert.match(String(error['message']), /^Request had invalid authentication credentials\./)
    },
    auth,
  ),
  access(
    'not-bearer',
    'answers 401 to another scheme',
    async (session) => {
      assert.equal((await publishAs(session, 'Basic b3duZXI6eA==')).status, 401)
    },
    auth,
  ),
  access(
    'scopes',
    'answers 403 to a token without a scope for Pub/Sub',
    async (session) => {
      const { status, error } = await publishAs(session, 'Bearer scopeless')
      assert.deepEqual([status, error['status']], [403, 'PERMISSION_DENIED'])
      assert.equal(error.details?.[0]?.reason, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT')
    },
    callers,
  ),
  access(
    'forbidden',
    'answers 403 to a caller without the permission',
    async (session) => {
      const { status, error } = await publishAs(session, 'Bearer viewer')
      assert.deepEqual(
        [status, error['status'], error['message']],
        [403, 'PERMISSION_DENIED', 'User not authorized to perform this action.'],
      )
    },
    callers,
  ),
  access(
    'granted',
    'serves a caller with only the permission',
    async (session) => {
      assert.equal((await publishAs(session, 'Bearer publisher')).status, 200)
    },
    callers,
  ),
  access(
    'no-other',
    'grants no other permission',
    async (session) => {
      const topic = await session.topic()
      for (const [method, path] of [
        ['GET', topic],
        ['DELETE', topic],
        ['PUT', session.name('topics')],
        ['GET', `${topic}/subscriptions`],
      ] as const) {
        const { status } = await session.call(method, path, method === 'PUT' ? {} : undefined, {
          authorization: 'Bearer publisher',
        })
        assert.equal(status, 403, `${method} ${path}`)
      }
    },
    callers,
  ),
  access(
    'attach',
    'requires the permission to attach to the topic',
    async (session) => {
      const topic = await session.topic()
      const { status } = await session.call(
        'PUT',
        session.name('subscriptions'),
        { topic },
        { authorization: 'Bearer creator' },
      )
      assert.equal(status, 403)
    },
    callers,
  ),
  access(
    'secret',
    'never returns a token',
    async (session) => {
      const { error } = await publishAs(session, 'Bearer s3cr3t-t0k3n')
      assert.doesNotMatch(JSON.stringify(error), /s3cr3t/)
    },
    auth,
  ),
  access(
    'test-permissions',
    'returns the permissions that the caller has',
    async (session) => {
      const topic = await session.topic()
      const permissions = ['pubsub.topics.publish', 'pubsub.topics.delete']
      const answered = await session.call(
        'POST',
        `${topic}:testIamPermissions`,
        { permissions },
        { authorization: 'Bearer publisher' },
      )
      assert.deepEqual(answered.body, { permissions: ['pubsub.topics.publish'] })
    },
    callers,
  ),
  access('test-permissions-owner', 'returns every permission to an owner', async (session) => {
    const subscription = await session.subscription(await session.topic())
    const permissions = ['pubsub.subscriptions.consume', 'pubsub.subscriptions.delete']
    assert.deepEqual(await session.done('POST', `${subscription}:testIamPermissions`, { permissions }), {
      permissions,
    })
  }),
  access(
    'grpc-anonymous',
    'serves gRPC calls without credentials, as the clients call an emulator',
    async (session) => {
      const [topics] = await session.client().getTopics()
      assert.ok(Array.isArray(topics))
    },
    ['anonymous'],
  ),
  access('grpc-permissions', 'answers testPermissions of the official client', async (session) => {
    const topic = session.client().topic(await session.topic())
    const [answer] = await topic.iam.testPermissions(['pubsub.topics.publish'])
    assert.deepEqual(answer, { 'pubsub.topics.publish': true })
  }),
  access(
    'grpc-checked',
    'checks credentials on gRPC if they are sent',
    async (session) => {
      assert.equal(await listTopicsAs(session, 'Bearer forged'), status.UNAUTHENTICATED)
      assert.equal(await listTopicsAs(session, 'Bearer scopeless'), status.PERMISSION_DENIED)
      assert.equal(await listTopicsAs(session, 'Bearer publisher'), status.PERMISSION_DENIED)
      assert.equal(await listTopicsAs(session, 'Bearer owner'), status.OK)
    },
    callers,
  ),
]
