/** Runs: checks their schedules, destinations and settings in the Pulumi program. */
import assert from 'node:assert/strict'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

function jobs(graph: Graph) {
  return ofType(graph, 'gcp:cloudscheduler/job:Job').map(({ name, inputs }) => {
    const { attributes, data, topicName } = inputs['pubsubTarget'] as {
      attributes: { kind: string }
      data: string
      topicName: string
    }
    return {
      name,
      when: `${String(inputs['schedule'])} ${String(inputs['timeZone'])}`,
      paused: inputs['paused'],
      asks: `${attributes.kind} ${Buffer.from(data, 'base64').toString()} of ${topicName}`,
    }
  })
}

function environmentOf(graph: Graph, name: string): Readonly<Record<string, string>> {
  const found = ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find((each) => each.name === name)
  assert.ok(found, name)
  const { environmentVariables } = found.inputs['serviceConfig'] as {
    environmentVariables: Record<string, string>
  }
  return environmentVariables
}

function of(syncs: object, actions: object = {}) {
  return stack({ 'sluice:syncs': JSON.stringify(syncs), 'sluice:actions': JSON.stringify(actions) })
}

/** The daily check of every stack (infra/resources/runs.ts). */
const dailyCheck = {
  name: 'reconcile',
  when: '0 4 * * * Etc/UTC',
  paused: false,
  asks: 'reconcile {} of projects/acme-events/topics/scheduled-runs',
}

/** The check of the health of every stack. */
const health = {
  name: 'health',
  when: '7,22,37,52 * * * * Etc/UTC',
  paused: false,
  asks: 'health {} of projects/acme-events/topics/scheduled-runs',
}

/** The search for links of every stack. */
const people = {
  name: 'people',
  when: '4,14,24,34,44,54 * * * * Etc/UTC',
  paused: false,
  asks: 'people {} of projects/acme-events/topics/scheduled-runs',
}

