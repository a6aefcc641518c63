/** Messages with hostile or very large content: each is stored in `events` or `quarantine`, byte for byte, and none becomes a dead letter. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { PubSub } from '@google-cloud/pubsub'
import { clientOf, type Client, type Row } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

/** Description → data that a producer could publish. */
const hostile: Readonly<Record<string, Buffer | string>> = {
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'escaped NUL characters': '{"a":"\\u0000","user_id":"u\\u0000","\\u0000":1}',
  'a NUL byte': '{"a":"\u0000"}',
  'lone surrogates': '{"a":"\\ud800","\\udfff":1,"user_id":"\\ud83d"}',
  'a number beyond double precision': '{"a":1e400,"session_number":-1e400}',
  'duplicate keys': '{"a":1,"a":2,"event_data":{"a":3,"a":4}}',
  'the prototype': '{"__proto__":{"a":1},"constructor":{"prototype":1},"event_data":{"__proto__":2}}',
  'deep nesting': `{"a":${'['.repeat(499)}${']'.repeat(499)}}`,
  'deeper nesting': `{"a":${'['.repeat(501)}${']'.repeat(501)}}`,
  'the deepest nesting': '['.repeat(1_000_000),
  'odd keys': '{"":1,".":2,"a.b":3,"\\"":4,"`":5,"$":6,"event_data":{"":7}}',
  'many keys': JSON.stringify(
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key_${at}`, at])),
  ),
  'more values than the limit': `{"event_name":"login","a":[${'{},'.repeat(200_000)}{}]}`,
  'a long name': JSON.stringify({ event_name: '\ud800'.repeat(100_000) }),
}

describe('a message', () => {
  let stack: TestStack
  let client: Client
  let pubsub: PubSub

  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
    process.env['PUBSUB_EMULATOR_HOST'] = stack.facts.pubsubHost
    pubsub = new PubSub({ projectId: stack.facts.project })
  })
  after(async () => {
    await pubsub?.close()
    delete process.env['PUBSUB_EMULATOR_HOST']
    await stack?.remove()
  })

  const publish = (data: Buffer, attributes: Record<string, string> = {}): Promise<string> =>
    pubsub.topic('login').publishMessage({ data, attributes })
  const quarantined = (messageId: string): Promise<readonly Row[]> =>
    client.query(
      `SELECT part, parts, event_id, event_name, reason, original FROM quarantine WHERE message_id = '${messageId}' ORDER BY part`,
    )
  const stored = (messageId: string): Promise<readonly Row[]> =>
    client.query(`SELECT event_id FROM events WHERE message_id = '${messageId}'`)
  const bytesOf = (parts: readonly Row[]): Buffer =>
    Buffer.concat(parts.map(({ original }) => Buffer.from(String(original), 'base64')))

  for (const [what, data] of Object.entries(hostile)) {
    it(`with ${what} is stored`, async () => {
      const bytes = Buffer.from(data)
      const messageId = await publish(bytes)
      const rows = await until('it is stored', async () => {
        const [events, parts] = await Promise.all([stored(messageId), quarantined(messageId)])
        return events.length + parts.length > 0 && { events, parts }
      })
      if (rows.events.length === 0) assert.deepEqual(bytesOf(rows.parts), bytes)
    })
  }

  it('with only attributes is quarantined with them', async () => {
    const marker = randomUUID()
    const messageId = await publish(Buffer.alloc(0), { marker, 'odd "name"': '\u0000' })
    const [row] = await until('it is in quarantine', async () => {
      const rows = await client.query(
        `SELECT reason, original, JSON_VALUE(attributes, '$.marker') AS marker FROM quarantine WHERE message_id = '${messageId}'`,
      )
      return rows.length > 0 && rows
    })
    assert.deepEqual(row, { reason: 'not_json', original: '', marker })
  })

  for (const [what, data] of Object.entries({
    'an event whose row is too large': Buffer.from(
      JSON.stringify({ event_name: 'login', event_id: randomUUID(), pad: 'x"'.repeat(3_300_000) }),
    ),
    'not an event': randomBytes(9_900_000),
  })) {
    it(`of nearly ten megabytes that is ${what} is quarantined in parts`, async () => {
      const messageId = await publish(data)
      const parts = await until('all its parts are there', async () => {
        const rows = await quarantined(messageId)
        return rows.length > 0 && rows.length === Number(rows[0]!['parts']) && rows
      })
      assert.ok(parts.length > 1)
      assert.deepEqual(bytesOf(parts), data)
      assert.equal(new Set(parts.map(({ event_id }) => event_id)).size, 1)
      assert.equal(parts[0]!['reason'], what === 'not an event' ? 'not_json' : 'too_large')
      assert.deepEqual(await stored(messageId), [])
    })
  }

  it('that is large but within the limit is stored as an event', async () => {
    const event_id = randomUUID()
    await publish(Buffer.from(JSON.stringify({ event_id, pad: 'x'.repeat(5_900_000) })))
    await until('it is stored', async () => {
      const [row] = await client.query(
        `SELECT LENGTH(JSON_VALUE(event_data, '$.pad')) AS characters FROM events WHERE event_id = '${event_id}'`,
      )
      return row?.['characters'] === '5900000'
    })
  })
})
