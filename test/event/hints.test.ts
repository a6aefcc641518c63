/** Hints of an event: fields whose names are probably meant as others, aliases of a definition, and the group of context fields. */
import assert from 'node:assert/strict'
import { compileAliases } from '../../functions/event/aliases.ts'
import { readEvent, type Event, type RejectedMessage } from '../../functions/event/read.ts'
import { codeRegistry, type Registry } from '../../functions/event/registry.ts'
import { readSavedDefinitions } from '../../functions/event/saved_definitions.ts'
import { eventRow } from '../../functions/storage/rows.ts'
import { text } from '../../schemas/context/field.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { EventType } from '../../schemas/event_type.ts'

function outcomeOf(body: object | string, registry: Registry = codeRegistry): Event | RejectedMessage {
  return readEvent(
    {
      topic: 'view_content',
      messageId: '1',
      publishTime: '2026-03-14T09:26:53.589Z',
      data: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      attributes: {},
    },
    registry,
  )
}

function read(body: object | string, registry?: Registry): Event {
  const outcome = outcomeOf(body, registry)
  assert.ok('id' in outcome, JSON.stringify(outcome))
  return outcome
}

/** `field kind known`, one text for each hint. */
function hintsOf(event: Event): readonly string[] {
  return (event.hints ?? []).map(({ field, kind, did_you_mean: known }) => `${field} ${kind} ${known}`)
}

function rowOf(event: Event): Record<string, unknown> {
  return JSON.parse(eventRow(event, [], '2026-03-14T09:26:54Z').json) as Record<string, unknown>
}

