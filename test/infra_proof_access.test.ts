/** Grants and calls are the same list: on a journey through the running system every call of a function is covered by a grant of the
 * Pulumi program, and every grant of a function is needed by a call. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { graphOf } from '../local/graph.ts'
import type { Decision } from '../local/identity/access_log.ts'
import type { Grant } from '../local/identity/policy.ts'
import { permitsOf } from '../local/identity/roles.ts'
import { ofType, type Graph } from '../local/pulumi/graph.ts'
import { grantsOf } from '../local/pulumi/grants.ts'
import { clientOf } from './support/client.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

const hook = (path: string) => ({
  target: 'webhook',
  settings: { url: `\${thirdPartyUrl}/${path}`, allow_insecure: true },
  secrets: { secret: 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE=' },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
})
const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 5, minimumBackoff: '0.05s', maximumBackoff: '0.2s' },
  'sluice:destinations': { broken: hook('broken'), fine: hook('fine') },
}

/** The function whose account this is. */
const functionsByEmail = (graph: Graph): ReadonlyMap<string, string> =>
  new Map(
    ofType(graph, 'gcp:cloudfunctionsv2/function:Function').map(({ name, inputs }) => [
      (inputs['serviceConfig'] as { serviceAccountEmail: string }).serviceAccountEmail,
      name,
    ]),
  )

const covers = ({ role, member, resource }: Grant, call: Decision): boolean =>
  member === `serviceAccount:${call.email}` &&
  (call.resource === resource || call.resource.startsWith(`${resource}/`)) &&
  (permitsOf(role)?.(call.permission) ?? false)

/** Calls of functions that no grant covers. */
const uncovered = (graph: Graph, calls: readonly Decision[]): readonly string[] => {
  const functions = functionsByEmail(graph)
  const grants = grantsOf(graph)
  return calls
    .filter((call) => functions.has(call.email))
    .filter((call) => !call.allowed || !grants.some((grant) => covers(grant, call)))
    .map(({ email, permission, resource }) => `${functions.get(email)} calls ${permission} on ${resource}`)
}

/** Secrets that a function has in its environment: Cloud Run reads them with the function's rights before it starts. */
const readAtStart = (graph: Graph): ReadonlySet<string> =>
  new Set(
    ofType(graph, 'gcp:cloudfunctionsv2/function:Function').flatMap(({ inputs }) => {
      const { serviceAccountEmail, secretEnvironmentVariables = [] } = inputs['serviceConfig'] as {
        serviceAccountEmail: string
        secretEnvironmentVariables?: readonly { projectId: string; secret: string }[]
      }
      return secretEnvironmentVariables.map(
        ({ projectId, secret }) =>
          `serviceAccount:${serviceAccountEmail} projects/${projectId}/secrets/${secret}`,
      )
    }),
  )

/** Grants of functions that no call needs. */
const idle = (graph: Graph, calls: readonly Decision[]): readonly string[] => {
  const functions = functionsByEmail(graph)
  const started = readAtStart(graph)
  return grantsOf(graph)
    .filter(({ member }) => functions.has(member.replace('serviceAccount:', '')))
    .filter(
      (grant) =>
        !calls.some((call) => call.allowed && covers(grant, call)) &&
        !(
          grant.role === 'roles/secretmanager.secretAccessor' &&
          started.has(`${grant.member} ${grant.resource}`)
        ),
    )
    .map(
      ({ member, role, resource }) =>
        `${functions.get(member.slice('serviceAccount:'.length))} holds ${role} on ${resource}`,
    )
}

describe('grants and calls', () => {
  let stack: TestStack
  let graph: Graph
  let calls: readonly Decision[]
  const file = join(tmpdir(), `sluice-access-${randomUUID()}`)

  before(async () => {
    process.env['SLUICE_ACCESS_LOG'] = file
    try {
      stack = await TestStack.start(config)
    } finally {
      delete process.env['SLUICE_ACCESS_LOG']
    }
    graph = await graphOf('test', { file: join(stack.dir, 'Pulumi.test.yaml') })
    calls = await journey()
  })
  after(async () => {
    await stack.remove()
    await rm(file, { force: true })
  })

  /** Every way that an event can take. */
  const journey = async (): Promise<readonly Decision[]> => {
    const client = clientOf(stack.facts)
    await client.thirdPartyAnswers({ path: '/broken', status: 500 })
    const event_id = randomUUID()
    assert.equal((await client.post('/v1/topics/view_content', { event_id, content_name: 'A' })).status, 200)
    // A name that the code does not know is looked up among the saved definitions, by ingest before and by store after the bus.
    await client.post('/v1/topics/events?validateOnly=true', { event_name: 'tree_planted' })
    await client.post('/v1/topics/events', { event_name: 'tree_planted' })
    await client.post('/v1/translators/none', {})
    await until('every way was gone to its end', async () => {
      const outcomes = await client.query(
        `SELECT destination, outcome FROM delivery_state WHERE event_id = '${event_id}' AND outcome IN ('delivered', 'dead')`,
      )
      const quarantined = await client.query(
        `SELECT reason FROM quarantine WHERE event_name = 'tree_planted'`,
      )
      const letters = await client.query(`SELECT part FROM dead_letters WHERE event_id = '${event_id}'`)
      return outcomes.length === 2 && quarantined.length > 0 && letters.length > 0
    })
    const text = await readFile(file, 'utf8')
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Decision)
  }

  it('leave no call of a function without a grant', () => {
    const functions = functionsByEmail(graph)
    const callers = new Set(calls.map(({ email }) => functions.get(email)))
    for (const name of ['ingest', 'store', 'forward'])
      assert.ok(callers.has(name), `${name} has called nothing`)
    assert.deepEqual(uncovered(graph, calls), [])
  })

  it('leave no grant of a function without a call', () => {
    assert.deepEqual(
      idle(graph, calls),
      [],
      'take these grants away, or let journey() go the way that needs them',
    )
  })

  it('are compared for real: a missing grant and an idle one are found', () => {
    const resources = graph.resources.filter(({ name }) => name !== 'stored-publisher-store')
    assert.deepEqual(uncovered({ ...graph, resources }, calls), [
      'store calls pubsub.topics.publish on projects/sluice-local/topics/stored',
    ])
    const published = calls.filter(({ permission }) => permission !== 'pubsub.topics.publish')
    assert.deepEqual(idle(graph, published), [
      'store holds roles/pubsub.publisher on projects/sluice-local/topics/stored',
    ])
  })
})
