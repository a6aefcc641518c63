/** Events: reads messages of the bus as events, or returns why one is not an event. */
import assert from 'node:assert/strict'
import { derivedId } from '../functions/event/identity.ts'
import { readEvent, type Event, type Published, type RejectedMessage } from '../functions/event/read.ts'
import { codeRegistry } from '../functions/event/registry.ts'
import { eventTypes } from '../schemas/event_types.ts'

const publishTime = '2026-03-14T09:26:53.589Z'

function message(data: string | Buffer, other: Partial<Published> = {}): Published {
  return {
    topic: 'view_content',
    messageId: '1001',
    publishTime,
    data: Buffer.from(data),
    attributes: {},
    ...other,
  }
}

function read(data: string, other?: Partial<Published>): Event {
  const outcome = readEvent(message(data, other), codeRegistry)
  assert.ok('id' in outcome, `unreadable: ${JSON.stringify(outcome)}`)
  return outcome
}

function unreadable(data: string | Buffer, other?: Partial<Published>): RejectedMessage {
  const outcome = readEvent(message(data, other), codeRegistry)
  assert.ok('reason' in outcome, 'the message was read as an event')
  return outcome
}

function data(event: Event): unknown {
  return JSON.parse(event.dataText)
}

describe('readEvent', () => {
  it('reads the examples of every event type without violations', () => {
    for (const { name, version, examples } of eventTypes.values()) {
      for (const example of examples) {
        const event = read(JSON.stringify(example))
        assert.deepEqual(event.violations, [], name)
        assert.equal(event.definition, `${name}@${version}`)
      }
    }
  })

  describe('event fields', () => {
    const beside =
      '{"event_name":"view_content","user_id":"u","content_name":"c","extra":[1],"event_time":1773480413}'
    const nested =
      '{"event_name":"view_content","user_id":"u","event_data":{"content_name":"c","extra":[1]},"event_time":1773480413}'

    it('are read the same beside the context fields and in event_data', () => {
      assert.deepEqual(read(beside), read(nested))
      assert.deepEqual(data(read(beside)), { content_name: 'c', extra: [1] })
      assert.deepEqual([...read(beside).context], [['user_id', '"u"']])
    })

    it('are read from both places; for a name in both, the nested value counts and a violation is reported', () => {
      const event = read('{"a":1,"content_name":"top","event_data":{"b":2,"content_name":"nested"}}')
      assert.deepEqual(data(event), { a: 1, b: 2, content_name: 'nested' })
      assert.deepEqual(
        event.violations.map(({ field }) => field),
        ['content_name'],
      )
    })

    it('are in event_data for rules and links', () => {
      const { value } = read('{"event_id":"e-1","user_id":"u","content_name":"c"}')
      assert.equal(value['user_id'], 'u')
      assert.equal(value['event_id'], 'e-1')
      assert.equal(value['event_name'], 'view_content')
      assert.deepEqual({ ...(value['event_data'] as object) }, { content_name: 'c' })
    })

    it('can have the name of a context field in event_data', () => {
      const event = read('{"event_data":{"email":"not an address"}}')
      assert.deepEqual(data(event), { email: 'not an address' })
      assert.deepEqual([...event.context], [])
      assert.deepEqual(event.violations, [])
    })

    it('can be missing', () => assert.deepEqual(data(read('{}')), {}))
  })

  it('keeps a context field that breaks its definition in event_data, and reports the violation without the value', () => {
    const event = read('{"email":"s3cret","session_number":0,"country":null,"consent":"yes"}')
    assert.deepEqual(data(event), { email: 's3cret', session_number: 0, consent: 'yes' })
    assert.deepEqual([...event.context], [])
    assert.deepEqual(
      event.violations.map(({ field, got }) => [field, got]),
      [
        ['email', 'string of 6 characters'],
        ['session_number', 'number'],
        ['consent', 'string of 3 characters'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(event.violations), /s3cret/)
  })

  it('reports event fields that are missing or invalid', () => {
    const event = read('{"value":"1","currency":"EUR","items":{}}', { topic: 'purchase' })
    assert.deepEqual(
      event.violations.map(({ field, expected, got }) => [field, expected, got]),
      [
        ['event_data.transaction_id', 'string, minLength 1, maxLength 256', 'nothing'],
        ['event_data.value', 'number', 'string of 1 characters'],
        ['event_data.items', 'array, maxItems 200', 'object'],
      ],
    )
  })

  it('keeps numbers, escapes and spaces byte for byte', () => {
    const fields = '{ "n" : 9007199254740993 , "x":1.10,"y":1e400,"s":"\\u00e9\\ud800","e":{"":-0.0} }'
    assert.equal(
      read(`{"event_data":${fields}}`).dataText,
      '{"n":9007199254740993,"x":1.10,"y":1e400,"s":"\\u00e9\\ud800","e":{"":-0.0}}',
    )
    assert.equal(read('{"session_number":12,"user_id":"\\u0041"}').context.get('user_id'), '"\\u0041"')
  })

  it('uses the last value of a repeated member', () => {
    const event = read('{"user_id":"a","x":1,"user_id":"b","\\u0078":2}')
    assert.deepEqual([...event.context], [['user_id', '"b"']])
    assert.equal(event.dataText, '{"x":2}')
  })

  it('accepts any field name, and none changes a prototype', () => {
    const event = read(
      '{"__proto__":{"polluted":1},"constructor":1,"":2,"toString":3,"event_data":{"__proto__":4}}',
    )
    assert.equal(event.dataText, '{"__proto__":4,"constructor":1,"":2,"toString":3}')
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    assert.equal((event.value as { polluted?: unknown }).polluted, undefined)
  })

  describe('the event name', () => {
    it('is read from the body, else from the attribute, else from the topic', () => {
      const attributes = { event_name: 'refund' }
      assert.equal(read('{"event_name":"login"}', { attributes }).name, 'login')
      assert.equal(read('{}', { attributes }).name, 'refund')
      assert.equal(read('{}').name, 'view_content')
    })

    it('is not read from the shared topic: an event without a name is quarantined', () => {
      assert.deepEqual(unreadable('{"a":1}', { topic: 'events' }), { reason: 'no_event_name' })
    })

    it('must be known: else the event is quarantined with a suggestion', () => {
      assert.deepEqual(unreadable('{"event_name":"viewContent"}'), {
        reason: 'unknown_event',
        eventName: 'viewContent',
        suggestion: 'view_content',
      })
      assert.deepEqual(unreadable('{"event_name":"xyzzy"}'), { reason: 'unknown_event', eventName: 'xyzzy' })
      assert.equal(unreadable('{"event_name":""}').reason, 'unknown_event')
      assert.equal(unreadable('{"event_name":"constructor"}').reason, 'unknown_event')
    })

    it('that is not a text is reported as a violation and ignored', () => {
      const event = read('{"event_name":7}')
      assert.equal(event.name, 'view_content')
      assert.deepEqual(
        event.violations.map(({ field }) => field),
        ['event_name'],
      )
    })
  })

  it('returns the reason if the data is not JSON, not UTF-8 or not an object', () => {
    for (const text of ['', '{', 'x', '{"a":NaN}']) assert.equal(unreadable(text).reason, 'not_json')
    assert.equal(unreadable(Buffer.from([0x22, 0xff, 0x22])).reason, 'not_json')
    for (const text of ['[]', '1', '"a"', 'null']) assert.equal(unreadable(text).reason, 'not_an_object')
  })

  describe('the event id', () => {
    it("is the producer's if it sends a valid one", () => {
      assert.equal(read('{"event_id":"e-1"}').id, 'e-1')
      const event = read(`{"event_id":"${'x'.repeat(129)}"}`)
      assert.equal(event.id, derivedId('view_content', '1001'))
      assert.equal(event.violations[0]?.field, 'event_id')
    })

    it('is else a UUID derived from topic and message id, the same for every delivery', () => {
      const id = derivedId('view_content', '1001')
      assert.equal(read('{}').id, id)
      assert.equal(read('{ }').id, id)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const ids = [id, derivedId('view_content', '1002'), derivedId('login', '1001')]
      assert.equal(new Set(ids).size, 3)
      // The function must never change: stored ids were derived with it.
      assert.equal(id, 'f79d0395-13fd-8aef-bbd9-6e5330748abd')
    })
  })

  it('uses event_time, else the time at which the bus accepted the message', () => {
    assert.equal(read('{"event_time":"2026-03-14T10:00:00+01:00"}').time, '2026-03-14T09:00:00.000000Z')
    assert.equal(read('{}').time, '2026-03-14T09:26:53.589000Z')
    const event = read('{"event_time":"2026-02-31T00:00:00Z"}')
    assert.equal(event.time, '2026-03-14T09:26:53.589000Z')
    assert.deepEqual(data(event), { event_time: '2026-02-31T00:00:00Z' })
    assert.equal(event.violations[0]?.field, 'event_time')
  })
})
