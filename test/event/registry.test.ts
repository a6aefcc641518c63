/** Registry: applies the same rules to definitions in code and saved ones. */
import assert from 'node:assert/strict'
import { explain } from '../../functions/event/explain.ts'
import { readEvent, type Event, type RejectedMessage } from '../../functions/event/read.ts'
import { codeRegistry, type Registry } from '../../functions/event/registry.ts'
import { readSavedDefinitions, type DefinitionRow } from '../../functions/event/saved_definitions.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { EventType } from '../../schemas/event_type.ts'

const definition: Definition = {
  name: 'article_read',
  version: '1.0',
  description: 'Somebody read an article.',
  fields: { article_id: { type: 'string', description: 'Id.', example: 'A-1', maxLength: 8 } },
  required: ['article_id'],
}

function row(about: Partial<Definition> = {}, createdAt = 1): DefinitionRow {
  const saved = { ...definition, ...about }
  return { name: saved.name, version: saved.version, createdAt, definition: JSON.stringify(saved) }
}

function registryOf(...rows: readonly DefinitionRow[]): Registry {
  return readSavedDefinitions(rows).registry
}

function read(body: object | string, registry: Registry): Event | RejectedMessage {
  return readEvent(
    {
      topic: 'events',
      messageId: '1',
      publishTime: '2026-03-14T09:26:53.589Z',
      data: Buffer.from(
        typeof body === 'string' ? body : JSON.stringify({ event_name: 'article_read', ...body }),
      ),
      attributes: {},
    },
    registry,
  )
}

function codes({ violations = [] }: Event | RejectedMessage): readonly string[] {
  return violations.map(({ field, code }) => `${field} ${code}`)
}

function definitionOf(registry: Registry): string | undefined {
  return registry.get('article_read')?.definition
}

describe('the registry', () => {
  it('checks an event of a saved definition like one of a definition in code', () => {
    const registry = registryOf(row())
    const event = read({ article_id: 'A-1', other: 1 }, registry)
    assert.ok('id' in event)
    assert.equal(event.definition, 'article_read@1.0')
    assert.deepEqual(event.violations, [])
    assert.deepEqual(codes(read({}, registry)), ['event_data.article_id missing'])
    assert.deepEqual(codes(read({ article_id: 'A-123456789' }, registry)), ['event_data.article_id too_long'])
    assert.equal(registry.size, codeRegistry.size + 1)
    assert.equal(registry.nearest('articleRead'), 'article_read')
  })

  it('uses the highest version, and the first row of a version that was saved twice', () => {
    assert.equal(
      definitionOf(registryOf(row({ version: '1.9' }), row({ version: '1.10' }), row())),
      'article_read@1.10',
    )
    const twice = [row({ required: [] }, 2), row({}, 1)]
    const first = readSavedDefinitions(twice)
    for (const { registry } of [first, readSavedDefinitions([...twice, row({ name: 'door_open' })], first)])
      assert.deepEqual(codes(read({}, registry)), ['event_data.article_id missing'])
    assert.deepEqual((first.versions.get('article_read@1.0') as EventType).required, ['article_id'])
  })

  it('skips invalid definitions, and uses the highest valid version', () => {
    const invalid = { ...row({ version: '2.0' }), definition: '{"name":"article_read"}' }
    const mismatched = { ...row({ version: '3.0' }), definition: row().definition }
    const saved = readSavedDefinitions([row(), invalid, mismatched])
    assert.equal(definitionOf(saved.registry), 'article_read@1.0')
    const problems = [...saved.versions]
      .filter(([, version]) => typeof version === 'string')
      .map(([key]) => key)
    assert.deepEqual(problems, ['article_read@2.0', 'article_read@3.0'])
  })

  it('uses the definition in code if there is a saved one of the same name, and reports no problem', () => {
    const { registry, versions } = readSavedDefinitions([row({ name: 'purchase' })])
    assert.equal(registry.get('purchase'), codeRegistry.get('purchase'))
    assert.equal(versions.size, 0)
  })

  it('reuses compiled versions when others are saved', () => {
    const before = readSavedDefinitions([row()])
    const after = readSavedDefinitions([row(), row({ name: 'article_shared' })], before)
    assert.equal(after.registry.get('article_read'), before.registry.get('article_read'))
    const newer = readSavedDefinitions([row(), row({ version: '1.1' })], before)
    assert.notEqual(newer.registry.get('article_read'), before.registry.get('article_read'))
  })

  it('drops a definition that is no longer saved', () => {
    assert.equal(
      readSavedDefinitions([], readSavedDefinitions([row()])).registry.get('article_read'),
      undefined,
    )
  })

  describe('with a strict definition', () => {
    const registry = registryOf(row({ mode: 'strict' }))

    it('accepts a valid event', () => {
      assert.ok('id' in read({ article_id: 'A-1', user_id: 'u' }, registry))
    })

    it('quarantines an event with a violation, and reports all violations', () => {
      const outcome = read({ article_id: 7, other: 1, email: 'none' }, registry)
      assert.ok('reason' in outcome)
      assert.equal(outcome.reason, 'strict_violation')
      assert.deepEqual(codes(outcome), [
        'email pattern',
        'event_data.article_id wrong_type',
        'event_data.other unlisted',
      ])
    })

    it('explains a violation', () => {
      const data = Buffer.from('{"event_name":"article_read"}')
      const explained = explain({ data, attributes: {} }, 'events', registry)
      assert.deepEqual(explained, {
        valid: false,
        event_name: 'article_read',
        definition: 'article_read@1.0',
        table: 'quarantine',
        violations: [
          {
            field: 'event_data.article_id',
            code: 'missing',
            description: 'Expected string, minLength 1, maxLength 8; got nothing.',
          },
        ],
      })
    })
  })
})