describe('runs', () => {
  it('are scheduled by the settings, else by the sync or action itself', async () => {
    assert.deepEqual(jobs(await stack(examples['with everything'])), [
      {
        name: 'sync-customer_profiles',
        when: '30 2 * * * Europe/Amsterdam',
        paused: false,
        asks: 'sync {"sync":"customer_profiles","destination":"webhook_eu"} of projects/acme-events/topics/scheduled-runs',
      },
      {
        name: 'action-cart_left',
        when: '*/15 * * * * Etc/UTC',
        paused: true,
        asks: 'action {"action":"cart_left"} of projects/acme-events/topics/scheduled-runs',
      },
      dailyCheck,
      health,
      people,
    ])
    const own = await of({ customer_profiles: { destination: 'webhook_eu', paused: true } })
    assert.deepEqual(
      jobs(own).map(({ name, when, paused }) => ({ name, when, paused })),
      [
        { name: 'sync-customer_profiles', when: '0 3 * * * Etc/UTC', paused: true },
        { name: dailyCheck.name, when: dailyCheck.when, paused: false },
        { name: health.name, when: health.when, paused: false },
        { name: people.name, when: people.when, paused: false },
      ],
    )
  })

  it('of a sync have one job for each destination; that of a single one keeps its name', async () => {
    const ofSync = (graph: Graph) =>
      jobs(graph)
        .filter(({ asks }) => asks.startsWith('sync '))
        .map(({ name, asks }) => [name, JSON.parse(asks.split(' ')[1]!)])
    const one = ['sync-customer_profiles', { sync: 'customer_profiles', destination: 'topic_us' }]
    assert.deepEqual(ofSync(await of({ customer_profiles: { destination: 'topic_us' } })), [one])
    assert.deepEqual(ofSync(await of({ customer_profiles: { destinations: ['topic_us'] } })), [one])
    const several = await of({
      customer_profiles: { destinations: ['topic_us', 'webhook_eu'], paused: true },
    })
    assert.deepEqual(ofSync(several), [
      one,
      ['sync-customer_profiles-webhook_eu', { sync: 'customer_profiles', destination: 'webhook_eu' }],
    ])
    assert.ok(jobs(several).every(({ name, paused }) => paused === name.startsWith('sync-')))
    // Without a schedule, the health check does not expect a run of a paused sync.
    assert.deepEqual(JSON.parse(environmentOf(several, 'sync')['SYNCS']!), [
      { name: 'customer_profiles', destinations: ['topic_us', 'webhook_eu'] },
    ])
  })

  it('are only scheduled for the checks if nothing else has a schedule', async () => {
    const graph = await of({}, { big_purchase: { destination: 'webhook_eu', state: 'live' } })
    assert.deepEqual(jobs(graph), [dailyCheck, health, people])
  })

  it('are in the environment of the functions: the syncs of sync, the actions of act and store', async () => {
    const graph = await of(
      { customer_profiles: { destination: 'webhook_eu' } },
      { big_purchase: { destination: 'topic_us', state: 'shadow' } },
    )
    const actions = [{ name: 'big_purchase', destinations: ['topic_us'], state: 'shadow' }]
    assert.deepEqual(JSON.parse(environmentOf(graph, 'sync')['SYNCS']!), [
      {
        name: 'customer_profiles',
        destinations: ['webhook_eu'],
        schedule: { cron: '0 3 * * *', timeZone: 'Etc/UTC' },
      },
    ])
    assert.deepEqual(JSON.parse(environmentOf(graph, 'act')['ACTIONS']!), actions)
    assert.deepEqual(JSON.parse(environmentOf(graph, 'store')['ACTIONS']!), actions)
    assert.deepEqual(JSON.parse(environmentOf(graph, 'console')['AUTOMATIONS']!), [
      {
        kind: 'sync',
        name: 'customer_profiles',
        destinations: ['webhook_eu'],
        state: 'live',
        schedule: { cron: '0 3 * * *', timeZone: 'Etc/UTC' },
      },
      { kind: 'action', name: 'big_purchase', destinations: ['topic_us'], state: 'shadow' },
    ])
  })

  const wrong: readonly (readonly [string, object, object, RegExp])[] = [
    [
      'a sync that does not exist',
      { customer_profile: { destination: 'webhook_eu' } },
      {},
      /sluice:syncs\.customer_profile is not in schemas\/syncs\. Expected: .*customer_profiles.*Did you mean customer_profiles\?/,
    ],
    [
      'an action that does not exist',
      {},
      { big_purchases: { destination: 'webhook_eu', state: 'live' } },
      /sluice:actions\.big_purchases is not in schemas\/actions\. Expected: .*Did you mean big_purchase\?/,
    ],
    [
      'a destination that does not exist',
      { customer_profiles: { destination: 'webhook_us' } },
      {},
      /sluice:syncs\.customer_profiles\.destination must be one of sluice:destinations: webhook_eu, topic_us, got "webhook_us"\. Did you mean webhook_eu\?/,
    ],
    [
      'a destination of a list that does not exist',
      { customer_profiles: { destinations: ['topic_us', 'webhook_us'] } },
      {},
      /sluice:syncs\.customer_profiles\.destinations\.1 must be one of sluice:destinations: webhook_eu, topic_us, got "webhook_us"\. Did you mean webhook_eu\?/,
    ],
    [
      'a destination twice',
      { customer_profiles: { destinations: ['topic_us', 'topic_us'] } },
      {},
      /sluice:syncs\.customer_profiles\.destinations\.1 must differ from destinations\.0, got "topic_us" twice/,
    ],
    [
      'an empty list of destinations',
      { customer_profiles: { destinations: [] } },
      {},
      /sluice:syncs\.customer_profiles\.destinations must be a list with at least one of sluice:destinations: webhook_eu, topic_us, got an empty list/,
    ],
    [
      'both forms of destinations of an action',
      {},
      { big_purchase: { destination: 'topic_us', destinations: ['webhook_eu'], state: 'live' } },
      /sluice:actions\.big_purchase must have either destinations or destination, got both/,
    ],
    [
      'both forms of destinations',
      { customer_profiles: { destination: 'topic_us', destinations: ['webhook_eu'] } },
      {},
      /sluice:syncs\.customer_profiles must have either destinations or destination, got both/,
    ],
    [
      'no destination',
      { customer_profiles: {} },
      {},
      /sluice:syncs\.customer_profiles must have destinations, a list with one of sluice:destinations: webhook_eu, topic_us, got neither/,
    ],
    [
      'a text in place of the list',
      { customer_profiles: { destinations: 'topic_us' } },
      {},
      /sluice:syncs\.customer_profiles\.destinations must be array, got "topic_us"\. Expected: a list of ids of destinations, for example \["crm","ads"\]/,
    ],
    [
      'a cron of six fields',
      { customer_profiles: { destination: 'webhook_eu', cron: '0 0 3 * * *' } },
      {},
      /sluice:syncs\.customer_profiles\.cron must have five fields, for example "0 3 \* \* \*", got "0 0 3 \* \* \*"/,
    ],
    [
      'a cron that is none',
      { customer_profiles: { destination: 'webhook_eu', cron: '99 3 * * *' } },
      {},
      /sluice:syncs\.customer_profiles has an invalid schedule: /,
    ],
    [
      'a time zone that does not exist',
      { customer_profiles: { destination: 'webhook_eu', timeZone: 'Europe/Atlantis' } },
      {},
      /sluice:syncs\.customer_profiles has an invalid schedule: /,
    ],
    [
      'a schedule of an action that events set off',
      {},
      { big_purchase: { destination: 'webhook_eu', state: 'live', cron: '0 3 * * *' } },
      /sluice:actions\.big_purchase is triggered by events and has no schedule: remove cron and timeZone/,
    ],
    [
      'a state that does not exist',
      {},
      { big_purchase: { destination: 'webhook_eu', state: 'on' } },
      /sluice:actions\.big_purchase\.state must be .*draft, shadow, live, paused/,
    ],
  ]
  for (const [what, syncs, actions, message] of wrong)
    it(`are refused with ${what}, before anything is changed`, async () => {
      await assert.rejects(of(syncs, actions), message)
    })
})
