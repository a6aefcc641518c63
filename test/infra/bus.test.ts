/** Bus: checks the topics, and that no subscription loses messages. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { stack, webhookSecret } from './stack.ts'

const root = 'projects/acme-events'

function account(name: string) {
  return `${name}@acme-events.iam.gserviceaccount.com`
}

const publicTopics = ['events', ...eventTypes.keys()]
const week = '604800s'
/** The maximum retention of Pub/Sub. */
const month = '2678400s'

interface PushInputs {
  name: string
  filter?: string
  expirationPolicy?: { ttl?: string }
  messageRetentionDuration?: string
  pushConfig: { pushEndpoint: string; oidcToken?: { serviceAccountEmail?: string; audience?: string } }
  deadLetterPolicy?: { deadLetterTopic?: string; maxDeliveryAttempts?: number }
  retryPolicy?: { minimumBackoff?: string; maximumBackoff?: string }
}

function pushSubscriptions(graph: Graph): readonly Resource[] {
  return ofType(graph, 'gcp:pubsub/subscription:Subscription').filter(({ inputs }) => 'pushConfig' in inputs)
}

function inputsOf({ inputs }: Resource) {
  return inputs as unknown as PushInputs
}

/** Returns all resources that exist before a resource is made. */
function earlierThan(graph: Graph, { dependencies }: Resource): ReadonlySet<Resource> {
  const byUrn = new Map(graph.resources.map((resource) => [resource.urn, resource]))
  const earlier = new Set<Resource>()
  const add = (urn: string) => {
    const resource = byUrn.get(urn)
    if (!resource || earlier.has(resource)) return
    earlier.add(resource)
    for (const dependency of resource.dependencies) add(dependency)
  }
  for (const urn of dependencies) add(urn)
  return earlier
}

/** The subscription that stores dead letters, which must not become dead letters again. */
const burying = 'dead-letters-store'
/** Run requests, which are redelivered until the run has ended. */
const runs = ['runs-sync', 'runs-act', 'runs-erase', 'runs-reconcile', 'runs-health', 'runs-people']
/** Those of the scheduler, on a topic of their own. */
const scheduled = ['sync', 'act', 'reconcile', 'health', 'people'].map((name) => `scheduled-runs-${name}`)
const neverDead = new Set([burying, ...runs, ...scheduled])
/** Tables that store writes only for dead letters. */
const ofTheDead = new Set(['dead_letters-writer-store', 'deliveries-writer-store'])

/** Returns the problems of a push subscription: how it could lose messages, or push before the function is ready. */
function faults(graph: Graph, subscription: Resource): string[] {
  const { name, expirationPolicy, messageRetentionDuration, pushConfig, deadLetterPolicy, retryPolicy } =
    inputsOf(subscription)
  const { origin, host } = new URL(pushConfig.pushEndpoint)
  const functionName = host.split('-', 1)[0] ?? ''
  const earlier = [...earlierThan(graph, subscription)]
  const ready = (resource: string) => earlier.some((each) => each.custom && each.name === resource)
  const rights = graph.resources.filter(
    ({ custom, inputs, name: right }) =>
      custom &&
      inputs['member'] === `serviceAccount:${account(`sluice-${functionName}`)}` &&
      !(functionName === 'store' && name !== burying && ofTheDead.has(right)),
  )
  const problems: [boolean, string][] = [
    [expirationPolicy?.ttl !== '', 'expires'],
    [messageRetentionDuration !== month, 'does not keep messages for 31 days'],
    [pushConfig.oidcToken?.serviceAccountEmail !== account('sluice-push'), 'is not signed'],
    [pushConfig.oidcToken?.audience !== origin, 'is signed for another audience'],
    [
      !neverDead.has(name) && deadLetterPolicy?.deadLetterTopic !== `${root}/topics/dead-letters`,
      'has no dead letters',
    ],
    [
      !neverDead.has(name) && deadLetterPolicy?.maxDeliveryAttempts !== 100,
      'does not give up after 100 attempts',
    ],
    [neverDead.has(name) && deadLetterPolicy !== undefined, 'gives up'],
    [retryPolicy?.minimumBackoff !== '10s' || retryPolicy.maximumBackoff !== '600s', 'does not back off'],
    [!ready('dead-letters-hold'), 'may come before dead letters are kept'],
    [!ready('dead-letters-agent'), 'may come before Pub/Sub may move dead letters'],
    [!ready('push-signing'), 'may come before Pub/Sub may sign'],
    [!ready(`${functionName}-invoker-push`), `may come before ${functionName} may be called`],
    [
      rights.length === 0 || rights.some((right) => !earlier.includes(right)),
      `may come before the rights of ${functionName}`,
    ],
  ]
  return problems.filter(([applies]) => applies).map(([, problem]) => `${name} ${problem}`)
}

