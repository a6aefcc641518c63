/** New grants get the time to be known to all of Google before what cannot do without them is made. */
import assert from 'node:assert/strict'
import { GrantClock, propagationTime } from '../infra/propagation.ts'
import { ofType, type Graph, type Resource } from '../local/pulumi/graph.ts'
import { examples, stack } from './infra/stack.ts'

const functionType = 'gcp:cloudfunctionsv2/function:Function'

/** A clock that stands still unless it is waited for. */
const standing = () => {
  const state = { time: 1000, waited: [] as number[] }
  const clock = new GrantClock({
    now: () => state.time,
    wait: async (ms) => {
      state.waited.push(ms)
      state.time += ms
    },
  })
  return { state, clock }
}

describe('the time that grants take', () => {
  it('is waited for once, from the newest grant on', async () => {
    const { state, clock } = standing()
    clock.note()
    state.time += 30_000
    clock.note()
    state.time += 20_000
    await clock.known()
    await clock.known()
    assert.deepEqual(state.waited, [propagationTime - 20_000])
  })

  it('is not waited for in an update that makes no grant', async () => {
    const { state, clock } = standing()
    await clock.known()
    assert.deepEqual(state.waited, [])
  })
})

describe('grants and what goes by them', () => {
  const graphs = new Map<string, Graph>()
  before(async () => {
    for (const [name, changes] of Object.entries(examples)) graphs.set(name, await stack(changes))
  })

  /** The grants that must stand before a resource is made. */
  const grantsBefore = (graph: Graph, { dependencies }: Resource): readonly Resource[] =>
    graph.resources.filter(({ urn, type }) => dependencies.includes(urn) && /(IAM|Iam)Member$/.test(type))

  it('agree: each function, and the scheduled query, waits for the very grants that it is made after', () => {
    for (const [name, graph] of graphs) {
      const waiting = [
        ...ofType(graph, functionType),
        ...ofType(graph, 'gcp:bigquery/dataTransferConfig:DataTransferConfig'),
      ]
      for (const each of waiting) {
        const of = each.type === functionType ? 'functions' : 'reconciliation'
        const known = [`${of}-await-grants`]
        assert.deepEqual(each.hooks, { beforeCreate: known, beforeUpdate: known }, `${name}: ${each.name}`)
        const grants = grantsBefore(graph, each)
        assert.ok(grants.length >= 3, `${name}: ${each.name}`)
        for (const grant of grants)
          assert.equal(grant.hooks['afterCreate']?.[0], `${of}-note-grant`, `${name}: ${grant.name}`)
      }
    }
  })

  it('hold up nothing else: no other grant is waited for', () => {
    for (const [name, graph] of graphs) {
      const waiting = graph.resources.filter(({ hooks }) => 'beforeCreate' in hooks)
      const waitedFor = new Set(waiting.flatMap((each) => grantsBefore(graph, each)))
      for (const resource of graph.resources)
        if ('afterCreate' in resource.hooks) assert.ok(waitedFor.has(resource), `${name}: ${resource.name}`)
    }
  })

  it('of a key of one’s own are waited for by everything: nothing encrypted can be made before they are known', () => {
    const grants = ofType(graphs.get('with its own key')!, 'gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember')
    assert.ok(grants.length > 0)
    for (const { hooks } of grants)
      assert.deepEqual(hooks, { afterCreate: ['functions-note-grant', 'functions-await-grants'] })
  })
})
