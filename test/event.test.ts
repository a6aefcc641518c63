/** Events: what is read from a message of the bus, and what is said of one that is none. */
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
  assert.ok('reason' in outcome, 'it is an event')
  return outcome
}

function data(event: Event): unknown {
  return JSON.parse(event.dataText)
}

describe('an event', () => {
  it('of every event type reads without a violation from its examples', () => {
    for (const { name, version, examples } of eventTypes.values()) {
      for (const example of examples) {
        const event = read(JSON.stringify(example))
        assert.deepEqual(event.violations, [], name)
        assert.equal(event.definition, `${name}@${version}`)
      }
    }
  })

  describe('has its own fields', () => {
    const beside =
      '{"event_name":"view_content","user_id":"u","content_name":"c","extra":[1],"event_time":1773480413}'
    const nested =
      '{"event_name":"view_content","user_id":"u","event_data":{"content_name":"c","extra":[1]},"event_time":1773480413}'

    it('beside the context fields or nested in event_data, which is the same', () => {
      assert.deepEqual(read(beside), read(nested))
      assert.deepEqual(data(read(beside)), { content_name: 'c', extra: [1] })
      assert.deepEqual([...read(beside).context], [['user_id', '"u"']])
    })

    it('in both places at once; where one is given twice, the nested one counts and it is told', () => {
      const event = read('{"a":1,"content_name":"top","event_data":{"b":2,"content_name":"nested"}}')
      assert.deepEqual(data(event), { a: 1, b: 2, content_name: 'nested' })
      assert.deepEqual(
        event.violations.map(({ field }) => field),
        ['content_name'],
      )
    })

    it('and rules and links see them as event_data beside the context', () => {
      const { value } = read('{"event_id":"e-1","user_id":"u","content_name":"c"}')
      assert.equal(value['user_id'], 'u')
      assert.equal(value['event_id'], 'e-1')
      assert.equal(value['event_name'], 'view_content')
      assert.deepEqual({ ...(value['event_data'] as object) }, { content_name: 'c' })
    })

    it('even if they are named as a context field but nested', () => {
      const event = read('{"event_data":{"email":"not an address"}}')
      assert.deepEqual(data(event), { email: 'not an address' })
      assert.deepEqual([...event.context], [])
      assert.deepEqual(event.violations, [])
    })

    it('or none', () => assert.deepEqual(data(read('{}')), {}))
  })

  it('keeps a context field that breaks its definition among its own fields, and says what is wrong but not the value', () => {
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

  it('says of its own fields which are missing and which are wrong', () => {
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

  it('keeps numbers, spellings and spaces to the byte', () => {
    const own = '{ "n" : 9007199254740993 , "x":1.10,"y":1e400,"s":"\\u00e9\\ud800","e":{"":-0.0} }'
    assert.equal(
      read(`{"event_data":${own}}`).dataText,
      '{"n":9007199254740993,"x":1.10,"y":1e400,"s":"\\u00e9\\ud800","e":{"":-0.0}}',
    )
    assert.equal(read('{"session_number":12,"user_id":"\\u0041"}').context.get('user_id'), '"\\u0041"')
  })

  it('counts the last of a member given twice', () => {
    const event = read('{"user_id":"a","x":1,"user_id":"b","\\u0078":2}')
    assert.deepEqual([...event.context], [['user_id', '"b"']])
    assert.equal(event.dataText, '{"x":2}')
  })

  it('takes any name for a field, and none changes anything else', () => {
    const event = read(
      '{"__proto__":{"polluted":1},"constructor":1,"":2,"toString":3,"event_data":{"__proto__":4}}',
    )
    assert.equal(event.dataText, '{"__proto__":4,"constructor":1,"":2,"toString":3}')
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    assert.equal((event.value as { polluted?: unknown }).polluted, undefined)
  })

  describe('has a name', () => {
    it('from the body, else from the attribute, else from the topic', () => {
      const attributes = { event_name: 'refund' }
      assert.equal(read('{"event_name":"login"}', { attributes }).name, 'login')
      assert.equal(read('{}', { attributes }).name, 'refund')
      assert.equal(read('{}').name, 'view_content')
    })

    it('or goes to quarantine: the shared topic gives none', () => {
      assert.deepEqual(unreadable('{"a":1}', { topic: 'events' }), { reason: 'no_event_name' })
    })

    it('that is known, or goes to quarantine with the name that was likely meant', () => {
      assert.deepEqual(unreadable('{"event_name":"viewContent"}'), {
        reason: 'unknown_event',
        eventName: 'viewContent',
        suggestion: 'view_content',
      })
      assert.deepEqual(unreadable('{"event_name":"xyzzy"}'), { reason: 'unknown_event', eventName: 'xyzzy' })
      assert.equal(unreadable('{"event_name":""}').reason, 'unknown_event')
      assert.equal(unreadable('{"event_name":"constructor"}').reason, 'unknown_event')
    })

    it('and one that is no text is not its name but a field that is wrong', () => {
      const event = read('{"event_name":7}')
      assert.equal(event.name, 'view_content')
      assert.deepEqual(
        event.violations.map(({ field }) => field),
        ['event_name'],
      )
    })
  })

  it('is none when it is not JSON, not UTF-8 or not an object', () => {
    for (const text of ['', '{', 'x', '{"a":NaN}']) assert.equal(unreadable(text).reason, 'not_json')
    assert.equal(unreadable(Buffer.from([0x22, 0xff, 0x22])).reason, 'not_json')
    for (const text of ['[]', '1', '"a"', 'null']) assert.equal(unreadable(text).reason, 'not_an_object')
  })

  describe('has an id', () => {
    it("the producer's own, where it gives one that is good", () => {
      assert.equal(read('{"event_id":"e-1"}').id, 'e-1')
      const event = read(`{"event_id":"${'x'.repeat(129)}"}`)
      assert.equal(event.id, derivedId('view_content', '1001'))
      assert.equal(event.violations[0]?.field, 'event_id')
    })

    it('else one derived from topic and message, the same at every delivery, as a UUID', () => {
      const id = derivedId('view_content', '1001')
      assert.equal(read('{}').id, id)
      assert.equal(read('{ }').id, id)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const ids = [id, derivedId('view_content', '1002'), derivedId('login', '1001')]
      assert.equal(new Set(ids).size, 3)
      // Stored ids were made by this very function: it can never change.
      assert.equal(id, 'f79d0395-13fd-8aef-bbd9-6e5330748abd')
    })
  })

  it('happened when it says, else when the bus accepted it', () => {
    assert.equal(read('{"event_time":"2026-03-14T10:00:00+01:00"}').time, '2026-03-14T09:00:00.000000Z')
    assert.equal(read('{}').time, '2026-03-14T09:26:53.589000Z')
    const event = read('{"event_time":"2026-02-31T00:00:00Z"}')
    assert.equal(event.time, '2026-03-14T09:26:53.589000Z')
    assert.deepEqual(data(event), { event_time: '2026-02-31T00:00:00Z' })
    assert.equal(event.violations[0]?.field, 'event_time')
  })
})
