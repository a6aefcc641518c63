/** Settings: a destination that is a list of people is fed by one sync in mode mirror, and by nothing else. */
import assert from 'node:assert/strict'
import { stackProblems } from '../../infra/settings/problems.ts'

const segment = {
  target: 'customerio_segment',
  settings: { list_id: '7', site_id: 'abc' },
  secrets: { api_key: 'key' },
}

function problemsOf(settings: object, when = "event.event_name == 'lapsed_customers'"): readonly string[] {
  const vip = { ...segment, rules: [{ id: 'members', effect: 'permit', when }] }
  return stackProblems({
    'gcp:project': 'acme-events',
    'sluice:destinations': JSON.stringify({ vip }),
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`sluice:${key}`, JSON.stringify(value)]),
    ),
  })
}

const list = 'vip, which is a list of people (target customerio_segment)'

describe('a list of people', () => {
  it('is fed by a sync in mode mirror', () =>
    assert.deepEqual(problemsOf({ syncs: { lapsed_customers: { destinations: ['vip'] } } }), []))

  it('is not fed by a sync in another mode', () =>
    assert.deepEqual(problemsOf({ syncs: { customer_profiles: { destinations: ['vip'] } } }), [
      `sluice:syncs.customer_profiles must have mode mirror to feed ${list}: expected mode mirror in schemas/syncs/customer_profiles.ts, got upsert`,
    ]))

  it('is not fed by an action', () =>
    assert.deepEqual(problemsOf({ actions: { repeat_buyer: { destinations: ['vip'], state: 'live' } } }), [
      `sluice:actions.repeat_buyer must not feed ${list}: only a sync in mode mirror can`,
    ]))

  it('is not fed by two syncs', () => {
    const both = { lapsed_customers: { destinations: ['vip'] }, customer_profiles: { destinations: ['vip'] } }
    const [, second] = problemsOf({ syncs: both })
    assert.equal(
      second,
      `sluice:syncs.customer_profiles must not feed ${list}: sluice:syncs.lapsed_customers does, and each would remove the people of the other`,
    )
  })

  it('gets no stored event', () =>
    assert.deepEqual(problemsOf({}, "event.event_name == 'sign_up' || event.country == 'DE'"), [
      'sluice:destinations.vip.rules.0.when could permit a stored event for a list of people, which takes only rows of a sync. ' +
        "Expected a condition with event.event_name == 'lapsed_customers', the event type of the sync, got " +
        "\"event.event_name == 'sign_up' || event.country == 'DE'\"",
    ]))
})
