/** Locks: check that no resource is replaced or deleted, and that a violation says what would be lost. */
import assert from 'node:assert/strict'
import { resourceFaults, resourceLock } from '../../infra/proof/resource_lock.ts'
import { documentedStack, drawnGraph } from '../../cli/inspect/drawn_graph.ts'
import { lockFaults, locksOf, readLocks } from '../../cli/inspect/locks.ts'
import type { Graph } from '../../local/pulumi/graph.ts'

const refreshing = 'run npx sluice locks --write and commit infra/locks'

describe('the committed locks', () => {
  let graph: Graph
  before(async () => {
    graph = await drawnGraph(documentedStack)
  })

  /** Returns the graph with other inputs of one resource. */
  const withInputs = (type: string, name: string, inputs: object): Graph => ({
    ...graph,
    resources: graph.resources.map((resource) =>
      resource.type.endsWith(`:${type}`) && resource.name === name
        ? { ...resource, inputs: { ...resource.inputs, ...inputs } }
        : resource,
    ),
  })

  it('let the program only add: nothing that holds data is deleted or replaced', async () => {
    assert.deepEqual(lockFaults(await readLocks(), graph), [])
  })

  it('are those of the program', async () => {
    const { tables, resources } = await readLocks()
    const now = locksOf(graph)
    assert.deepEqual(tables, now.tables, `the tables have grown: ${refreshing}`)
    assert.deepEqual(resources, now.resources, `there are more resources: ${refreshing}`)
  })

  it('hold every topic, subscription, table, function, account and secret of the stack', () => {
    const locked = Object.keys(resourceLock(graph))
    const kinds = [
      'Topic',
      'Subscription',
      'Function',
      'Account',
      'Secret',
      'Bucket',
      'Dataset',
      'Repository',
    ]
    const expected = graph.resources.filter(
      ({ custom, type, inputs }) =>
        custom &&
        (kinds.some((kind) => type.endsWith(`:${kind}`)) || (type.endsWith(':Table') && !('view' in inputs))),
    )
    assert.equal(locked.length >= expected.length, true)
    for (const { urn } of expected) assert.ok(locked.includes(urn.split('::').slice(2).join('::')), urn)
  })

  const seeded: readonly (readonly [string, string, object, RegExp])[] = [
    [
      'Subscription',
      'forward-webhook_crm',
      { filter: 'attributes:to_crm' },
      /filter changes from "attributes:to_webhook_crm" to "attributes:to_crm"/,
    ],
    [
      'Subscription',
      'events-store',
      { filter: 'attributes:x' },
      /filter changes from nothing to "attributes:x"/,
    ],
    ['Topic', 'events', { name: 'all-events' }, /name changes from "events" to "all-events"/],
    ['Dataset', 'dataset', { location: 'US' }, /location changes from "EU" to "US"/],
    [
      'Function',
      'store',
      { location: 'europe-west4' },
      /location changes from "europe-west1" to "europe-west4"/,
    ],
    ['Bucket', 'source', { location: 'US' }, /location changes from "europe-west1" to "US"/],
    [
      'Account',
      'store',
      { accountId: 'sluice-keeper' },
      /accountId changes from "sluice-store" to "sluice-keeper"/,
    ],
  ]
  for (const [type, name, inputs, expected] of seeded) {
    it(`stop ${JSON.stringify(inputs)} of the ${type} ${name}`, () => {
      const faults = resourceFaults(resourceLock(graph), withInputs(type, name, inputs))
      assert.equal(faults.length, 1)
      assert.match(faults[0]!, expected)
      assert.match(
        faults[0]!,
        /Google would delete the resource and create a new one\. .+npx sluice locks --write\.$/,
      )
    })
  }

  it('stop a resource that is missing, or that moved without an alias', () => {
    const resources = graph.resources.map((resource) =>
      resource.name === 'dataset'
        ? { ...resource, urn: resource.urn.replace('Warehouse', 'Store') }
        : resource,
    )
    const [fault, ...others] = resourceFaults(resourceLock(graph), { ...graph, resources })
    assert.deepEqual(others, [])
    assert.match(
      fault ?? '',
      /^sluice:index:Warehouse\$gcp:bigquery\/dataset:Dataset::dataset is missing: Pulumi would delete it\. .+as an alias/,
    )
  })

  it('allow changes in place', () => {
    const changed = withInputs('Subscription', 'events-store', { ackDeadlineSeconds: 30, retryPolicy: {} })
    assert.deepEqual(resourceFaults(resourceLock(graph), changed), [])
  })
})
