/** Attacks on answers: third parties answer in every wrong shape. Every event has an outcome all the same. */
import assert from 'node:assert/strict'
import { Value } from 'typebox/value'
import { Outcome } from '../../../schemas/outcome.ts'
import { answered } from '../../targets/answers.ts'
import { canarySecrets } from './canary.ts'
import { answeredBy, subjects } from './sent.ts'
import { wrongShapes } from './shapes.ts'

describe('an answer of a wrong shape', () => {
  it('gives every event one valid outcome, for every target and status', async () => {
    let count = 0
    for (const subject of await subjects(canarySecrets[0]!))
      for (const [title, body] of wrongShapes)
        for (const status of [200, 207, 302, 400, 422, 429, 503]) {
          count++
          const headers = { 'retry-after': '9'.repeat(count % 30), 'x-ratelimit-retry-after': 'NaN' }
          const { outcomes } = await answeredBy(subject, () => answered(status, body, headers))
          const at = `${subject.target.name}, ${status}, ${title}`
          assert.equal(outcomes.length, Math.min(2, subject.target.batch.maxItems), at)
          for (const outcome of outcomes) assert.ok(Value.Check(Outcome, outcome), at)
        }
    assert.ok(count >= 3000, String(count))
    assert.equal(({} as { polluted?: true }).polluted, undefined)
  })
})
