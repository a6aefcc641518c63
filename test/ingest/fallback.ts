/** Front door: an event type without a topic of its own. Its events go to the shared topic, where Pub/Sub decides again with the same token. */
import assert from 'node:assert/strict'
import { tables } from '../../schemas/warehouse.ts'
import { partner, stranger } from '../support/bus.ts'
import { until } from '../support/until.ts'
import { idsOf, type Context } from './context.ts'

/** A definition that somebody saves while the front door runs: it has no topic until the next deployment, if ever. */
const saved = 'article_read'

function topicsOf(publishes: readonly { path: string }[]): readonly string[] {
  return publishes.map(({ path }) => /\/topics\/([^:]+):publish$/.exec(path)![1]!)
}

export function fallback(context: () => Context): void {
  describe('an event type that has no topic', () => {
    before(async () => {
      const { door, token } = context()
      await door.warehouse.createTable(tables.definitions)
      const definition = JSON.stringify({
        name: saved,
        version: '1.0',
        description: 'Somebody has read an article.',
        mode: 'open',
        fields: {},
      })
      await door.warehouse.query(
        `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
         VALUES ('event', '${saved}', '1.0', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${definition}')`,
      )
      // The front door has looked at the table for the requests before, and does so again a second later at the latest.
      await until('the front door knows the definition', async () => {
        const { text } = await door.send({ path: `/v1/topics/${saved}?validateOnly=true`, token, body: '{}' })
        return text.includes('"definition"')
      })
    })

    it('goes to the shared topic where Pub/Sub answers 403, as it does to a producer without rights on the project', async () => {
      const { door, bus, proxy, token } = context()
      const answered = await door.send({ path: `/v1/topics/${saved}`, token, body: '{"article_id":"a"}' })
      assert.equal(answered.status, 200, answered.text)
      assert.deepEqual(topicsOf(proxy.publishes), [saved, 'events'])
      const [taken] = await bus.take('events')
      assert.deepEqual(idsOf(answered), [taken?.messageId])
      assert.equal(taken?.data.toString(), '{"article_id":"a"}')
      assert.deepEqual(taken?.attributes, { event_name: saved })
    })

    it('is refused by Pub/Sub where the caller may not publish to the shared topic either', async () => {
      const { door, bus, proxy } = context()
      const token = bus.issuer.accessToken(stranger)
      const answered = await door.send({ path: `/v1/topics/${saved}`, token, body: '{}' })
      assert.equal(answered.status, 403)
      assert.deepEqual(topicsOf(proxy.publishes), [saved, 'events'])
      assert.deepEqual(await bus.take('events'), [])
    })

    it('leaves a deployed topic alone: its 403 is the answer, even to a caller who may publish to the shared topic', async () => {
      const { door, bus, proxy } = context()
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

    it('is not what an unknown name is: Pub/Sub’s 403 stays', async () => {
      const { door, proxy, token } = context()
      const answered = await door.send({ path: '/v1/topics/article_raed', token, body: '{}' })
      assert.equal(answered.status, 403)
      assert.deepEqual(topicsOf(proxy.publishes), ['article_raed'])
    })
  })
}
