/** Propagation: checks that resources wait until the grants they need have propagated. */
import assert from 'node:assert/strict'
import { GrantClock, propagationTime } from '../../infra/resources/propagation.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { change } from './mutations.ts'
import { examples, stack } from './stack.ts'

const roleType = 'gcp:projects/iAMCustomRole:IAMCustomRole'
const functionType = 'gcp:cloudfunctionsv2/function:Function'

/** Returns a clock that advances only by waiting. */
function standing() {
  const state = { time: 1000, waited: [] as number[] }
  const clock = new GrantClock({
    now: () => state.time,
    today: () => Date.parse('2026-03-14T09:00:00Z') + state.time,
    wait: async (ms) => {
      state.waited.push(ms)
      state.time += ms
    },
  })
  return { state, clock }
}

describe('the propagation of new grants', () => {
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

  it('is not waited for in an update without new grants', async () => {
    const { state, clock } = standing()
    await clock.known()
    assert.deepEqual(state.waited, [])
  })
})

/** Finds custom roles that are granted as soon as they are made, and grants that do not wait for their role.
 * https://cloud.google.com/iam/docs/access-change-propagation */
function unawaitedRoles(graph: Graph): readonly string[] {
  const roles = ofType(graph, roleType)
  const hasty = roles.filter(({ hooks }) => hooks['afterCreate']?.at(-1) !== 'roles-await-grants')
  const loose = graph.resources.filter(({ inputs, dependencies }) => {
    const role = roles.find(({ outputs }) => outputs['name'] === inputs['role'])
    return role !== undefined && !dependencies.includes(role.urn)
  })
  return [...hasty, ...loose].map(({ name }) => name)
}

describe('the propagation of grants of an earlier update', () => {
  it('is waited for in a young environment, from the start of this update on', async () => {
    const { state, clock } = standing()
    clock.noteEnvironment('2026-03-14T08:50:00.123456Z')
    state.time += 50_000
    await clock.known()
    assert.deepEqual(state.waited, [propagationTime - 50_000])
  })

  it('adds nothing to the wait for grants of this update', async () => {
    const { state, clock } = standing()
    state.time += 30_000
    clock.note()
    clock.noteEnvironment('2026-03-14T08:59:59Z')
    await clock.known()
    assert.deepEqual(state.waited, [propagationTime])
  })

  it('is not waited for in an older environment, nor in one of unknown age', async () => {
    const { state, clock } = standing()
    clock.noteEnvironment('2026-03-14T08:29:00Z')
    clock.noteEnvironment('')
    await clock.known()
    assert.deepEqual(state.waited, [])
  })
})

describe('grants and the resources that need them', () => {
  const graphs = new Map<string, Graph>()
  before(async () => {
    for (const [name, changes] of Object.entries(examples)) graphs.set(name, await stack(changes))
  })

  /** Returns the grants that the creation of a resource needs. Grants on topics and subscriptions are not among them: they only have to exist
   * before it. */
  const grantsBefore = (graph: Graph, { dependencies }: Resource): readonly Resource[] =>
    graph.resources.filter(
      ({ urn, type }) =>
        dependencies.includes(urn) && /(IAM|Iam)Member$/.test(type) && !type.startsWith('gcp:pubsub/'),
    )

  it('agree: each function waits for exactly the grants that it depends on', () => {
    for (const [name, graph] of graphs) {
      for (const each of ofType(graph, functionType)) {
        const known = ['functions-await-grants']
        assert.deepEqual(each.hooks, { beforeCreate: known, beforeUpdate: known }, `${name}: ${each.name}`)
        const grants = grantsBefore(graph, each)
        assert.ok(grants.length >= 3, `${name}: ${each.name}`)
        for (const grant of grants)
          assert.equal(grant.hooks['afterCreate']?.[0], 'functions-note-grant', `${name}: ${grant.name}`)
      }
    }
  })

  it('delay nothing else: no other grant is waited for', () => {
    for (const [name, graph] of graphs) {
      const waiting = graph.resources.filter(({ hooks }) => 'beforeCreate' in hooks)
      const waitedFor = new Set(waiting.flatMap((each) => grantsBefore(graph, each)))
      for (const resource of graph.resources)
        if ('afterCreate' in resource.hooks && resource.type !== roleType)
          assert.ok(waitedFor.has(resource), `${name}: ${resource.name}`)
    }
  })

  it('of a custom role are made after the role has propagated', () => {
    for (const [name, graph] of graphs) assert.deepEqual(unawaitedRoles(graph), [], name)
  })

  it('of a custom role that are made too early are found', () => {
    const graph = graphs.get('usual')!
    const hasty = change(graph, 'IAMCustomRole writer', () => ({ hooks: {} }))
    assert.deepEqual(unawaitedRoles(hasty), ['writer'])
    const loose = change(graph, 'IamMember events-writer-store', () => ({ dependencies: [] }))
    assert.deepEqual(unawaitedRoles(loose), ['events-writer-store'])
  })

  it('of the owner’s key are waited for by every resource', () => {
    const grants = ofType(graphs.get('with its own key')!, 'gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember')
    assert.ok(grants.length > 0)
    for (const { hooks } of grants)
      assert.deepEqual(hooks, { afterCreate: ['functions-note-grant', 'functions-await-grants'] })
  })
})
