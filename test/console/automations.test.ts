/** Console: the syncs and actions of an environment: settings, next run, query, trigger in words. */
import assert from 'node:assert/strict'
import { describeAutomations } from '../../functions/console/shown_automation.ts'
import type { ConfiguredAutomation } from '../../schemas/configured.ts'
import type { ShownAction, ShownAutomation, ShownSync } from '../../schemas/shown_automation.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { webhookTo } from '../support/webhook.ts'
import { tokenOfNobody } from './door.ts'

const place = { locate: (name: string) => `\`acme.sluice.${name}\``, now: new Date('2026-03-28T09:00:00Z') }

function shownOf(name: string, ...configured: readonly ConfiguredAutomation[]): ShownAutomation {
  return describeAutomations(configured, place).find((each) => each.name === name)!
}

describe('an automation of the console', () => {
  const amsterdam = { cron: '0 3 * * *', timeZone: 'Europe/Amsterdam' }
  const sync: ConfiguredAutomation = {
    kind: 'sync',
    name: 'customer_profiles',
    destinations: ['crm'],
    state: 'live',
    schedule: amsterdam,
  }

  it('has the next time of its schedule in its time zone', () => {
    // Summer time begins on 2026-03-29 at 02:00 in Amsterdam: 03:00 is then 01:00 UTC.
    assert.deepEqual(shownOf('customer_profiles', sync).schedule, {
      ...amsterdam,
      next: '2026-03-29T01:00:00.000Z',
    })
  })

  it('has no next run while it is paused or not configured', () => {
    assert.deepEqual(shownOf('customer_profiles', { ...sync, state: 'paused' }).schedule, amsterdam)
    const { configured, schedule } = shownOf('customer_profiles')
    assert.equal(configured, undefined)
    assert.deepEqual(schedule, { cron: '0 3 * * *', timeZone: 'Etc/UTC' })
  })

  it('shows the query with full names, and the guards', () => {
    const { sql, rows } = shownOf('lapsed_customers') as ShownSync
    assert.match(sql!, /FROM `acme\.sluice\.purchase`/)
    assert.deepEqual(rows, {
      mode: 'mirror',
      key: ['user_id'],
      guards: { maxRemovedPercent: 25, allowEmpty: false, maximumBytesBilled: 53_687_091_200 },
      rowsPerSecond: 100,
    })
  })

  it('shows the trigger and the requirements in words', () => {
    assert.deepEqual((shownOf('repeat_buyer') as ShownAction).rule, {
      on: ['purchase'],
      subject: 'user_id',
      once: '30d',
      requires: [
        'number of purchase of the same user_id within 30d: at least 3',
        'sum of value of purchase of the same user_id within 30d: any, it is only sent along',
      ],
    })
    const { rule, schedule, sql } = shownOf('big_purchase') as ShownAction
    assert.equal(rule?.when, 'has(event.event_data.value) && event.event_data.value >= 500.0')
    assert.deepEqual([schedule, sql], [undefined, undefined])
  })

  it('is listed if it is configured and the program does not define it', () => {
    const unknown: ConfiguredAutomation = {
      kind: 'action',
      name: 'no_such_action',
      destinations: ['crm'],
      state: 'live',
    }
    assert.deepEqual(shownOf('no_such_action', unknown), {
      kind: 'action',
      name: 'no_such_action',
      description: '',
      eventName: 'no_such_action',
      isDefined: false,
      configured: { destinations: ['crm'], state: 'live' },
    })
  })
})

describe('the automations of the console', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': { crm: webhookTo('crm') },
      'sluice:syncs': { customer_profiles: { destination: 'crm', cron: '0 4 * * *' } },
      'sluice:actions': { big_purchase: { destination: 'crm', state: 'shadow' } },
    })
  })
  after(() => stack?.remove())

  const read = async (token: string) => {
    const response = await fetch(`${stack.facts.baseUrl}/v1/console/automations`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, text: await response.text() }
  }

  it('are those of the settings first, each with its schedule, then those of the program', async () => {
    const { status, text } = await read(tokenOf(stack.facts, 'analyst'))
    assert.equal(status, 200, text)
    const { automations } = JSON.parse(text) as { automations: readonly ShownAutomation[] }
    assert.deepEqual(
      automations.map(({ kind, name, configured }) => [kind, name, configured]),
      [
        ['sync', 'customer_profiles', { destinations: ['crm'], state: 'live' }],
        ['sync', 'conversions', undefined],
        ['sync', 'lapsed_customers', undefined],
        ['action', 'big_purchase', { destinations: ['crm'], state: 'shadow' }],
        ['action', 'cart_left', undefined],
        ['action', 'repeat_buyer', undefined],
      ],
    )
    const { cron, next } = automations[0]!.schedule!
    assert.equal(cron, '0 4 * * *')
    assert.match(next!, /T04:00:00\.000Z$/)
    assert.match(automations[0]!.sql!, /`sluice-local\.sluice\.events`/)
  })

  it('are shown to accounts that may query only', async () => {
    const { status, text } = await read(await tokenOfNobody(stack.facts))
    assert.equal(status, 403)
    assert.ok(!text.includes('customer_profiles'), text)
  })
})
