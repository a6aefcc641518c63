/** Outcome tests: the closed set of outcomes, each with its meaning. */
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { Outcome, deferred, delivered, outcomes, refused, skipped } from '../../schemas/outcome.ts'

describe('outcomes', () => {
  it('explain each outcome and each reason in a sentence', () => {
    for (const { meaning, reasons } of Object.values(outcomes)) {
      for (const sentence of [meaning, ...Object.values(reasons)]) assert.match(sentence, /^[A-Z].*\.$/)
    }
  })

  it('are a closed set', () => {
    const outcome = Compile(Outcome)
    const valid = [
      delivered({ http_status: 200 }),
      skipped('missing_required', { detail: 'event_time' }),
      refused('gone', { http_status: 410 }),
      deferred('throttled'),
    ]
    for (const one of valid) assert.ok(outcome.Check(one))
    for (const [name, { reasons }] of Object.entries(outcomes)) {
      for (const reason of Object.keys(reasons)) assert.ok(outcome.Check({ outcome: name, reason }))
    }
    assert.ok(!outcome.Check({ outcome: 'skipped' }), 'a reason is needed')
    assert.ok(!outcome.Check({ outcome: 'skipped', reason: 'gone' }), 'a reason belongs to its outcome')
    assert.ok(!outcome.Check({ outcome: 'lost' }))
  })
})
