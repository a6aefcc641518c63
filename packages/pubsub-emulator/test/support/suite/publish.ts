/** Publishing: accepted requests and the delivered messages. */
import assert from 'node:assert/strict'
import { docs, type Case } from '../case.ts'
import { decode, encode } from '../session.ts'
import { delivers, message, publishing } from './publishing.ts'

export const publishCases: readonly Case[] = [
  publishing(
    'one',
    'delivers data and attributes as they were published',
    delivers({ data: encode('hello'), attributes: { a: 'b' } }),
  ),
  publishing(
    'attributes-only',
    'accepts a message with attributes and without data',
    delivers({ attributes: { a: '1' } }),
  ),
  publishing(
    'empty-data',
    'accepts empty data with an attribute',
    delivers({ data: '', attributes: { a: '1' } }, { attributes: { a: '1' } }),
  ),
  publishing(
    'binary',
    'keeps every byte',
    delivers({ data: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('base64') }),
  ),
  publishing(
    'unicode',
    'keeps Unicode in attributes',
    delivers({ data: encode('x'), attributes: { naïve: '日本語 🎈' } }),
  ),
  publishing(
    'url-safe',
    'accepts the URL-safe base64 alphabet',
    delivers({ data: '-_-_' }, { data: '+/+/' }),
    [],
    docs.json,
  ),
  publishing(
    'unpadded',
    'accepts base64 without padding',
    delivers({ data: 'aGk' }, { data: 'aGk=' }),
    [],
    docs.json,
  ),
  publishing('prototype-key', 'accepts __proto__ as an attribute key', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.done('POST', `${topic}:publish`, '{"messages":[{"attributes":{"__proto__":"x"}}]}')
    const answered = await session.call('POST', `${subscription}:pull`, { maxMessages: 1 })
    assert.match(answered.text, /"__proto__": ?"x"/)
  }),
  publishing('many', 'returns one increasing id per message, in order', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    const sent = Array.from({ length: 1000 }, (_, index) => `m${index}`)
    const ids = await session.publish(topic, ...sent)
    assert.equal(new Set(ids).size, 1000)
    assert.ok(ids.every((id) => /^\d+$/.test(id)))
    const received = await session.pullAll(subscription, 1000)
    const byId = new Map(received.map(({ message: { messageId, data } }) => [messageId, decode(data)]))
    assert.deepEqual(
      ids.map((id) => byId.get(id)),
      sent,
    )
  }),
  publishing('big-ids', 'returns ids in Google’s format', async (session) => {
    const [id = ''] = await session.publish(await session.topic(), 'x')
    assert.match(id, /^\d{15,20}$/)
  }),
  publishing('fan-out', 'delivers to every subscription', async (session) => {
    const topic = await session.topic()
    const subscriptions = await Promise.all([1, 2, 3].map(() => session.subscription(topic)))
    const [id] = await session.publish(topic, 'x')
    for (const subscription of subscriptions)
      assert.deepEqual(
        (await session.pullAll(subscription, 1)).map((one) => one.message.messageId),
        [id],
      )
  }),
  publishing(
    'before-subscription',
    'does not deliver messages published before the subscription was created',
    async (session) => {
      const topic = await session.topic()
      await session.publish(topic, 'before')
      const subscription = await session.subscription(topic)
      await session.publish(topic, 'after')
      assert.deepEqual(
        (await session.pullAll(subscription, 1)).map((one) => decode(one.message.data)),
        ['after'],
      )
    },
  ),
  publishing('colon-escaped', 'finds the method behind an escaped colon', async (session) => {
    await session.done('POST', `${await session.topic()}%3Apublish`, message({}))
  }),
  publishing('output-fields', 'accepts the output fields of a message and ignores them', async (session) => {
    const topic = await session.topic()
    const extra = { messageId: '7', publishTime: '2020-01-01T00:00:00Z' }
    const body = await session.done('POST', `${topic}:publish`, message(extra))
    assert.notDeepEqual(body['messageIds'], ['7'])
  }),
  publishing(
    'snake-case',
    'accepts field names in snake_case',
    async (session) => {
      await session.done('POST', `${await session.topic()}:publish`, message({ ordering_key: 'k' }))
    },
    [],
    docs.json,
  ),
]