describe('the hints of an event', () => {
  it('name fields that nearly have the names of known ones, without their values', () => {
    const event = read(
      '{"userId":"s3cret","contentName":7,"e-mail":["s3cret"],"margin":1,"content_type":"page"}',
    )
    assert.deepEqual(event.hints, [
      { field: 'event_data.userId', kind: 'similar', did_you_mean: 'user_id', got: 'string of 6 characters' },
      { field: 'event_data.contentName', kind: 'similar', did_you_mean: 'content_name', got: 'number' },
      { field: 'event_data.e-mail', kind: 'similar', did_you_mean: 'email', got: 'array' },
    ])
    assert.deepEqual(event.violations, [])
    assert.deepEqual(rowOf(event)['hints'], event.hints)
  })

  it('name context fields inside event_data', () => {
    assert.deepEqual(hintsOf(read('{"event_data":{"user_id":"u","content_name":"c"}}')), [
      'event_data.user_id misplaced user_id',
    ])
  })

  it('are none for known fields, other names, and context fields that break their definition', () => {
    const event = read(
      '{"user_id":"u","content_name":"c","email":"nobody","plan":"pro","items":[{"itemId":1}]}',
    )
    assert.deepEqual(hintsOf(event), [])
    assert.ok(!('hints' in rowOf(event)))
  })

  it('are the same in the row, whatever the names and values', () => {
    const event = read({ 'user"Id"': '"\u2028', 'con\\tent_nàme': [1], email_: {}, event_data: { ip: null } })
    assert.ok(event.hints!.length >= 3, JSON.stringify(event.hints))
    assert.deepEqual(rowOf(event)['hints'], event.hints)
  })

  it('are the same for the hundredth event of a type', () => {
    const first = hintsOf(read('{"userId":"a","__proto__":1,"constructor":2}'))
    for (let n = 0; n < 600; n++) read({ [`other_${n}`]: n, sesionId: n }).hints?.at(0)
    assert.deepEqual(hintsOf(read('{"userId":"a","__proto__":1,"constructor":2}')), first)
    assert.deepEqual(first, ['event_data.userId similar user_id'])
  })

  it('are at most 20, of the first 100 unknown names', () => {
    const spelled = Array.from({ length: 64 }, (_, n) => [`content${'_'.repeat(n + 2)}name`, n] as const)
    assert.equal(read(Object.fromEntries(spelled)).hints?.length, 20)
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${'y'.repeat(20)}${n}`, n]))
    assert.equal(read({ ...others(99), userId: 'u' }).hints?.length, 1)
    assert.equal(read({ ...others(100), userId: 'u' }).hints?.length, 0)
    assert.equal(read({ ...others(9999), userId: 'u' }).hints?.length, 0)
  })
})

const definition: Definition = {
  name: 'article_read',
  version: '1.0',
  description: 'Somebody read an article.',
  fields: { article_id: { type: 'string', description: 'Id.', example: 'A-1', maxLength: 8 } },
  required: ['article_id'],
  aliases: { userId: 'user_id', uid: 'user_id', articleId: 'article_id' },
}
const { registry } = readSavedDefinitions([
  { name: 'article_read', version: '1.0', createdAt: 1, definition: JSON.stringify(definition) },
])

describe('an alias of a definition', () => {
  const named = (body: string) => read(`{"event_name":"article_read",${body.slice(1)}`, registry)

  it('is read as the field that it stands for, with a hint', () => {
    const event = named('{"userId":"u","event_data":{"articleId":1.0, "n":1.50}}')
    assert.deepEqual([...event.context], [['user_id', '"u"']])
    assert.equal(event.dataText, '{"article_id":1.0,"n":1.50}')
    assert.deepEqual(
      event.violations.map(({ field, code }) => `${field} ${code}`),
      ['event_data.article_id wrong_type'],
    )
    assert.deepEqual(hintsOf(event), [
      'event_data.userId alias user_id',
      'event_data.articleId alias article_id',
    ])
    assert.deepEqual(rowOf(event)['user_id'], 'u')
    assert.deepEqual(rowOf(event)['hints'], event.hints)
    const both = named('{"userId":"u","article_id":"d","e-mail":"x"}')
    assert.deepEqual(hintsOf(both), ['event_data.userId alias user_id', 'event_data.e-mail similar email'])
    assert.deepEqual(rowOf(both)['hints'], both.hints)
  })

  it('replaces no field that the event has under its own name, and counts once', () => {
    const event = named(
      '{"userId":"a","user_id":"b","uid":"c","articleId":"d","event_data":{"article_id":"e"}}',
    )
    assert.deepEqual([...event.context], [['user_id', '"b"']])
    assert.equal(event.dataText, '{"userId":"a","uid":"c","articleId":"d","article_id":"e"}')
    const twice = named('{"uid":"a","userId":"b","article_id":"d"}')
    assert.deepEqual([...twice.context], [['user_id', '"b"']])
    assert.equal(twice.dataText, '{"uid":"a","article_id":"d"}')
    assert.deepEqual(hintsOf(twice), ['event_data.userId alias user_id'])
  })

  it('of a context field does not count in event_data', () => {
    const event = named('{"article_id":"d","event_data":{"userId":"u"}}')
    assert.deepEqual([...event.context], [])
    assert.deepEqual(hintsOf(event), ['event_data.userId similar user_id'])
  })

  it('of the context is read in events of all types, but for one that has a field of this name', () => {
    const parsed = { uid: 'a', n: 1 }
    const event = { text: JSON.stringify(parsed), parsed }
    const renamed = (fields: EventType['fields']) =>
      compileAliases({ fields, aliases: { n: 'session_number' } }, { uid: 'user_id' })?.(event).text
    assert.equal(renamed({}), '{"user_id":"a","session_number":1}')
    assert.equal(renamed({ uid: text('Id.', 'a') }), '{"uid":"a","session_number":1}')
    assert.equal(compileAliases({ fields: {}, aliases: {} }, {}), undefined)
  })

  it('changes no event of a definition without it', () => {
    assert.equal(read('{"uid":"a","articleId":"d"}').dataText, '{"uid":"a","articleId":"d"}')
  })
})

describe('the group contextFields', () => {
  it('is merged at the top level, byte for byte', () => {
    const event = read('{"contextFields":{"user_id":"\\u0041","event_id":"e-1","n":1.50},"content_name":"c"}')
    assert.deepEqual([...event.context], [['user_id', '"\\u0041"']])
    assert.equal(event.id, 'e-1')
    assert.equal(event.dataText, '{"n":1.50,"content_name":"c"}')
    assert.deepEqual(event.violations, [])
    assert.deepEqual(hintsOf(event), [])
  })

  it('can name the event', () => {
    assert.equal(read('{"contextFields":{"event_name":"login"}}').name, 'login')
  })

  it('does not replace a name at the top level: another value is a violation', () => {
    const event = read('{"contextFields":{"user_id":"a","locale":"en"},"user_id":"b","locale":"en"}')
    assert.deepEqual(
      [...event.context],
      [
        ['user_id', '"b"'],
        ['locale', '"en"'],
      ],
    )
    assert.deepEqual(
      event.violations.map(({ field, code, got }) => [field, code, got]),
      [['user_id', 'given_twice', 'a second value in contextFields, which is not used']],
    )
  })

  it('is an event field if it is no object', () => {
    assert.equal(read('{"contextFields":["user_id"]}').dataText, '{"contextFields":["user_id"]}')
  })
})
