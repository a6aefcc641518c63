/** Order: ordered subscriptions are added beside the others, and none of the others changes. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import { policyViolations } from '../../infra/proof/policies.ts'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { inOrder, stack } from './stack.ts'

const topics = ['events', ...eventTypes.keys()]

/** The inputs of the subscriptions, by name. */
function subscriptionsOf(graph: Graph): ReadonlyMap<string, object> {
  return new Map(
    ofType(graph, 'gcp:pubsub/subscription:Subscription').map(({ name, inputs }) => [name, inputs]),
  )
}

function orderedOf(graph: Graph): readonly string[] {
  return [...subscriptionsOf(graph)]
    .flatMap(([name, inputs]) => ('enableMessageOrdering' in inputs ? name : []))
    .toSorted()
}

describe('order', () => {
  it('is off by default: no subscription is ordered', async () => {
    assert.deepEqual(orderedOf(await stack()), [])
  })

  it('adds ordered subscriptions and leaves the others as they are', async () => {
    const [before, after] = [await stack(), await stack(inOrder())]
    const stores = topics.map((topic) => `${topic}-ordered-store`)
    assert.deepEqual(orderedOf(after), [...stores, 'forward-webhook_eu-ordered'].toSorted())
    const now = subscriptionsOf(after)
    for (const [name, inputs] of subscriptionsOf(before)) assert.deepEqual(now.get(name), inputs, name)
    const { filter } = now.get('forward-webhook_eu-ordered') as { filter: string }
    assert.equal(filter, 'attributes:ordered_to_webhook_eu')
    assert.equal('filter' in now.get('events-ordered-store')!, false)
  })

  it('keeps the ordered subscription of a destination for which it was turned off', async () => {
    const ending = orderedOf(await stack(inOrder({}, false)))
    assert.ok(ending.includes('forward-webhook_eu-ordered'))
  })

  it('removes only the plain store subscriptions when they are drained', async () => {
    const [both, only] = [
      subscriptionsOf(await stack(inOrder())),
      subscriptionsOf(await stack(inOrder({ drained: true }))),
    ]
    const removed = [...both.keys()].filter((name) => !only.has(name)).toSorted()
    assert.deepEqual(removed, topics.map((topic) => `${topic}-store`).toSorted())
  })

  it('holds both subscriptions of a paused destination', async () => {
    const crm = { target: 'pubsub', settings: { topic: 'projects/acme-us/topics/events' }, rules: [] }
    const graph = await stack({
      ...inOrder(),
      'sluice:destinations': JSON.stringify({ crm: { ...crm, ordered: true, paused: true } }),
    })
    const all = subscriptionsOf(graph)
    for (const name of ['forward-crm', 'forward-crm-ordered'])
      assert.equal('pushConfig' in all.get(name)!, false)
  })

  it('breaks no policy, and a missing ordered subscription breaks one', async () => {
    const graph = await stack(inOrder())
    assert.deepEqual(policyViolations(graph as never), [])
    const without = {
      ...graph,
      resources: graph.resources.filter(
        ({ type, name }) => !(type.endsWith(':Subscription') && name === 'forward-webhook_eu-ordered'),
      ),
    }
    assert.deepEqual(
      policyViolations(without as never).map(({ policy }) => policy),
      ['destination-is-fed'],
    )
  })
})
