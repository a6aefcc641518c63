/** Conditions and values of links: what they read, what they must not send, and what becomes of those without a result. */
import assert from 'node:assert/strict'
import { exposures } from '../../functions/linkage/exposed.ts'
import { generatedLink } from '../../functions/linkage/link.ts'
import { usesOf } from '../../functions/linkage/uses.ts'
import type { Link, LinkCondition, Source } from '../../schemas/link.ts'
import { testsIn } from '../../schemas/source_walk.ts'
import { prepare, stored } from './prepared.ts'
import { shop } from './shop_target.ts'

const present: LinkCondition = { path: 'email', exists: true }

describe('a pattern of a link', () => {
  const matching = (text: string): Readonly<Record<string, unknown>> =>
    generatedLink({ a: { when: { path: 'x', matches: 'a$' }, then: { const: 1 } } })({ x: text })

  it('does not match a text of more than 2,048 characters', () => {
    assert.deepEqual(matching('a'.repeat(2048)), { a: 1 })
    assert.deepEqual(matching('a'.repeat(2049)), {})
  })
})

describe('the uses of conditions and values', () => {
  it('are all paths that they read', () => {
    const link: Link = {
      a: { when: { and: [{ path: 'email', exists: true }, { not: { path: 'value', gt: 1 } }] }, then: 'tax' },
      b: { multiply: ['value', { lookup: 'minor_units', key: 'currency' }] },
      c: { time: 'event_time', format: '{day}' },
    }
    assert.deepEqual(
      usesOf(link, undefined).map(({ field, path, kind, isLookedUp }) => [field, path, kind, isLookedUp]),
      [
        ['a', 'email', 'condition', undefined],
        ['a', 'value', 'condition', undefined],
        ['a', 'tax', 'value', undefined],
        ['b', 'value', 'value', undefined],
        ['b', 'currency', 'value', true],
        ['c', 'event_time', 'value', undefined],
      ],
    )
    assert.equal(testsIn({ and: [present, { or: [{ not: present }, present] }] }).length, 3)
  })

  it('do not send a personal value that is only looked up, but one that is calculated with', () => {
    const target = shop()
    const exposed = (source: Source) => exposures({ name: source }, target).map(({ message }) => message)
    assert.deepEqual(exposed({ lookup: 'minor_units', key: 'email', as: 'string' }), [])
    assert.deepEqual(exposed({ add: ['email', 1], as: 'string' }), [
      '"email" is personal and would be sent as plain text. Use "user.em", where the target accepts it hashed.',
    ])
  })
})

describe('a value that cannot be calculated', () => {
  it('is left out and named', () => {
    const linkage = {
      '*': { 'data.own.a': { divide: ['value', 0] }, 'data.own.b': { add: ['email', 1] } } as Link,
    }
    const prepared = prepare(
      stored({ email: 'ada@example.com', event_data: { value: 1, currency: 'EUR' } }),
      {
        linkage,
      },
    )
    assert.ok('fields' in prepared, JSON.stringify(prepared))
    assert.deepEqual(prepared.leftOut, [
      'data.own.a cannot be calculated: a division by zero, or a number too large',
      'data.own.b cannot be cast to number',
    ])
  })
})
