/** IAM policies: reading and setting them, and what they grant. */
import assert from 'node:assert/strict'
import { area, docs, notFound, type Case } from '../case.ts'
import { encode, type Json, type Session } from '../session.ts'

const policies = area('policies', docs.access)
const callers = ['callers'] as const

/** A role for a caller of the embedded target. */
const viewerPublishes = [{ role: 'roles/pubsub.publisher', members: ['user:viewer@example.com'] }]

function setPolicy(session: Session, resource: string, policy: Json): Promise<Json> {
  return session.done('POST', `${resource}:setIamPolicy`, { policy })
}

async function publishesAsViewer(session: Session, topic: string): Promise<number> {
  const body = { messages: [{ data: encode('x') }] }
  const answered = await session.call('POST', `${topic}:publish`, body, { authorization: 'Bearer viewer' })
  return answered.status
}

export const policyCases: readonly Case[] = [
  policies('empty', 'returns an empty policy until one is set', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    for (const resource of [topic, subscription])
      assert.deepEqual(await session.done('GET', `${resource}:getIamPolicy`), { etag: 'ACAB' })
  }),
  policies('version', 'takes the version that a client asks for', async (session) => {
    const path = `${await session.topic()}:getIamPolicy?options.requestedPolicyVersion=3`
    assert.deepEqual(await session.done('GET', path), { etag: 'ACAB' })
  }),
  policies(
    'set',
    'keeps the policy of a topic, a subscription and a snapshot',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic)
      const snapshot = session.name('snapshots')
      await session.done('PUT', snapshot, { subscription })
      for (const resource of [topic, subscription, snapshot]) {
        const set = await setPolicy(session, resource, { bindings: viewerPublishes })
        assert.deepEqual([set['version'], set['bindings']], [1, viewerPublishes])
        assert.deepEqual(await session.done('GET', `${resource}:getIamPolicy`), set)
      }
    },
    callers,
  ),
  policies(
    'grants',
    'grants what the policy of a resource says, until it is changed',
    async (session) => {
      const [topic, other] = [await session.topic(), await session.topic()]
      assert.equal(await publishesAsViewer(session, topic), 403)
      await setPolicy(session, topic, { bindings: viewerPublishes })
      assert.equal(await publishesAsViewer(session, topic), 200)
      assert.equal(await publishesAsViewer(session, other), 403)
      assert.deepEqual(await setPolicy(session, topic, { bindings: [] }), { etag: 'ACAB' })
      assert.equal(await publishesAsViewer(session, topic), 403)
    },
    callers,
  ),
  policies(
    'kept',
    'keeps the policy when the settings of the resource change',
    async (session) => {
      const topic = await session.topic()
      await setPolicy(session, topic, { bindings: viewerPublishes })
      await session.done('PATCH', topic, { topic: { labels: { a: 'b' } }, updateMask: 'labels' })
      assert.equal(await publishesAsViewer(session, topic), 200)
    },
    callers,
  ),
  policies(
    'deleted',
    'deletes the policy with its resource',
    async (session) => {
      const topic = await session.topic()
      await setPolicy(session, topic, { bindings: viewerPublishes })
      await session.done('DELETE', topic)
      await session.done('PUT', topic, {})
      assert.deepEqual(await session.done('GET', `${topic}:getIamPolicy`), { etag: 'ACAB' })
    },
    callers,
  ),
  policies(
    'etag',
    'refuses a policy that was read before another change',
    async (session) => {
      const topic = await session.topic()
      const { etag } = await session.done('GET', `${topic}:getIamPolicy`)
      await setPolicy(session, topic, { bindings: viewerPublishes, etag })
      await session.refused(
        'POST',
        `${topic}:setIamPolicy`,
        { policy: { bindings: [], etag } },
        { status: 409, code: 'ABORTED', message: /^There were concurrent policy changes\./ },
      )
    },
    callers,
  ),
  policies('unknown-role', 'refuses a role that does not exist', async (session) => {
    const policy = { bindings: [{ role: 'roles/pubsub.reader', members: ['allUsers'] }] }
    await session.refused(
      'POST',
      `${await session.topic()}:setIamPolicy`,
      { policy },
      { status: 400, code: 'INVALID_ARGUMENT' },
    )
  }),
  policies('missing', 'answers 404 for a topic that does not exist', async (session) => {
    await session.refused('GET', `${session.name('topics')}:getIamPolicy`, undefined, notFound)
  }),
  policies(
    'denied',
    'requires the permission to read and to set policies',
    async (session) => {
      const topic = await session.topic()
      const authorization = 'Bearer viewer'
      for (const [method, verb, body] of [
        ['GET', 'getIamPolicy', undefined],
        ['POST', 'setIamPolicy', { policy: {} }],
      ] as const) {
        const { status } = await session.call(method, `${topic}:${verb}`, body, { authorization })
        assert.equal(status, 403, verb)
      }
    },
    callers,
  ),
  policies(
    'client',
    'serves Google’s client',
    async (session) => {
      const topic = session.client().topic(await session.topic())
      assert.deepEqual((await topic.iam.getPolicy())[0]?.bindings, [])
      const [set] = await topic.iam.setPolicy({ bindings: viewerPublishes })
      assert.deepEqual(set?.bindings, [{ ...viewerPublishes[0], condition: null }])
    },
    callers,
  ),
]
