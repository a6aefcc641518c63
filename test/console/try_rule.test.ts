/** Console: rules and links tried on stored events over HTTP: counts by the code that decides and links, with the caller's rights. */
import assert from 'node:assert/strict'
import type { LinkCoverage } from '../../schemas/link_coverage.ts'
import type { TriedRule } from '../../schemas/tried_rule.ts'
import { TestStack } from '../support/stack.ts'
import { destinationsConfig, hidden } from './destinations.ts'
import { tokenOfNobody } from './door.ts'
import { loadShoppers } from './shoppers.ts'
import { lastDay, postTrial } from './trying.ts'

describe('what is tried on stored events', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start(destinationsConfig)
    await loadShoppers(stack.facts)
  })
  after(() => stack?.remove())

  const post = (path: string, body: object, token?: string) => postTrial(stack.facts, path, body, token)
  const tried = async (destination: string, rule: object): Promise<TriedRule> => {
    const { status, text } = await post('try-rule', { destination, rule, ...lastDay() })
    assert.equal(status, 200, text)
    return JSON.parse(text) as TriedRule
  }

  it('a further permit rule: what it adds, and what consent still restricts', async () => {
    const result = await tried('crm', {
      id: 'views',
      effect: 'permit',
      when: "event.event_name == 'page_view'",
    })
    // Of 4 purchases, 1 is of staff; both page views are gained.
    assert.deepEqual(
      [
        result.sampled,
        result.matched,
        result.now.permitted,
        result.then.permitted,
        result.gained,
        result.lost,
      ],
      [6, 2, 3, 5, 2, 0],
    )
    assert.deepEqual(
      result.examples.slice(0, 2).map(({ event_name: name, now, then }) => [name, now, then]),
      Array.from({ length: 2 }, () => [
        'page_view',
        { permitted: false, rule: null, reason: 'no_permit' },
        { permitted: true, rule: 'views', reason: 'permitted' },
      ]),
    )
    const advertising = await tried('meta_eu', { id: 'all', effect: 'permit', when: 'true' })
    assert.deepEqual(advertising.now, advertising.then)
    assert.deepEqual(advertising.now.consent, { granted: 3, by_default: 0, denied: 3 })
  })

  it('a restrict rule that fails where a field is absent, with what to write', async () => {
    const rule = { id: 'example_org', effect: 'restrict', when: "event.email.endsWith('@example.org')" }
    const result = await tried('crm', rule)
    assert.equal(result.failures.length, 1)
    assert.equal(result.failures[0]!.events, 2)
    assert.equal(result.advice.length, 1)
    assert.match(result.advice[0]!, /event\.email may be absent.*write has\(event\.email\) && /)
    // One is true, and one is restricted because the condition fails: an erring restriction restricts.
    assert.equal(result.lost, 2)
  })

  it('refuses a condition that is invalid, with its place, and requests without a bound', async () => {
    const invalid = await post('try-rule', {
      destination: 'crm',
      rule: { id: 'x', effect: 'permit', when: "event.event_nam == 'purchase'" },
      ...lastDay(),
    })
    assert.equal(invalid.status, 400)
    assert.match(
      invalid.text,
      /line 1, column \d+: event\.event_nam: no such field; did you mean event\.event_name/,
    )
    assert.match(invalid.text, /rule\.id/)
    const rule = { id: 'all', effect: 'permit', when: 'true' }
    assert.equal((await post('try-rule', { destination: 'crm', rule })).status, 400)
    assert.equal((await post('try-rule', { destination: 'cmr', rule, ...lastDay() })).status, 404)
    const tooMuch = await post('try-rule', { destination: 'crm', rule, ...lastDay(), maxBytes: 1 })
    assert.match(tooMuch.text, /READ_LIMIT/)
    const nobody = await tokenOfNobody(stack.facts)
    for (const destination of ['crm', 'cmr']) {
      const { status, text } = await post('try-rule', { destination, rule, ...lastDay() }, nobody)
      assert.equal(status, 403)
      assert.ok(!text.includes('meta_eu'), text)
    }
  })

  it('counts how often the permitted events fill each field, required ones first', async () => {
    const { status, text } = await post('coverage', {
      destination: 'meta_eu',
      event_name: 'purchase',
      ...lastDay(),
    })
    assert.equal(status, 200, text)
    const { sampled, fields, skipped } = JSON.parse(text) as LinkCoverage
    assert.equal(sampled, 3)
    const requirements = fields.map(({ isRequired }) => isRequired)
    assert.equal(requirements.lastIndexOf(true) + 1, requirements.filter(Boolean).length)
    const countsOf = (field: string) => {
      const { filled, invalid } = fields.find((each) => each.field === field)!
      return [filled, invalid]
    }
    assert.deepEqual(countsOf('event_name'), [3, 0])
    assert.deepEqual(countsOf('user_data.em'), [2, 0])
    assert.deepEqual(countsOf('custom_data.value'), [2, 0])
    assert.deepEqual(countsOf('user_data.madid'), [0, 0])
    assert.deepEqual(skipped, [{ reason: 'no_identifier', detail: null, events: 1 }])
    const unchanged = await post('coverage', { destination: 'crm', event_name: 'purchase', ...lastDay() })
    assert.deepEqual((JSON.parse(unchanged.text) as LinkCoverage).fields, [])
  })

  it('previews the request of a stored event, without any secret', async () => {
    const listed = await post('ask', { ask: 'events', values: { ...lastDay(), type: 'purchase' } })
    const { rows } = JSON.parse(listed.text) as { rows: { event_id: string; received_at: string }[] }
    const row = rows.find(({ event_id: id }) => id === 'shopper-0')
    const { status, text } = await post('explain', {
      stored: { event_id: row!.event_id, received_at: row!.received_at },
    })
    assert.equal(status, 200, text)
    for (const secret of hidden) assert.ok(!text.includes(secret), secret)
    assert.match(text, /"authorization": "Bearer ‹access_token›"/)
    assert.match(text, /"webhook-signature": "‹made of secret›"/)
  })
})
