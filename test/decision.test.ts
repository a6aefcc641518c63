/** Decisions: an event leaves only on a clear yes. */
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

function verdict(...rules: readonly Rule[]): Omit<Decision, 'destination'> {
  const [first, ...others] = compileDecisions([destination(...rules)])(event)
  assert.deepEqual(others, [])
  const { destination: id, ...said } = first!
  assert.equal(id, 'crm')
  return said
}

describe('a decision', () => {
  it('is no by default', () => {
    assert.deepEqual(verdict(), { permitted: false, rule: null, reason: 'no_permit' })
    assert.deepEqual(verdict(permit('other', "event.event_name == 'refund'")), {
      permitted: false,
      rule: null,
      reason: 'no_permit',
    })
    assert.deepEqual(verdict(restrict('never', 'false')), {
      permitted: false,
      rule: null,
      reason: 'no_permit',
    })
  })

  it('is yes when a permit rule matches, and names the first that does', () => {
    assert.deepEqual(verdict(permit('no', 'false'), permit('yes', 'true'), permit('also', 'true')), {
      permitted: true,
      rule: 'yes',
      reason: 'permitted',
    })
  })

  it('is no when a restrict rule matches, wherever it stands', () => {
    for (const rules of [
      [permit('all', 'true'), restrict('none', 'true')],
      [restrict('none', 'true'), permit('all', 'true')],
    ]) {
      assert.deepEqual(verdict(...rules), { permitted: false, rule: 'none', reason: 'by_rule' })
    }
    const told = restrict('none', 'true', { reason: 'customer opted out' })
    assert.equal(verdict(permit('all', 'true'), told).reason, 'customer opted out')
  })

  it('is no when a rule cannot be evaluated, be it to permit or to restrict', () => {
    const missing = "event.event_data['absent'] > 1"
    assert.deepEqual(verdict(permit('broken', missing), permit('all', 'true')), {
      permitted: false,
      rule: 'broken',
      reason: 'rule_error',
    })
    assert.deepEqual(verdict(permit('all', 'true'), restrict('broken', missing, { reason: 'x' })), {
      permitted: false,
      rule: 'broken',
      reason: 'rule_error',
    })
  })

  it('is no when a condition gives something else than true or false, be it to permit or to restrict', () => {
    const no = { permitted: false, rule: 'text', reason: 'rule_error' }
    const text = "event['user_id']"
    assert.deepEqual(verdict(permit('text', text)), no)
    assert.deepEqual(verdict(permit('all', 'true'), restrict('text', text)), no)
  })

  it('sees the context fields, event_data and the destination', () => {
    const conditions = [
      "event.event_name == 'purchase'",
      "event.consent.ad_storage == 'granted'",
      "event.event_data.value >= 59.8 && event.event_data.currency in ['EUR', 'USD']",
      "event.user_id.startsWith('u-')",
      'event.event_data.items.exists(item, item.price == 1.0)',
      "has(event.user_id) && !has(event.email) && !('email' in event)",
      "destination.id == 'crm' && destination.target == 'webhook' && destination.purpose == 'generic'",
    ]
    for (const when of conditions) assert.ok(verdict(permit('rule', when)).permitted, when)
  })

  it('is made for every destination, in their order', () => {
    const decide = compileDecisions([
      { ...destination(permit('all', 'true')), id: 'first' },
      { ...destination(permit('one', "destination.id == 'second'")), id: 'second' },
      { ...destination(permit('one', "destination.id == 'second'")), id: 'third' },
    ])
    assert.deepEqual(
      decide(event).map(({ destination: id, permitted }) => [id, permitted]),
      [
        ['first', true],
        ['second', true],
        ['third', false],
      ],
    )
    assert.deepEqual(compileDecisions([])(event), [])
  })

  it('cannot be asked for with a condition that is none: it is named, with its destination', () => {
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
        /^Error: Rule "odd" of destination "crm" is no valid condition: \S/,
        when,
      )
    }
  })

  it('cannot be asked for over a field that does not exist: the nearest real name is told', () => {
    for (const [when, words] of [
      [
        "event.evnt_name == 'purchase'",
        'line 1, column 7: event.evnt_name: no such field; did you mean event.event_name?',
      ],
      ['has(event.usr_id)', 'line 1, column 11: event.usr_id: no such field; did you mean event.user_id?'],
    ] as const) {
      assert.throws(
        () => verdict(permit('odd', when)),
        { message: `Rule "odd" of destination "crm" is no valid condition: ${words}` },
        when,
      )
    }
  })

  it('is no for a suppressed person and after too many actions, whatever the rules say', () => {
    const decide = compileDecisions([destination(permit('all', 'true'))])
    const said = (suppressed: boolean, hop: number) => decide(event, { suppressed, hop })[0]?.reason
    assert.equal(said(false, 5), 'permitted')
    assert.equal(said(true, 0), 'suppressed')
    assert.equal(said(false, 6), 'chain_too_long')
  })
})
