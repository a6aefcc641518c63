/** The registry: definitions of the code and saved ones, under the same rules. */
import assert from 'node:assert/strict'
import { explain } from '../../functions/event/explain.ts'
import { readEvent, type Event, type RejectedMessage } from '../../functions/event/read.ts'
import { codeRegistry, type Registry } from '../../functions/event/registry.ts'
import { readSavedDefinitions, type DefinitionRow } from '../../functions/event/saved_definitions.ts'
import type { Definition } from '../../schemas/definition.ts'
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
  it('checks an event of a saved definition as one of the code', () => {
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

  it('goes by the highest version, and of a version saved twice by the first', () => {
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

  it('leaves out what is no definition, and goes by the version before it', () => {
    const broken = { ...row({ version: '2.0' }), definition: '{"name":"article_read"}' }
    const lying = { ...row({ version: '3.0' }), definition: row().definition }
    const read = readSavedDefinitions([row(), broken, lying])
    assert.equal(definitionOf(read.registry), 'article_read@1.0')
    const faults = [...read.versions]
      .filter(([, found]) => typeof found === 'string')
      .map(([version]) => version)
    assert.deepEqual(faults, ['article_read@2.0', 'article_read@3.0'])
  })

  it('goes by the code where a saved definition has moved there, and finds no fault with it', () => {
    const { registry, versions } = readSavedDefinitions([row({ name: 'purchase' })])
    assert.equal(registry.get('purchase'), codeRegistry.get('purchase'))
    assert.equal(versions.size, 0)
  })

  it('keeps what it has compiled of a version when others are saved', () => {
    const before = readSavedDefinitions([row()])
    const after = readSavedDefinitions([row(), row({ name: 'article_shared' })], before)
    assert.equal(after.registry.get('article_read'), before.registry.get('article_read'))
    const newer = readSavedDefinitions([row(), row({ version: '1.1' })], before)
    assert.notEqual(newer.registry.get('article_read'), before.registry.get('article_read'))
  })

  it('forgets a definition that is no longer saved', () => {
    assert.equal(
      readSavedDefinitions([], readSavedDefinitions([row()])).registry.get('article_read'),
      undefined,
    )
  })

  describe('of a strict definition', () => {
    const registry = registryOf(row({ mode: 'strict' }))

    it('takes an event that keeps to it', () => {
      assert.ok('id' in read({ article_id: 'A-1', user_id: 'u' }, registry))
    })

    it('keeps an event from the table events for any violation, and tells all of them', () => {
      const outcome = read({ article_id: 7, other: 1, email: 'none' }, registry)
      assert.ok('reason' in outcome)
      assert.equal(outcome.reason, 'strict_violation')
      assert.deepEqual(codes(outcome), [
        'email pattern',
        'event_data.article_id wrong_type',
        'event_data.other unlisted',
      ])
    })

    it('is explained', () => {
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

  it('is told of a hundred fields at most, each by a path that is no longer than a screen', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(400)}${index}`, 1]),
    )
    const { violations } = read({ event_name: 'login', ...many, event_data: many }, codeRegistry) as Event
    assert.equal(violations.length, 100)
    assert.ok(violations.every(({ field }) => field.length <= 256))
  })
})
