/** Front door: events of an event type without a topic are published to the shared topic, with the same token. */
import assert from 'node:assert/strict'
import { tables } from '../../schemas/warehouse.ts'
import { admin, partner, stranger } from '../support/bus.ts'
import { until } from '../support/until.ts'
import { idsOf, type Context } from './context.ts'

/** A definition that is saved while the front door runs. It has no topic. */
const saved = 'article_read'

function topicsOf(publishes: readonly { path: string }[]): readonly string[] {
  return publishes.map(({ path }) => /\/topics\/([^:]+):publish$/.exec(path)![1]!)
}

export function fallback(getContext: () => Context): void {
  describe('an event type that has no topic', () => {
    before(async () => {
      const { door, token } = getContext()
      await door.warehouse.createTable(tables.definitions)
      const definition = JSON.stringify({
        name: saved,
        version: '1.0',
        description: 'A person read an article.',
        mode: 'open',
        fields: {},
      })
      await door.warehouse.query(
        `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
         VALUES ('event', '${saved}', '1.0', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${definition}')`,
      )
      // Earlier requests made the front door read the table. It reads it again after at most a second.
      await until('the front door finds the definition', async () => {
        const { text } = await door.send({ path: `/v1/topics/${saved}?validateOnly=true`, token, body: '{}' })
        return text.includes('"definition"')
      })
    })

    it('is published to the shared topic if Pub/Sub returns 403, as for a producer without a role on the project', async () => {
      const { door, bus, proxy, token } = getContext()
      const answered = await door.send({ path: `/v1/topics/${saved}`, token, body: '{"article_id":"a"}' })
      assert.equal(answered.status, 200, answered.text)
      assert.deepEqual(topicsOf(proxy.publishes), [saved, 'events'])
      const [received] = await bus.take('events')
      assert.deepEqual(idsOf(answered), [received?.messageId])
      assert.equal(received?.data.toString(), '{"article_id":"a"}')
      assert.deepEqual(received?.attributes, { event_name: saved })
    })

    it('is refused as an unknown name is, by the same steps, if the caller may not publish to the shared topic either', async () => {
      const { door, bus, proxy } = getContext()
      const token = bus.issuer.accessToken(stranger)
      const answers = []
      for (const name of [saved, 'article_raed']) {
        const { status, text } = await door.send({ path: `/v1/topics/${name}`, token, body: '{}' })
        answers.push({ status, text })
      }
      assert.equal(answers[0]!.status, 403)
      assert.deepEqual(answers[0], answers[1])
      assert.deepEqual(topicsOf(proxy.publishes), [saved, 'article_raed'])
      assert.deepEqual(await bus.take('events'), [])
    })

    it('does not include a deployed topic: its 403 is returned, even if the caller may publish to the shared topic', async () => {
      const { door, bus, proxy } = getContext()
      const token = bus.issuer.accessToken(partner)
      assert.equal((await door.send({ path: '/v1/topics/events', token, body: '{}' })).status, 200)
      proxy.forget()
      await bus.take('events')
      const answered = await door.send({ path: '/v1/topics/view_content', token, body: '{}' })
      assert.equal(answered.status, 403)
      assert.match(answered.text, /"User not authorized to perform this action\."/)
      assert.deepEqual(topicsOf(proxy.publishes), ['view_content'])
      assert.deepEqual(await bus.take('events'), [])
    })

    it('does not include an unknown name: Pub/Sub’s error is returned, with the name that is probably meant', async () => {
      const { door, bus, proxy, token } = getContext()
      const cases = [
        [
          token,
          'article_raed',
          403,
          'User not authorized to perform this action. Did you mean "article_read"?',
        ],
        [token, 'xyzzy_plugh', 403, 'User not authorized to perform this action.'],
        [
          bus.issuer.accessToken(admin),
          'purchse',
          404,
          'Resource not found (resource=purchse). Did you mean "purchase"?',
        ],
      ] as const
      for (const [caller, name, status, message] of cases) {
        const answered = await door.send({ path: `/v1/topics/${name}`, token: caller, body: '{}' })
        assert.equal(answered.status, status)
        assert.equal((answered.json as { error: { message: string } }).error.message, message)
      }
      assert.deepEqual(
        topicsOf(proxy.publishes),
        cases.map(([, name]) => name),
      )
    })
  })
}