describe('the bus', () => {
  let graph: Graph
  before(async () => {
    graph = await stack()
  })

  it('has a topic for every event type and one for all, with a week of retention', () => {
    const topics = ofType(graph, 'gcp:pubsub/topic:Topic')
    assert.deepEqual(
      topics.map(({ id }) => id).toSorted(),
      [...publicTopics, 'stored', 'dead-letters', 'runs', 'scheduled-runs']
        .map((topic) => `${root}/topics/${topic}`)
        .toSorted(),
    )
    const rewindable = topics.filter(({ inputs }) => inputs['messageRetentionDuration'] === week)
    assert.deepEqual(rewindable.map(({ name }) => name).toSorted(), publicTopics.toSorted())
  })

  it('pushes every public topic to store, and to each destination only its permitted events', () => {
    const pushes = pushSubscriptions(graph).map((subscription) => {
      const { filter = 'everything', pushConfig } = inputsOf(subscription)
      return `${subscription.name}: ${filter} of ${String(subscription.inputs['topic'])} to ${pushConfig.pushEndpoint}`
    })
    const expected = [
      ...publicTopics.map(
        (topic) =>
          `${topic}-store: everything of ${root}/topics/${topic} to https://store-abc123-ew.a.run.app`,
      ),
      `${burying}: everything of ${root}/topics/dead-letters to https://store-abc123-ew.a.run.app`,
      ...['webhook_eu', 'topic_us'].map(
        (id) =>
          `forward-${id}: attributes:to_${id} of ${root}/topics/stored to https://forward-abc123-ew.a.run.app/${id}`,
      ),
      `stored-act: attributes:act of ${root}/topics/stored to https://act-abc123-ew.a.run.app`,
      ...Object.entries({
        sync: ['sync', 'replay', 'reprocess', 'cancel'],
        act: ['action'],
        erase: ['erasure'],
        reconcile: ['reconcile'],
        health: ['health'],
        people: ['people'],
      }).flatMap(([name, kinds]) =>
        (name === 'erase' ? ['runs'] : ['runs', 'scheduled-runs']).map(
          (topic) =>
            `${topic}-${name}: ${kinds.map((kind) => `attributes.kind = "${kind}"`).join(' OR ')} of ${root}/topics/${topic} to https://${['reconcile', 'health', 'people'].includes(name) ? 'sync' : name}-abc123-ew.a.run.app`,
        ),
      ),
    ]
    assert.deepEqual(pushes.toSorted(), expected.toSorted())
  })

  it('loses no message between a topic and a function', () => {
    assert.deepEqual(
      pushSubscriptions(graph).flatMap((subscription) => faults(graph, subscription)),
      [],
    )
  })

  it('fails the check if a subscription could lose messages', () => {
    const subscription = pushSubscriptions(graph).find(({ name }) => name === 'events-store')
    assert.ok(subscription)
    const { deadLetterPolicy: _, ...inputs } = subscription.inputs
    const broken = {
      ...subscription,
      inputs: { ...inputs, expirationPolicy: { ttl: '2678400s' } },
      dependencies: [],
    }
    assert.deepEqual(faults(graph, broken), [
      'events-store expires',
      'events-store has no dead letters',
      'events-store does not give up after 100 attempts',
      'events-store may come before dead letters are kept',
      'events-store may come before Pub/Sub may move dead letters',
      'events-store may come before Pub/Sub may sign',
      'events-store may come before store may be called',
      'events-store may come before the rights of store',
    ])
  })

  it('lets Pub/Sub acknowledge dead letters on every subscription that has them', () => {
    const granted = ofType(graph, 'gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember')
      .filter(({ inputs }) => inputs['role'] === 'roles/pubsub.subscriber')
      .filter(({ inputs }) => String(inputs['member']).includes('gcp-sa-pubsub'))
      .map(({ inputs }) => String(inputs['subscription']))
    assert.deepEqual(
      granted.toSorted(),
      pushSubscriptions(graph)
        .map(({ name }) => name)
        .filter((name) => !neverDead.has(name))
        .toSorted(),
    )
  })

  it('keeps dead letters until they are pulled', () => {
    const [hold, ...others] = ofType(graph, 'gcp:pubsub/subscription:Subscription').filter(
      ({ name, inputs }) => inputs['topic'] === `${root}/topics/dead-letters` && name !== burying,
    )
    assert.deepEqual(others, [])
    assert.equal(hold?.name, 'dead-letters-hold')
    assert.deepEqual(hold.inputs['expirationPolicy'], { ttl: '' })
    assert.equal('pushConfig' in hold.inputs, false)
  })

  it('uses the delivery settings', async () => {
    const delivery = { maxAttempts: 7, minimumBackoff: '0.5s', maximumBackoff: '30s' }
    const patient = await stack({ 'sluice:delivery': JSON.stringify(delivery) })
    for (const subscription of pushSubscriptions(patient)) {
      const { deadLetterPolicy, retryPolicy } = inputsOf(subscription)
      assert.equal(deadLetterPolicy?.maxDeliveryAttempts, neverDead.has(subscription.name) ? undefined : 7)
      assert.deepEqual(retryPolicy, { minimumBackoff: '0.5s', maximumBackoff: '30s' })
    }
  })

  it('holds the events of a paused destination', async () => {
    const destinations = {
      crm: {
        target: 'webhook',
        settings: { url: 'https://crm.example/' },
        secrets: { secret: webhookSecret },
        rules: [],
        paused: true,
      },
    }
    const graph = await stack({ 'sluice:destinations': JSON.stringify(destinations) })
    const paused = graph.resources.find(({ name, custom }) => custom && name === 'forward-crm')
    assert.ok(paused)
    assert.equal('pushConfig' in paused.inputs, false)
    assert.equal(paused.inputs['filter'], 'attributes:to_crm')
    assert.equal(paused.inputs['messageRetentionDuration'], month)
  })
})