describe('a violation', () => {
  const cases: readonly [string, object, readonly string[]][] = [
    ['missing', { event_name: 'purchase', value: 1, currency: 'EUR' }, ['event_data.transaction_id missing']],
    ['wrong_type', { event_name: 'login', method: 7 }, ['event_data.method wrong_type']],
    ['out_of_range', { event_name: 'login', session_number: 0 }, ['session_number out_of_range']],
    ['too_short', { event_name: 'login', method: '' }, ['event_data.method too_short']],
    ['too_long', { event_name: 'login', method: 'x'.repeat(257) }, ['event_data.method too_long']],
    ['pattern', { event_name: 'login', email: 'nobody' }, ['email pattern']],
    [
      'invalid_format',
      { event_name: 'login', event_time: 'noon', ip: '1.2.3' },
      ['event_time invalid_format', 'ip invalid_format'],
    ],
    ['not_listed', { event_name: 'login', action_source: 'moon' }, ['action_source not_listed']],
    ['given_twice', { event_name: 'login', a: 1, event_data: { a: 2 } }, ['a given_twice']],
    [
      'inside',
      { event_name: 'view_cart', items: [{}, { price: 'x' }] },
      ['event_data.items[1].price wrong_type'],
    ],
    [
      'inside consent',
      { event_name: 'login', consent: { ad_storage: 'maybe' } },
      ['consent.ad_storage not_listed'],
    ],
  ]
  for (const [what, body, expected] of cases) {
    it(`has a code and a path: ${what}`, () => {
      assert.deepEqual(codes(read(JSON.stringify(body), codeRegistry)), expected)
    })
  }

  it('is reported for at most 100 fields, each with a path of at most 256 characters', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(400)}${index}`, 1]),
    )
    const { violations } = read({ event_name: 'login', ...many, event_data: many }, codeRegistry) as Event
    assert.equal(violations.length, 100)
    assert.ok(violations.every(({ field }) => field.length <= 256))
  })
})
