/** Order: checks that every subscription exists before a message can be published that it must receive. */
import assert from 'node:assert/strict'
import { orderOf } from '../../infra/proof/dependencies.ts'
import { policyViolations } from '../../infra/proof/policies.ts'
import { program } from '../../infra/program.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { find, notAfter } from './mutations.ts'
import { examples, run, stack } from './stack.ts'

const shop = 'serviceAccount:shop@acme-shop.iam.gserviceaccount.com'

/** Paths of a message, from the end to the producer: each resource must exist before the next one. */
const chains: readonly (readonly string[])[] = [
  // An event of a producer for a destination.
  [
    'Function forward',
    'ServiceIamMember forward-invoker-push',
    'Subscription forward-webhook_eu',
    'Function act',
    'Subscription stored-act',
    'Function store',
    'Subscription dead-letters-store',
    'Subscription purchase-store',
    `TopicIAMMember purchase-publisher-${shop}`,
    'Function ingest',
    'ServiceIamMember ingest-invoker-public',
  ],
  // A message of a webhook, which `hook` publishes with its own service account.
  ['Subscription events-store', 'Function hook', 'ServiceIamMember hook-invoker-public'],
  // A request of an operator or of the scheduler for a run that publishes events again.
  [
    'Subscription forward-webhook_eu',
    'Function sync',
    'Subscription runs-sync',
    'TopicIAMMember runs-publisher-group:operators@acme.example',
  ],
  ['Subscription purchase-store', 'TopicIAMMember purchase-publisher-sync', 'Subscription runs-sync'],
  [
    'Subscription scheduled-runs-sync',
    'TopicIAMMember scheduled-runs-publisher-scheduler-agent',
    'Job sync-customer_profiles',
  ],
  ['Subscription forward-webhook_eu', 'Function erase', 'Subscription runs-erase', 'Function console'],
]

function violated(graph: Graph): readonly string[] {
  return policyViolations(graph).map(
    ({ policy, resource }) => `${policy}: ${resource.replace(/^.+?:.+?:/, '')}`,
  )
}

describe('the order of a deployment', () => {
  for (const chain of chains) {
    it(`is ${chain.join(' → ')}`, async () => {
      const graph = await stack(examples['with everything'])
      const isAfter = orderOf(graph)
      for (const [index, which] of chain.slice(1).entries()) {
        const earlier = chain[index]!
        assert.ok(isAfter(find(graph, which), find(graph, earlier)), `${which} does not wait for ${earlier}`)
      }
    })
  }

  it('is the order in which the program registers its resources with the engine', async () => {
    const graph = await run(program, examples['with everything'])
    for (const chain of chains) {
      const places = chain.map((which) => graph.resources.indexOf(find(graph, which)))
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        chain.join(' → '),
      )
    }
  })

  it('holds for a paused destination, whose events wait in its subscription', async () => {
    const destinations = {
      crm: {
        target: 'pubsub',
        settings: { topic: 'projects/acme-us/topics/events' },
        rules: [],
        paused: true,
      },
    }
    const graph = await stack({ 'sluice:destinations': JSON.stringify(destinations) })
    assert.deepEqual(violated(graph), [])
    const found = violated(notAfter(graph, 'Function store', 'Subscription forward-crm'))
    assert.ok(found.includes('destination-follows-subscription: Function store'), found.join('\n'))
  })

  it('is transitive and has a direction', async () => {
    const graph = await stack()
    const isAfter = orderOf(graph)
    const [first, last] = [
      find(graph, 'Subscription forward-webhook_eu'),
      find(graph, 'Subscription events-store'),
    ]
    assert.equal(last.dependencies.includes(first.urn), false)
    assert.equal(isAfter(last, first), true)
    assert.equal(isAfter(first, last), false)
  })

  it('is violated by a single grant that does not wait', async () => {
    const graph = await stack()
    const grant = `TopicIAMMember purchase-publisher-${shop}`
    assert.deepEqual(violated(notAfter(graph, grant, 'Subscription purchase-store')), [
      `entrance-opens-last: ${grant}`,
    ])
  })
})
