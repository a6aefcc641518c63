/** Settings: a destination that gets completed orders by a sync may not get the stored purchases, too. */
import assert from 'node:assert/strict'
import { stackProblems } from '../../infra/settings/problems.ts'
import { webhookTo } from '../support/webhook.ts'

const restricted = `event.event_name == "purchase" && !( has(event.source) && event.source == 'conversions' )`

function problemsOf(rules: readonly (readonly [effect: string, when: string])[], sync = 'conversions') {
  const named = rules.map(([effect, when], index) => ({ id: `rule_${index}`, effect, when }))
  const ads = webhookTo('ads', { settings: { url: 'https://ads.example/' }, rules: named })
  const crm = webhookTo('crm', {
    settings: { url: 'https://crm.example/' },
    rules: [{ id: 'none', effect: 'restrict', when: 'true' }],
  })
  return stackProblems({
    'gcp:project': 'acme-events',
    'sluice:destinations': JSON.stringify({ ads, crm }),
    'sluice:syncs': JSON.stringify({ [sync]: { destinations: ['crm', 'ads'] } }),
  })
}

describe('a destination of the sync conversions', () => {
  const accepted: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'restricts the stored purchases': [
      ['permit', 'true'],
      ['restrict', restricted],
    ],
    'permits only what the sync sends': [
      ['permit', "event.event_name == 'purchase' && has(event.source) && 'conversions' == event.source"],
    ],
    'permits other event types, too': [
      ['permit', "has(event.source) && event.source == 'conversions'"],
      ['permit', "event.event_name == 'sign_up' && has(event.email)"],
    ],
  }
  for (const [what, rules] of Object.entries(accepted))
    it(`is accepted if it ${what}`, () => assert.deepEqual(problemsOf(rules), []))

  const refused: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'permits everything': [['permit', 'true']],
    'permits purchases': [['permit', "event.event_name == 'purchase'"]],
    'restricts only some stored purchases': [
      ['permit', "event.event_name == 'purchase'"],
      ['restrict', `${restricted} && has(event.email)`],
    ],
    'permits stored purchases by an alternative': [
      ['permit', "(has(event.source) && event.source == 'conversions') || event.event_name == 'purchase'"],
    ],
  }
  for (const [what, rules] of Object.entries(refused))
    it(`is refused if it ${what}`, () =>
      assert.deepEqual(problemsOf(rules), [
        'sluice:destinations.ads.rules could permit a stored purchase, which sluice:syncs.conversions sends, too: the destination would get ' +
          "it twice. Add the rule {id: only_conversions, effect: restrict, when: \"event.event_name == 'purchase' && " +
          "!(has(event.source) && event.source == 'conversions')\"}",
      ]))

  it('is not checked for a sync that takes no place of stored events', () =>
    assert.deepEqual(problemsOf([['permit', 'true']], 'customer_profiles'), []))
})
