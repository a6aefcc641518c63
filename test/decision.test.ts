/** Decisions: an event is permitted only if a rule matches and nothing restricts it. */
import assert from 'node:assert/strict'
import { compileDecisions, type DecisionDestination } from '../functions/decision/decide.ts'
import type { Rule, Decision } from '../schemas/decision.ts'

const event = {
  event_name: 'purchase',
  user_id: 'u-1815',
  consent: { ad_storage: 'granted' },
  event_data: { value: 59.8, currency: 'EUR', items: [{ price: 1 }] },
}

function permit(id: string, when: string, more: Partial<Rule> = {}): Rule {
  return {
    id,
    effect: 'permit',
    when,
    ...more,
  }
}

function restrict(id: string, when: string, more: Partial<Rule> = {}): Rule {
  return {
    ...permit(id, when, more),
    effect: 'restrict',
  }
}

function destination(...rules: readonly Rule[]): DecisionDestination {
  return {
    id: 'crm',
    target: 'webhook',
    purpose: 'generic',
    rules: [...rules],
  }
}

function decide(...rules: readonly Rule[]): Omit<Decision, 'destination'> {
  const [first, ...others] = compileDecisions([destination(...rules)])(event)
  assert.deepEqual(others, [])
  const { destination: id, ...decision } = first!
  assert.equal(id, 'crm')
  return decision
}

describe('a decision', () => {
  it('is restrict by default', () => {
    assert.deepEqual(decide(), { permitted: false, rule: null, reason: 'no_permit' })
    assert.deepEqual(decide(permit('other', "event.event_name == 'refund'")), {
      permitted: false,
      rule: null,
      reason: 'no_permit',
    })
    assert.deepEqual(decide(restrict('never', 'false')), {
      permitted: false,
      rule: null,
      reason: 'no_permit',
    })
  })

  it('is permit if a permit rule matches, and names the first match', () => {
    assert.deepEqual(decide(permit('no', 'false'), permit('yes', 'true'), permit('also', 'true')), {
      permitted: true,
      rule: 'yes',
      reason: 'permitted',
    })
  })

  it('is restrict if a restrict rule matches, in any position', () => {
    for (const rules of [
      [permit('all', 'true'), restrict('none', 'true')],
      [restrict('none', 'true'), permit('all', 'true')],
    ]) {
      assert.deepEqual(decide(...rules), { permitted: false, rule: 'none', reason: 'by_rule' })
    }
    const withReason = restrict('none', 'true', { reason: 'customer opted out' })
    assert.equal(decide(permit('all', 'true'), withReason).reason, 'customer opted out')
  })

  it('is restrict if a permit or restrict rule fails to evaluate', () => {
    const missing = "event.event_data['absent'] > 1"
    assert.deepEqual(decide(permit('broken', missing), permit('all', 'true')), {
      permitted: false,
      rule: 'broken',
      reason: 'rule_error',
    })
    assert.deepEqual(decide(permit('all', 'true'), restrict('broken', missing, { reason: 'x' })), {
      permitted: false,
      rule: 'broken',
      reason: 'rule_error',
    })
  })

  it('is restrict if the condition of a permit or restrict rule does not return a boolean', () => {
    const expected = { permitted: false, rule: 'text', reason: 'rule_error' }
    const text = "event['user_id']"
    assert.deepEqual(decide(permit('text', text)), expected)
    assert.deepEqual(decide(permit('all', 'true'), restrict('text', text)), expected)
  })

  it('can depend on context fields, event_data and the destination', () => {
    const conditions = [
      "event.event_name == 'purchase'",
      "event.consent.ad_storage == 'granted'",
      "event.event_data.value >= 59.8 && event.event_data.currency in ['EUR', 'USD']",
      "event.user_id.startsWith('u-')",
      'event.event_data.items.exists(item, item.price == 1.0)',
      "has(event.user_id) && !has(event.email) && !('email' in event)",
      "destination.id == 'crm' && destination.target == 'webhook' && destination.purpose == 'generic'",
    ]
    for (const when of conditions) assert.ok(decide(permit('rule', when)).permitted, when)
  })

  it('is made for every destination, in their order', () => {
    const decideAll = compileDecisions([
      { ...destination(permit('all', 'true')), id: 'first' },
      { ...destination(permit('one', "destination.id == 'second'")), id: 'second' },
      { ...destination(permit('one', "destination.id == 'second'")), id: 'third' },
    ])
    assert.deepEqual(
      decideAll(event).map(({ destination: id, permitted }) => [id, permitted]),
      [
        ['first', true],
        ['second', true],
        ['third', false],
      ],
    )
    assert.deepEqual(compileDecisions([])(event), [])
  })

  it('needs valid conditions: compiling throws an error that names the destination and the rule', () => {
    for (const when of [
      'event.',
      'event.event_name = 1',
      'user_id == 1',
      '1 + 1',
      "'yes'",
      'nothing(event)',
      'event.user_id',
      'event.user_id == 3',
    ]) {
      assert.throws(
        () => compileDecisions([destination(permit('fine', 'true'), restrict('odd', when))]),
        /^Error: Invalid condition in rule "odd" of destination "crm": \S/,
        when,
      )
    }
  })

  it('needs conditions over existing fields: the error suggests the nearest name', () => {
    for (const [when, message] of [
      [
        "event.evnt_name == 'purchase'",
        'line 1, column 7: event.evnt_name: no such field; did you mean event.event_name?',
      ],
      ['has(event.usr_id)', 'line 1, column 11: event.usr_id: no such field; did you mean event.user_id?'],
    ] as const) {
      assert.throws(
        () => decide(permit('odd', when)),
        { message: `Invalid condition in rule "odd" of destination "crm": ${message}` },
        when,
      )
    }
  })

  it('is restrict for a suppressed person and after too many actions, even if a rule permits', () => {
    const decideAll = compileDecisions([destination(permit('all', 'true'))])
    const reasonOf = (suppressed: boolean, hop: number) => decideAll(event, { suppressed, hop })[0]?.reason
    assert.equal(reasonOf(false, 5), 'permitted')
    assert.equal(reasonOf(true, 0), 'suppressed')
    assert.equal(reasonOf(false, 6), 'chain_too_long')
  })
})
