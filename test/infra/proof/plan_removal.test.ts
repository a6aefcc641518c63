/** Plan: checks the report about a removed destination: what is lost, and how to drain it first. */
import assert from 'node:assert/strict'
import { functionType, remove, rule, subscriptionType, planOf, update, withDestinations } from '../preview.ts'

/** Returns the command that checks whether a destination is drained. */
function waiting(dataset: string, id: string): string {
  return (
    `      bq query --use_legacy_sql=false "SELECT outcome, COUNT(*) AS events FROM ${dataset}.delivery_state WHERE destination = '${id}' ` +
    `AND received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 31 DAY) AND outcome IN ('pending', 'deferred') GROUP BY outcome"`
  )
}

const crm = {
  id: 'crm',
  target: 'webhook',
  settings: { url: 'https://crm.example/' },
  rules: [rule('purchases', "event.event_name == 'purchase'"), rule('leads', 'true')],
}

describe('npx sluice plan of a removed destination', () => {
  it('prints what is lost with it, and the commands that drain it first', () => {
    const { serviceConfig } = withDestinations({
      ...crm,
      rules: [rule('tests', 'true', 'restrict'), ...crm.rules],
    })
    const before = {
      serviceConfig: {
        environmentVariables: { ...serviceConfig.environmentVariables, DATASET: 'acme_events' },
      },
    }
    const held = { name: 'forward-crm', topic: 't', filter: 'attributes:to_crm' }
    const lines = planOf(
      update(functionType, 'store', before, withDestinations(), ['serviceConfig']),
      remove(subscriptionType, 'forward-crm', held),
    )
    assert.deepEqual(lines, [
      'Destinations',
      '  crm is REMOVED: events that still wait in its subscription forward-crm are LOST with it',
      '    To lose none, drain it first. Put sluice:destinations.crm back into the settings, and let it take no more events:',
      "      pulumi config set --path 'sluice:destinations.crm.rules[1].effect' restrict",
      "      pulumi config set --path 'sluice:destinations.crm.rules[2].effect' restrict",
      "      pulumi config set --path 'sluice:destinations.crm.paused' false",
      '      pulumi up',
      '    Then wait until no event waits: Backlog of forward-crm on the dashboard is 0, and this returns no row:',
      waiting('acme_events', 'crm'),
      '    Then remove it:',
      "      pulumi config rm --path 'sluice:destinations.crm'",
      '      pulumi up',
      '',
      'Topics and subscriptions',
      '  subscription forward-crm is DELETED',
      '',
      'Functions',
      '  store is deployed again: its settings changed',
      '',
      'DELETED OR REPLACED',
      '  DELETES Subscription forward-crm',
    ])
    // A subscription with a push endpoint is not paused.
    const pushed = remove(subscriptionType, 'forward-crm', { ...held, pushConfig: {} })
    const step = update(functionType, 'store', before, withDestinations(), ['serviceConfig'])
    assert.ok(!planOf(step, pushed).some((line) => line.includes('.paused')))
  })
})
