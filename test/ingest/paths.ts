/** Front door: the paths to which events can be sent, and all others. */
import assert from 'node:assert/strict'
import { limits } from '../../schemas/limits.ts'
import { project } from '../support/bus.ts'
import { rareTopic, reasonOf, type Context } from './context.ts'

const event = '{"event_name":"view_content","content_name":"a"}'

/** Path → topic. */
const topics = {
  '/v1/topics': 'events',
  '/v1/topics/': 'events',
  '/v1/topics/events': 'events',
  '/v1/topics/view_content': 'view_content',
  '/v1/topics/custom_topic': 'custom_topic',
  '/v1/topics/view_content:publish': 'view_content',
  '/v1/topics/view%5Fcontent%3Apublish': 'view_content',
  [`/v1/projects/${project}/topics/view_content:publish`]: 'view_content',
  [`/v1/projects/${project}/topics/view_content%3Apublish`]: 'view_content',
  [`/v1/projects/${project}/topics/events:publish?alt=json&prettyPrint=false`]: 'events',
}

/** Path → reason for which it is refused. */
const refusedPaths = {
  '/': 'PATH_UNKNOWN',
  '/v1': 'PATH_UNKNOWN',
  '/v2/topics/view_content': 'PATH_UNKNOWN',
  '/v1/topics/view_content/': 'PATH_UNKNOWN',
  '/v1/topics/view_content:pull': 'PATH_UNKNOWN',
  '//v1/topics': 'PATH_UNKNOWN',
  '/favicon.ico': 'PATH_UNKNOWN',
  [`/v1/projects/${project}/topics/view_content`]: 'PATH_UNKNOWN',
  [`/v1/projects/${project}/topics`]: 'PATH_UNKNOWN',
  '/v1/projects/other/topics/view_content:publish': 'PROJECT_UNKNOWN',
  '/v1/topics/ab': 'TOPIC_INVALID',
  '/v1/topics/1abc': 'TOPIC_INVALID',
  '/v1/topics/google_events': 'TOPIC_INVALID',
  '/v1/topics/:publish': 'TOPIC_INVALID',
  [`/v1/topics/${'a'.repeat(256)}`]: 'TOPIC_INVALID',
  '/v1/topics/caf%C3%A9': 'TOPIC_INVALID',
  '/v1/topics/stored': 'TOPIC_INTERNAL',
  '/v1/topics/dead-letters': 'TOPIC_INTERNAL',
  '/v1/topics/%FF': 'PATH_MALFORMED',
}

export function paths(getContext: () => Context): void {
  describe('paths', () => {
    for (const [path, topic] of Object.entries(topics)) {
      it(`${path} publishes to ${topic}`, async () => {
        const { door, bus, token } = getContext()
        const answered = await door.send({ path, token, body: event })
        assert.equal(answered.status, 200, answered.text)
        const received = await bus.take(topic)
        assert.deepEqual(answered.json, { messageIds: received.map(({ messageId }) => messageId) })
        assert.deepEqual(
          received.map(({ data }) => data.toString()),
          [event],
        )
      })
    }

    for (const [path, reason] of Object.entries(refusedPaths)) {
      it(`${path.slice(0, 60)} is refused: ${reason}`, async () => {
        const { door, proxy, token } = getContext()
        const answered = await door.send({ path, token, body: event })
        assert.equal(reasonOf(answered), reason, answered.text)
        assert.deepEqual(proxy.publishes, [])
      })
    }

    it('a topic with rare characters can be percent-encoded', async () => {
      const { door, bus, token } = getContext()
      const path = `/v1/topics/${encodeURIComponent(rareTopic)}`
      const answered = await door.send({ path, token, body: event })
      assert.equal(answered.status, 200, answered.text)
      assert.equal((await bus.take(rareTopic)).length, 1)
    })

    it('other methods are refused with the allowed one', async () => {
      const { door } = getContext()
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
        const answered = await door.send({ method, path: '/v1/topics/view_content' })
        assert.equal(answered.status, 405)
        assert.equal(answered.headers['allow'], 'POST')
        assert.equal(reasonOf(answered), 'METHOD_NOT_ALLOWED')
      }
      const onLimits = await door.send({ path: '/v1/limits', body: '{}' })
      assert.equal(onLimits.status, 405)
      assert.equal(onLimits.headers['allow'], 'GET')
      const head = await door.send({ method: 'HEAD' })
      assert.deepEqual([head.status, head.text], [405, ''])
    })

    it('GET /v1/limits returns the limits without a token', async () => {
      const { door } = getContext()
      const answered = await door.send({ method: 'GET', path: '/v1/limits' })
      assert.equal(answered.status, 200)
      assert.deepEqual(answered.json, limits)
    })
  })
}
