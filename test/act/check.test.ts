/** Actions: the check reports actions that cannot work, by name. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actionProblems } from '../../functions/act/check.ts'
import { assignedActions, compileTriggers } from '../../functions/act/triggers.ts'
import { shipped } from '../../infra/settings/declarations.ts'
import { checkDestinations } from '../../cli/inspect/check_destinations.ts'
import type { Action } from '../../schemas/action.ts'
import * as declared from '../../schemas/actions/index.ts'
import { text } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { action, assign } from './engine.ts'

function sends(field: string): Action['event'] {
  return defineEvent({
    name: 'test_action',
    description: 'A firing.',
    examples: [],
    fields: { [field]: text('A field.', 'a') },
  })
}

describe('the check of actions', () => {
  for (const each of Object.values<Action>(declared))
    it(`passes ${each.name}`, () => assert.deepEqual(actionProblems(each), []))

  const faults: readonly (readonly [string, Partial<Action>, RegExp])[] = [
    [
      'a condition over a misspelt field',
      { trigger: { on: ['purchase'], when: 'event.event_data.valeu > 3.0' } },
      /^Invalid condition in the trigger of action "test_action": .*did you mean event\.event_data\.value\?/,
    ],
    [
      'a condition over the destination',
      { trigger: { on: ['purchase'], when: "destination.id == 'ops'" } },
      /can read only event/,
    ],
    [
      'a condition that is not a bool',
      { trigger: { on: ['purchase'], when: 'event.user_id' } },
      /result type is string/,
    ],
    [
      'a misspelt event',
      { trigger: { on: ['purchas'] } },
      /^trigger\.on: unknown event type "purchas"\. Did you mean "purchase"\?/,
    ],
    [
      'a misspelt subject',
      { subject: 'user_idd' },
      /^subject: purchase has no plain field "user_idd"\. Did you mean "user_id"\?/,
    ],
    [
      'a subject that is not a plain value',
      { subject: 'consent' },
      /^subject: purchase has no plain field "consent"/,
    ],
    [
      'a requirement of a misspelt event',
      { requires: [{ within: '1d', count: { event: 'purchse' } }] },
      /^requires\.count: unknown event type "purchse"\. Did you mean "purchase"\?/,
    ],
    [
      'the sum of a misspelt field',
      { requires: [{ within: '1d', sum: { event: 'purchase', field: 'vlaue' } }] },
      /^requires\.sum: purchase has no plain field "vlaue"\. Did you mean "value"\?/,
    ],
    [
      'a requirement of an event without the subject',
      { subject: 'transaction_id', requires: [{ within: '1d', count: { event: 'add_to_cart' } }] },
      /^requires\.count: subject: add_to_cart has no plain field "transaction_id"/,
    ],
    [
      'an empty sequence',
      { requires: [{ within: '1d', sequence: { events: [] } }] },
      /^requires\.sequence: expected 1 to 20 events, got 0/,
    ],
    [
      'a field without a source',
      { event: sends('count_purchases'), requires: [{ within: '1d', count: { event: 'purchase' } }] },
      /^event\.fields\.count_purchases: .*Did you mean "count_purchase"\?/,
    ],
    [
      'a strict event',
      { event: { ...sends('transaction_id'), mode: 'strict' } },
      /^event\.mode: expected open/,
    ],
    [
      'an event of another name',
      { name: 'other_action' },
      /^event\.name: expected "other_action", the name of the action, got "test_action"/,
    ],
  ]
  for (const [fault, definition, message] of faults)
    it(`reports ${fault}`, () => {
      const problems = actionProblems(action({ event: sends('transaction_id'), ...definition }))
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0]!, message)
    })

  it('is part of npx sluice check', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-check-'))
    const wrong = action({ event: sends('coupon'), subject: 'user_idd' })
    const { problems } = await checkDestinations(folder, { ...shipped, actions: [wrong] })
    assert.match(problems[0]!, /^schemas\/actions\/test_action\.ts: subject: .*Did you mean "user_id"/)
    await rm(folder, { recursive: true })
  })

  it('stops a function whose settings name an undeclared action', () => {
    const wrong = [{ name: 'big_purchas', destinations: ['ops'], state: 'live' as const }]
    assert.throws(
      () => assignedActions(wrong, new Map([['big_purchase', declared.big_purchase]])),
      /"big_purchas" is not declared\. Did you mean "big_purchase"\?/,
    )
  })
})

describe('the condition of an action', () => {
  it('counts as not met when it fails on an event, and is logged once', () => {
    const logged: unknown[] = []
    const when = 'event.event_data.value > 20.0'
    const matchActions = compileTriggers(
      [assign(action({ trigger: { on: ['purchase'], when } }))],
      (message, facts) => logged.push([message, facts['action']]),
    )
    const purchase = (event_data: object) => ({ name: 'purchase', value: { event_data } })
    assert.equal(matchActions(purchase({})).length, 0)
    assert.equal(matchActions(purchase({ value: 'much' })).length, 0)
    assert.equal(matchActions(purchase({ value: 21 })).length, 1)
    assert.equal(matchActions({ name: 'refund', value: { event_data: { value: 21 } } }).length, 0)
    assert.deepEqual(logged, [
      ['evaluating the condition of an action failed; such events do not trigger it', 'test_action'],
    ])
  })
})
