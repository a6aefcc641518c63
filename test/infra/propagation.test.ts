/** New grants get the time to be known to all of Google before what cannot do without them is made. */
import assert from 'node:assert/strict'
import { GrantClock, propagationTime } from '../../infra/resources/propagation.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { change } from './mutations.ts'
import { examples, stack } from './stack.ts'

const roleType = 'gcp:projects/iAMCustomRole:IAMCustomRole'
const functionType = 'gcp:cloudfunctionsv2/function:Function'

/** A clock that stands still unless it is waited for. */
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

/** Roles of our own that are granted as soon as they are made, and grants of them that do not wait for them.
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

describe('the time that grants of an earlier update take', () => {
  it('is waited for in a young environment, from the start of this update on', async () => {
    const { state, clock } = standing()
    clock.noteEnvironment('2026-03-14T08:50:00.123456Z')
    state.time += 50_000
    await clock.known()
    assert.deepEqual(state.waited, [propagationTime - 50_000])
  })

  it('adds nothing to that of grants of this update', async () => {
    const { state, clock } = standing()
    state.time += 30_000
    clock.note()
    clock.noteEnvironment('2026-03-14T08:59:59Z')
    await clock.known()
    assert.deepEqual(state.waited, [propagationTime])
  })

  it('is not waited for in an environment that has stood for longer, nor where nobody knows', async () => {
    const { state, clock } = standing()
    clock.noteEnvironment('2026-03-14T08:29:00Z')
    clock.noteEnvironment('')
    await clock.known()
    assert.deepEqual(state.waited, [])
  })
})

describe('grants and what goes by them', () => {
  const graphs = new Map<string, Graph>()
  before(async () => {
    for (const [name, changes] of Object.entries(examples)) graphs.set(name, await stack(changes))
  })

  /** The grants that a resource is made by. Those on topics and subscriptions are not: what flows through them only has to be in place
   * before the resource. */
  const grantsBefore = (graph: Graph, { dependencies }: Resource): readonly Resource[] =>
    graph.resources.filter(
      ({ urn, type }) =>
        dependencies.includes(urn) && /(IAM|Iam)Member$/.test(type) && !type.startsWith('gcp:pubsub/'),
    )

  it('agree: each function waits for the very grants that it is made after', () => {
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

  it('hold up nothing else: no other grant is waited for', () => {
    for (const [name, graph] of graphs) {
      const waiting = graph.resources.filter(({ hooks }) => 'beforeCreate' in hooks)
      const waitedFor = new Set(waiting.flatMap((each) => grantsBefore(graph, each)))
      for (const resource of graph.resources)
        if ('afterCreate' in resource.hooks && resource.type !== roleType)
          assert.ok(waitedFor.has(resource), `${name}: ${resource.name}`)
    }
  })

  it('of a role of our own are made once the role has had that time: whoever holds it waits for it', () => {
    for (const [name, graph] of graphs) assert.deepEqual(unawaitedRoles(graph), [], name)
  })

  it('of a role of our own that are made too early are found', () => {
    const graph = graphs.get('usual')!
    const hasty = change(graph, 'IAMCustomRole writer', () => ({ hooks: {} }))
    assert.deepEqual(unawaitedRoles(hasty), ['writer'])
    const loose = change(graph, 'IamMember events-writer-store', () => ({ dependencies: [] }))
    assert.deepEqual(unawaitedRoles(loose), ['events-writer-store'])
  })

  it('of a key of one’s own are waited for by everything: nothing encrypted can be made before they are known', () => {
    const grants = ofType(graphs.get('with its own key')!, 'gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember')
    assert.ok(grants.length > 0)
    for (const { hooks } of grants)
      assert.deepEqual(hooks, { afterCreate: ['functions-note-grant', 'functions-await-grants'] })
  })
})
