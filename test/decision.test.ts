/** Decisions: an event is permitted only if a rule matches and nothing restricts it. */
import assert from 'node:assert/strict'
import { compileDecisions, type DecisionDestination } from '../functions/decision/decide.ts'
import type { Rule, Decision } from '../schemas/decision.ts'
import { randomFrom, type Random } from './ingest/random.ts'

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

function shuffled<Each>(list: readonly Each[], random: Random): Each[] {
  return list
    .map((each) => ({ each, at: random.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
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

  it('is restrict if a restrict rule fails to evaluate, whatever is permitted', () => {
    const missing = "event.event_data['absent'] > 1"
    const expected = { permitted: false, rule: 'broken', reason: 'rule_error' }
    const broken = restrict('broken', missing, { reason: 'x' })
    assert.deepEqual(decide(permit('all', 'true'), broken), expected)
    assert.deepEqual(decide(broken, permit('all', 'true')), expected)
    assert.deepEqual(decide(broken), expected)
  })

  it('is permit if a permit rule matches, before or after one that fails to evaluate', () => {
    const broken = permit('broken', "event.email == 'a'")
    const expected = { permitted: true, rule: 'all', reason: 'permitted' }
    assert.deepEqual(decide(broken, permit('all', 'true')), expected)
    assert.deepEqual(decide(permit('all', 'true'), broken), expected)
  })

  it('names the permit rule that fails to evaluate if no other permits', () => {
    const broken = permit('broken', "event.email == 'a'")
    const expected = { permitted: false, rule: 'broken', reason: 'rule_error' }
    assert.deepEqual(decide(broken, permit('no', 'false')), expected)
    assert.deepEqual(decide(permit('no', 'false'), broken), expected)
  })

  it('names a restrict rule that matches rather than one that fails to evaluate', () => {
    const [broken, none] = [restrict('broken', "event.email == 'a'"), restrict('none', 'true')]
    const expected = { permitted: false, rule: 'none', reason: 'by_rule' }
    assert.deepEqual(decide(broken, none, permit('all', 'true')), expected)
    assert.deepEqual(decide(permit('all', 'true'), none, broken), expected)
  })

  it('does not depend on the order of the rules', () => {
    const conditions = ['true', 'false', "event.email == 'a'", "event['user_id']"]
    const rules = (['permit', 'restrict'] as const).flatMap((effect) =>
      conditions.map((when, index) => ({ id: `${effect}_${index}`, effect, when })),
    )
    // Each rule is in or out, so that every combination of matches and failures occurs.
    for (let chosen = 0; chosen < 2 ** rules.length; chosen++) {
      const own = rules.filter((_, index) => (chosen >> index) & 1)
      const random = randomFrom(chosen)
      const [first, ...others] = [own, own.toReversed(), shuffled(own, random), shuffled(own, random)].map(
        (order) => {
          const { permitted, reason, rule } = decide(...order)
          return { permitted, reason, hasRule: rule !== null }
        },
      )
      for (const other of others) assert.deepEqual(other, first, own.map(({ id }) => id).join())
    }
  })

  it('fails if the condition of a rule does not return a boolean', () => {
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
