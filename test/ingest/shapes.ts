/** Front door: the formats of a body, and what the query adds to every event. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { project } from '../support/bus.ts'
import type { Sent } from '../support/front_door.ts'
import { idsOf, reasonOf, type Context } from './context.ts'

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function eventsJson(count: number): string {
  return JSON.stringify(Array.from({ length: count }, () => ({ a: 1 })))
}

/** Requests, and the data of their messages. */
const bodies: Readonly<Record<string, { request: Sent; data: readonly string[] }>> = {
  'a JSON object is one event, byte for byte': {
    request: { body: ' {"a" : 1.10e+2,\t"b":"\\u00e9é"}\n' },
    data: [' {"a" : 1.10e+2,\t"b":"\\u00e9é"}\n'],
  },
  'a JSON array is one event per element, byte for byte': {
    request: { body: '[ {"a":1} , {"b":[{"c":"],{"}]}\n]' },
    data: ['{"a":1}', '{"b":[{"c":"],{"}]}'],
  },
  'NDJSON is one event per line, without the line ends and empty lines': {
    request: {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
      body: '{"a":1}\r\n\n  {"b": 2}  \n',
    },
    data: ['{"a":1}', '{"b": 2}'],
  },
  'JSON Lines is NDJSON': {
    request: { headers: { 'content-type': 'application/jsonl' }, body: '{"a":1}\n{"a":2}' },
    data: ['{"a":1}', '{"a":2}'],
  },
  'an envelope is its messages, decoded': {
    request: { body: `{"messages":[{"data":"${base64('{"a":1}')}"},{"data":"${base64('not JSON')}"}]}` },
    data: ['{"a":1}', 'not JSON'],
  },
  'the topic in the path overrides the one in an envelope': {
    request: { body: `{"topic":"projects/${project}/topics/x","messages":[{"data":"${base64('{}')}"}]}` },
    data: ['{}'],
  },
  'an object with messages and another member is an event': {
    request: { body: '{"messages":[{"text":"hello"}],"event_name":"chat"}' },
    data: ['{"messages":[{"text":"hello"}],"event_name":"chat"}'],
  },
  'gzip is decompressed': {
    request: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"a":1}') },
    data: ['{"a":1}'],
  },
  'gzip of several members is decompressed': {
    request: {
      headers: { 'content-encoding': 'x-gzip' },
      body: Buffer.concat([gzipSync('{"a"'), gzipSync(':1}')]),
    },
    data: ['{"a":1}'],
  },
  'a byte order mark is dropped': { request: { body: '\uFEFF{"a":1}' }, data: ['{"a":1}'] },
  'charset=UTF-8 in quotes is UTF-8': {
    request: { headers: { 'content-type': 'application/json; charset="UTF-8"' }, body: '{"é":1}' },
    data: ['{"é":1}'],
  },
  'any other content type is read as JSON, as forms and beacons send it': {
    request: { headers: { 'content-type': 'text/plain' }, body: '{"a":1}' },
    data: ['{"a":1}'],
  },
  'a thousand events are one request': {
    request: { body: eventsJson(1000) },
    data: Array.from({ length: 1000 }, () => '{"a":1}'),
  },
}

export function shapes(getContext: () => Context): void {
  describe('shapes', () => {
    for (const [name, { request, data }] of Object.entries(bodies)) {
      it(name, async () => {
        const { door, bus, token } = getContext()
        const answered = await door.send({ token, ...request })
        assert.equal(answered.status, 200, answered.text)
        const received = new Map((await bus.take('events')).map((message) => [message.messageId, message]))
        assert.deepEqual(
          idsOf(answered).map((id) => received.get(id)?.data.toString()),
          data,
        )
        assert.equal(received.size, data.length)
      })
    }

    it('one invalid event refuses the whole request, and the error names it', async () => {
      const { door, proxy, token } = getContext()
      const answered = await door.send({ token, body: '[{"a":1},"b",{"c":1}]' })
      assert.equal(reasonOf(answered), 'EVENT_NOT_AN_OBJECT')
      assert.match(answered.text, /"field": "\[1\]"/)
      assert.deepEqual(proxy.publishes, [])
    })

    it('attributes and the ordering key of the query are set on every event', async () => {
      const { door, bus, token } = getContext()
      const query = 'attributes.source=web%20shop&attributes.__proto__=p&attributes.a.b=1&orderingKey=k%2B1'
      const answered = await door.send({ path: `/v1/topics?${query}`, token, body: '[{"a":1},{"a":2}]' })
      assert.equal(answered.status, 200, answered.text)
      const received = await bus.take('events')
      assert.equal(received.length, 2)
      for (const { attributes, orderingKey } of received) {
        const expected = new Map([
          ['source', 'web shop'],
          ['__proto__', 'p'],
          ['a.b', '1'],
        ])
        assert.deepEqual(new Map(Object.entries(attributes)), expected)
        assert.equal(orderingKey, 'k+1')
      }
    })

    it('a question mark in a value belongs to it', async () => {
      const { door, bus, token } = getContext()
      await door.send({ path: '/v1/topics?attributes.page=/a?b=c', token, body: '{"a":1}' })
      const [received] = await bus.take('events')
      assert.deepEqual(received?.attributes, { page: '/a?b=c' })
    })

    it('attributes and ordering keys of an envelope reach the bus unchanged', async () => {
      const { door, bus, token } = getContext()
      const messages = [
        { data: base64('1'), attributes: { é: 'ü', a: '' }, orderingKey: 'k' },
        { attributes: { only: 'attributes' }, orderingKey: 'k' },
      ]
      const answered = await door.send({ token, body: JSON.stringify({ messages }) })
      assert.equal(answered.status, 200, answered.text)
      assert.deepEqual(
        (await bus.take('events')).map(({ data, attributes, orderingKey }) => ({
          data: data.toString(),
          attributes,
          orderingKey,
        })),
        [
          { data: '1', attributes: { é: 'ü', a: '' }, orderingKey: 'k' },
          { data: '', attributes: { only: 'attributes' }, orderingKey: 'k' },
        ],
      )
    })

    it('events of an event type without a topic are published to the shared topic with the event name', async () => {
      const { door, bus, token } = getContext()
      const path = '/v1/topics/purchase?attributes.a=1'
      const answered = await door.send({ path, token, body: '{"value":1}' })
      assert.equal(answered.status, 200, answered.text)
      const [received] = await bus.take('events')
      assert.deepEqual(idsOf(answered), [received?.messageId])
      assert.equal(received?.data.toString(), '{"value":1}')
      assert.deepEqual(received?.attributes, { a: '1', event_name: 'purchase' })
    })

    it('messages of such an envelope keep the event name that they have', async () => {
      const { door, bus, token } = getContext()
      const messages = [
        { data: base64('{}'), attributes: { event_name: 'refund' } },
        { data: base64('{ }') },
        { data: base64('{  }'), attributes: null },
      ]
      const path = `/v1/projects/${project}/topics/purchase:publish`
      const answered = await door.send({ path, token, body: JSON.stringify({ messages }) })
      assert.equal(answered.status, 200, answered.text)
      const names = (await bus.take('events')).map(({ attributes }) => attributes['event_name'])
      assert.deepEqual(names, ['refund', 'purchase', 'purchase'])
    })
  })
}
