/** Front door: where events can be sent, and what else is there. */
import assert from 'node:assert/strict'
import { limits } from '../../schemas/limits.ts'
import { project } from '../support/bus.ts'
import { rareTopic, reasonOf, type Context } from './context.ts'

const event = '{"event_name":"view_content","content_name":"a"}'

/** Path → the topic it addresses. */
const doors = {
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

/** Path → the reason it is refused for. */
const walls = {
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

export function paths(told: () => Context): void {
  describe('paths', () => {
    for (const [path, topic] of Object.entries(doors)) {
      it(`${path} publishes to ${topic}`, async () => {
        const { door, bus, token } = told()
        const answered = await door.send({ path, token, body: event })
        assert.equal(answered.status, 200, answered.text)
        const taken = await bus.take(topic)
        assert.deepEqual(answered.json, { messageIds: taken.map(({ messageId }) => messageId) })
        assert.deepEqual(
          taken.map(({ data }) => data.toString()),
          [event],
        )
      })
    }

    for (const [path, reason] of Object.entries(walls)) {
      it(`${path.slice(0, 60)} is refused: ${reason}`, async () => {
        const { door, proxy, token } = told()
        const answered = await door.send({ path, token, body: event })
        assert.equal(reasonOf(answered), reason, answered.text)
        assert.deepEqual(proxy.publishes, [])
      })
    }

    it('a topic with the rarer characters of a topic id is addressed percent-encoded', async () => {
      const { door, bus, token } = told()
      const path = `/v1/topics/${encodeURIComponent(rareTopic)}`
      const answered = await door.send({ path, token, body: event })
      assert.equal(answered.status, 200, answered.text)
      assert.equal((await bus.take(rareTopic)).length, 1)
    })

    it('methods that send nothing are told what is allowed', async () => {
      const { door } = told()
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

    it('GET /v1/limits tells the limits, to anyone', async () => {
      const { door } = told()
      const answered = await door.send({ method: 'GET', path: '/v1/limits' })
      assert.equal(answered.status, 200)
      assert.deepEqual(answered.json, limits)
    })
  })
}
