/** Drain mode: what the settings change in the stack, and that they change nothing by default. */
import assert from 'node:assert/strict'
import { monthlyCost } from '../../infra/proof/cost.ts'
import { mermaidDiagram } from '../../infra/proof/mermaid.ts'
import { plan } from '../../infra/proof/plan.ts'
import { poolsOfGraph } from '../../infra/proof/pools.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { find } from './mutations.ts'
import { examples, stack, webhookSecret } from './stack.ts'

const all = examples['drained']!

function subscriptions(graph: Graph): readonly Resource[] {
  return ofType(graph, 'gcp:pubsub/subscription:Subscription')
}

function drainedNames(graph: Graph): readonly string[] {
  return subscriptions(graph)
    .filter(({ inputs }) => 'labels' in inputs)
    .map(({ name }) => name)
}

function grantLines(graph: Graph): ReadonlySet<string> {
  return new Set(grantsOf(graph).map((grant) => Object.values(grant).join(' ')))
}

describe('drain mode', () => {
  it('is off by default', async () => {
    const graph = await stack()
    assert.deepEqual(drainedNames(graph), [])
    assert.deepEqual(poolsOfGraph(graph), [])
    assert.doesNotMatch(JSON.stringify(graph), /onDeployUpdatePolicy|worker_pool/)
  })

  it('takes the push configuration from the subscriptions of events and destinations, and of no others', async () => {
    const graph = await stack(all)
    const isTaken = (name: string): boolean => /^forward-|-store$/.test(name) && name !== 'dead-letters-store'
    for (const { name, inputs } of subscriptions(graph)) {
      if (name === 'dead-letters-hold') continue
      assert.equal('pushConfig' in inputs, !isTaken(name), name)
      assert.deepEqual(inputs['labels'], isTaken(name) ? { mode: 'drain' } : undefined, name)
      assert.equal(inputs['ackDeadlineSeconds'], isTaken(name) ? 15 : 600, name)
    }
  })

  it('adds a worker pool with the image, account, variables and secrets of each function', async () => {
    const graph = await stack(all)
    for (const name of ['store', 'forward'] as const) {
      const { inputs } = find(graph, `WorkerPool ${name}-drain`)
      const { template, scaling, deletionProtection } = inputs as unknown as {
        template: {
          serviceAccount: string
          containers: readonly [
            {
              image: string
              resources: { limits: Readonly<Record<string, string>> }
              envs: readonly { name: string; value?: string; valueSource?: { secretKeyRef: object } }[]
            },
          ]
        }
        scaling: object
        deletionProtection: boolean
      }
      const [{ image, envs, resources }] = template.containers
      assert.equal(template.serviceAccount, `sluice-${name}@acme-events.iam.gserviceaccount.com`)
      assert.equal(image, `europe-west1-docker.pkg.dev/acme-events/sluice-functions/${name}`)
      assert.deepEqual(resources.limits, { cpu: '1', memory: { store: '576Mi', forward: '704Mi' }[name] })
      assert.deepEqual(scaling, { scalingMode: 'AUTOMATIC', minInstanceCount: 1, maxInstanceCount: 5 })
      assert.equal(deletionProtection, false)
      const { environmentVariables } = find(graph, `Function ${name}`).inputs['serviceConfig'] as {
        environmentVariables: object
      }
      const plain = Object.fromEntries(
        envs.flatMap(({ name: key, value }) => (value === undefined ? [] : [[key, value]])),
      )
      const drained = drainedNames(graph).filter(
        (each) => each.startsWith('forward-') === (name === 'forward'),
      )
      assert.deepEqual(plain, { ...environmentVariables, DRAIN: drained.join(',') })
      assert.deepEqual(
        envs.flatMap(({ name: key, valueSource }) => (valueSource ? [[key, valueSource.secretKeyRef]] : [])),
        name === 'forward'
          ? [['SECRET_WEBHOOK_EU_SECRET', { secret: 'secret-webhook-eu-secret', version: '1' }]]
          : [],
      )
    }
  })

  it('grants each account pulling and reading the subscriptions that it drains, and nothing else', async () => {
    const [before, after] = [grantLines(await stack()), grantLines(await stack(all))]
    const expected = drainedNames(await stack(all)).flatMap((id) => {
      const account = `serviceAccount:sluice-${id.startsWith('forward-') ? 'forward' : 'store'}@acme-events.iam.gserviceaccount.com`
      return ['roles/pubsub.subscriber', 'roles/pubsub.viewer'].map(
        (role) => `${role} ${account} projects/acme-events/subscriptions/${id}`,
      )
    })
    assert.deepEqual([...after.difference(before)].toSorted(), expected.toSorted())
    assert.deepEqual([...before.difference(after)], [])
  })

  it('can be set for one destination, with a longer lease in order, and holds a paused one', async () => {
    const destination = {
      target: 'webhook',
      settings: { url: 'https://crm.example/' },
      secrets: { secret: webhookSecret },
      rules: [],
    }
    const graph = await stack({
      ...examples['in order'],
      'sluice:destinations': JSON.stringify({
        crm: { ...destination, drain: true, ordered: true },
        shop: destination,
        held: { ...destination, drain: true, paused: true },
      }),
    })
    const modes = Object.fromEntries(
      subscriptions(graph)
        .filter(({ name }) => name.startsWith('forward-'))
        .map(({ name, inputs }) => [
          name,
          [(inputs['labels'] as { mode?: string } | undefined)?.mode ?? 'push', inputs['ackDeadlineSeconds']],
        ]),
    )
    assert.deepEqual(modes, {
      'forward-crm': ['drain', 15],
      'forward-crm-ordered': ['drain', 60],
      'forward-shop': ['push', 600],
      'forward-held': ['drain-paused', 15],
    })
    assert.deepEqual(
      poolsOfGraph(graph).map(({ resource, subscriptions: pulled }) => [resource.name, ...pulled]),
      [['forward-drain', 'forward-crm', 'forward-crm-ordered', 'forward-held']],
    )
    assert.doesNotMatch(JSON.stringify(find(graph, 'Function forward').inputs), /"drain"/)
  })

  it('adds alerts, and watches the log of the worker pools in the others', async () => {
    const graph = await stack(all)
    const filterOf = (name: string): string => JSON.stringify(find(graph, `AlertPolicy ${name}`).inputs)
    assert.match(filterOf('drain-silent'), /subscription_pull_request_count/)
    assert.match(filterOf('drain-silent'), /events-store\|/)
    assert.match(filterOf('leases-lost'), /expired_ack_deadlines_count/)
    for (const name of ['credentials', 'store-tables', 'store-redeliveries', 'drain-faults'])
      assert.match(filterOf(name), /cloud_run_worker_pool/, name)
  })

  it('is drawn as an arrow to the function, and planned in words', async () => {
    assert.match(mermaidDiagram(await stack(all)), /f_forward --> d_webhook_eu/)
    const type = 'gcp:pubsub/subscription:Subscription'
    const step = (name: string, before: object, after: object) => ({
      op: 'update',
      urn: `urn:pulumi:prod::sluice::${type}::${name}`,
      oldState: { type, inputs: { topic: 't', ...before } },
      newState: { type, inputs: { topic: 't', ...after } },
      diffReasons: ['pushConfig', 'labels'],
    })
    const pushed = { pushConfig: { pushEndpoint: 'https://forward.example/crm' } }
    const lines = (...steps: ReturnType<typeof step>[]) =>
      plan({ steps, errors: [], warnings: [] }, 0).split('\n')
    const drained = { labels: { mode: 'drain' } }
    assert.ok(
      lines(step('forward-crm', pushed, drained)).includes(
        '  crm is drained: its worker pool pulls the events, which wait until it runs',
      ),
    )
    assert.ok(
      lines(step('forward-crm', drained, pushed)).includes(
        '  crm is pushed again: Pub/Sub pushes its events',
      ),
    )
    assert.ok(
      lines(step('forward-crm', drained, { labels: { mode: 'drain-paused' } })).includes(
        '  crm is paused: its events are held',
      ),
    )
    assert.ok(
      lines(step('events-store', pushed, drained), step('lead-store', pushed, drained)).includes(
        '  store is drained: its worker pool pulls the events, which wait until it runs',
      ),
    )
  })

  it('costs its two worker pools, and no requests of store and forward', async () => {
    const usage = { events: 1_000_000_000, bytes: 547, destinations: 2, perRequest: 100 }
    const { lines, usd } = monthlyCost(await stack(all), usage)
    const amount = (what: string) => lines.find((line) => line.what === what)?.amount
    // 10 M to ingest
    assert.equal(amount('requests'), 10)
    // 1000 M × 120 µs / 0.6 and 2000 M × 150 µs / 0.6 are less than the 2 628 000 s of one instance each
    assert.equal(amount('CPU of worker pools'), 2 * 2_628_000)
    // 0.5625 GiB of store and 0.6875 of forward
    assert.equal(amount('memory of worker pools'), 1.25 * 2_628_000)
    assert.ok(usd / 1000 <= 0.65, `${usd}`)
    const asDrained = monthlyCost(await stack(), { ...usage, mode: 'drain' })
    assert.equal(asDrained.usd, usd)
  })
})
