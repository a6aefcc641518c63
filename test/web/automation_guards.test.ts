/** Web tests: what the page Automations advises when a guard has blocked a sync, and how it adds up firings. */
import assert from 'node:assert/strict'
import { guardOf } from '../../web/automations/guards.ts'
import { firingFigures } from '../../web/automations/firing_figures.ts'

describe('a guard that blocked a sync', () => {
  const blockedBy = (code: string) => guardOf({ state: 'blocked', reason: `${code}: 2 of 3 rows: removed.` })

  /** docs/reverse_etl.md#guards: only these two can be accepted in a request. */
  const accepted = { too_many_removed: { accept_removals: true }, schema_changed: { accept_schema: true } }

  for (const code of [
    'too_many_removed',
    'schema_changed',
    'no_rows',
    'keyless',
    'duplicate',
    'too_many_bytes',
  ])
    it(`${code} has advice, and a way through only if a request can accept it`, () => {
      const guard = blockedBy(code)!
      assert.equal(guard.message, '2 of 3 rows: removed.')
      assert.ok(guard.advice.endsWith('.'))
      assert.deepEqual(guard.once, accepted[code as keyof typeof accepted])
    })

  it('is none if the run was not blocked, or for another reason', () => {
    assert.equal(guardOf({ state: 'failed', reason: 'too_many_removed: 2' }), undefined)
    assert.equal(guardOf({ state: 'blocked', reason: 'constructor: x' }), undefined)
    assert.equal(guardOf({ state: 'blocked', reason: null }), undefined)
  })
})

describe('the figures of an action', () => {
  const row = { action: 'big_purchase', state: 'live', reason: 'trigger', effect: null }

  it('add up by outcome and by what became of what was sent, without zeros', () => {
    const rows = [
      { ...row, outcome: 'fired', effect: 'delivered', recent: 2, total: 5 },
      { ...row, outcome: 'fired', effect: 'refused', recent: 0, total: 1 },
      { ...row, outcome: 'withheld', reason: 'already_fired', recent: 1, total: 4 },
      { ...row, outcome: 'withheld', reason: 'no_subject', recent: 0, total: 2 },
    ]
    const shown = (period: 'recent' | 'total') =>
      firingFigures(rows, period).map(({ word, matches, filters }) => [matches, word, filters])
    assert.deepEqual(shown('recent'), [
      [2, 'fired', { outcome: 'fired' }],
      [1, 'withheld', { outcome: 'withheld' }],
      [2, 'delivered', { effect: 'delivered' }],
    ])
    assert.deepEqual(shown('total'), [
      [6, 'fired', { outcome: 'fired' }],
      [6, 'withheld', { outcome: 'withheld' }],
      [5, 'delivered', { effect: 'delivered' }],
      [1, 'refused', { effect: 'refused' }],
    ])
  })
})
