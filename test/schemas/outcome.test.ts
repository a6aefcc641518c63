/** Outcomes: the closed set of endings, each explained. */
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { Outcome, deferred, delivered, outcomes, refused, skipped } from '../../schemas/outcome.ts'

describe('outcomes', () => {
  it('say in a sentence what each of them and each reason means', () => {
    for (const { meaning, reasons } of Object.values(outcomes)) {
      for (const sentence of [meaning, ...Object.values(reasons)]) assert.match(sentence, /^[A-Z].*\.$/)
    }
  })

  it('are a closed set', () => {
    const outcome = Compile(Outcome)
    const every = [
      delivered({ http_status: 200 }),
      skipped('missing_required', { detail: 'event_time' }),
      refused('gone', { http_status: 410 }),
      deferred('throttled'),
    ]
    for (const one of every) assert.ok(outcome.Check(one))
    for (const [name, { reasons }] of Object.entries(outcomes)) {
      for (const reason of Object.keys(reasons)) assert.ok(outcome.Check({ outcome: name, reason }))
    }
    assert.ok(!outcome.Check({ outcome: 'skipped' }), 'a reason is needed')
    assert.ok(!outcome.Check({ outcome: 'skipped', reason: 'gone' }), 'a reason belongs to its outcome')
    assert.ok(!outcome.Check({ outcome: 'lost' }))
  })
})
