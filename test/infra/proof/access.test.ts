/** Access: runs the whole system and checks that every call of a function is covered by a grant of the Pulumi program, and every grant is needed by
 * a call. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawnGraph } from '../../../cli/inspect/drawn_graph.ts'
import { permitsOf, type AccessDecision, type Grant } from '../../../packages/gcp-identity/src/index.ts'
import { ofType, type Graph } from '../../../local/pulumi/graph.ts'
import { grantsOf } from '../../../local/pulumi/grants.ts'
import { goRuns, losePage, runSettings } from '../runs_journey.ts'
import { clientOf, type Client } from '../../support/client.ts'
import { advertised, listOfPins, listOfVips, pageRow, publishPage } from '../../support/list_page.ts'
import { tokenOf } from '../../support/roles.ts'
import { TestStack } from '../../support/stack.ts'
import { arrangeDefinition, pageViews } from '../../support/saved_definition.ts'
import { until } from '../../support/until.ts'
import { webhookTo } from '../../support/webhook.ts'

const signature = { scheme: 'digest', header: 'X-Signature', encoding: 'hex' }
const webhookSecret = 'a secret of the shop and us'
const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 5, minimumBackoff: '0.05s', maximumBackoff: '0.2s' },
  'sluice:destinations': {
    broken: webhookTo('broken'),
    fine: webhookTo('fine'),
    closed: webhookTo('closed', { rules: [] }),
    vip: listOfVips,
    pins: listOfPins,
  },
  'sluice:webhooks': { shop_orders: { signature, secret: webhookSecret } },
  ...runSettings,
}

/** Email of each service account of the program → its function or purpose. */
function ownersByEmail(graph: Graph): ReadonlyMap<string, string> {
  return new Map(
    ofType(graph, 'gcp:serviceaccount/account:Account').map(({ name, outputs }) => [
      String(outputs['email']),
      name,
    ]),
  )
}

function covers({ role, permissions, member, resource }: Grant, call: AccessDecision): boolean {
  return (
    member === `serviceAccount:${call.email}` &&
    (call.resource === resource || call.resource.startsWith(`${resource}/`)) &&
    (permitsOf(role, permissions)?.(call.permission) ?? false)
  )
}

/** Returns the calls of the program's service accounts that no grant covers. */
function uncovered(graph: Graph, calls: readonly AccessDecision[]): readonly string[] {
  const owners = ownersByEmail(graph)
  const grants = grantsOf(graph)
  return calls
    .filter((call) => owners.has(call.email))
    .filter((call) => !call.allowed || !grants.some((grant) => covers(grant, call)))
    .map(({ email, permission, resource }) => `${owners.get(email)} calls ${permission} on ${resource}`)
}

/** Returns the secrets in a function's environment. Cloud Run reads them with the function's service account before it starts. */
function readAtStart(graph: Graph): ReadonlySet<string> {
  return new Set(
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
}

/** Returns the grants of functions that no call needs. */
function idle(graph: Graph, calls: readonly AccessDecision[]): readonly string[] {
  const owners = ownersByEmail(graph)
  const functions = new Set(ofType(graph, 'gcp:cloudfunctionsv2/function:Function').map(({ name }) => name))
  const started = readAtStart(graph)
  return grantsOf(graph)
    .filter(({ member }) => functions.has(owners.get(member.replace('serviceAccount:', '')) ?? ''))
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
        `${owners.get(member.slice('serviceAccount:'.length))} holds ${role} on ${resource}`,
    )
}

describe('grants and calls', () => {
  let stack: TestStack
  let graph: Graph
  let calls: readonly AccessDecision[]
  const file = join(tmpdir(), `sluice-access-${randomUUID()}`)

  before(async () => {
    process.env['SLUICE_ACCESS_LOG'] = file
    try {
      stack = await TestStack.start(config)
    } finally {
      delete process.env['SLUICE_ACCESS_LOG']
    }
    graph = await drawnGraph('test', { file: join(stack.dir, 'Pulumi.test.yaml') })
    calls = await journey()
  }).timeout(600_000)
  after(async () => {
    await stack.remove()
    await rm(file, { force: true })
  })

  /** Sends events along every path. */
  const journey = async (): Promise<readonly AccessDecision[]> => {
    const client = clientOf(stack.facts)
    await client.thirdPartyAnswers({ path: '/broken', status: 500 })
    const event_id = randomUUID()
    assert.equal((await client.post('/v1/topics/view_content', { event_id, content_name: 'A' })).status, 200)
    // An unknown event name is looked up among the saved definitions, by ingest and by store.
    await client.post('/v1/topics/events?validateOnly=true', { event_name: 'tree_planted' })
    await client.post('/v1/topics/events', { event_name: 'tree_planted' })
    await client.post('/v1/translators/none', {})
    const period = new URLSearchParams({
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date().toISOString(),
    })
    const overview = await fetch(`${stack.facts.baseUrl}/v1/console/overview?${period}`, {
      headers: { authorization: `Bearer ${tokenOf(stack.facts, 'analyst')}` },
    })
    assert.equal(overview.status, 200)
    await sendWebhook(client)
    await until(
      'translate takes a payload',
      async () => (await client.post('/v1/translators/shop_orders', {})).ok,
    )
    await until('both have receipts', async () => {
      const rows = await client.query('SELECT DISTINCT via FROM receipts')
      return rows.length === 2
    })
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
    await client.thirdPartyAnswers(undefined)
    // The vendor of this list replaces the refresh token.
    const rows = [pageRow('p-1', 'added', 'u-of-pins', advertised('u-of-pins@example.com'))]
    await publishPage(stack.facts, { run: 'run-of-pins', destination: 'pins', rows })
    await until('the row of the list is delivered', async () => {
      const delivered = await client.query(
        `SELECT event_id FROM deliveries WHERE replay_id = 'run-of-pins' AND outcome = 'delivered'`,
      )
      return delivered.length > 0
    })
    await losePage(client, stack.facts)
    await goRuns(client)
    const text = await readFile(file, 'utf8')
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AccessDecision)
  }

  /** Sends a signed order without a token. */
  const sendWebhook = async (client: Client): Promise<void> => {
    await arrangeDefinition(client, 'translation', pageViews('shop_orders'))
    const headers = { 'x-signature': createHmac('sha256', webhookSecret).update('{}').digest('hex') }
    await until('the webhook is taken', async () => {
      const response = await fetch(`${stack.facts.baseUrl}/v1/hooks/shop_orders`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      return response.ok
    })
  }

  it('cover every call of a service account by a grant', () => {
    const owners = ownersByEmail(graph)
    const callers = new Set(calls.map(({ email }) => owners.get(email)))
    for (const name of ['ingest', 'translate', 'store', 'forward', 'sync', 'act', 'erase'])
      assert.ok(callers.has(name), `${name} has called nothing`)
    assert.deepEqual(uncovered(graph, calls), [])
  })

  it('show that console reads only with its callers’ tokens, and itself only appends to the audit trail', () => {
    const [{ email } = { email: '' }] = [...ownersByEmail(graph)]
      .filter(([, name]) => name === 'console')
      .map(([email]) => ({ email }))
    assert.match(email, /^sluice-console@/)
    assert.deepEqual(
      grantsOf(graph)
        .filter(({ member }) => member === `serviceAccount:${email}`)
        .map(({ resource }) => resource.replace(/^.*\//, ''))
        .toSorted((a, b) => a.localeCompare(b)),
      ['audit', 'sluice'],
    )
    assert.deepEqual(
      new Set(calls.filter((call) => call.email === email).map(({ permission }) => permission)),
      new Set(['bigquery.tables.updateData', 'bigquery.tables.get', 'bigquery.datasets.get']),
    )
    const asked = calls.filter(({ permission }) => permission === 'bigquery.jobs.create')
    assert.ok(asked.some(({ email, allowed }) => allowed && !ownersByEmail(graph).has(email)))
  })

  it('cover every grant of a function by a call', () => {
    assert.deepEqual(
      idle(graph, calls),
      [],
      'take these grants away, or let journey() go the way that needs them',
    )
  })

  it('are compared so that a missing and an unused grant are found', () => {
    const resources = graph.resources.filter(({ name }) => name !== 'stored-publisher-store')
    assert.deepEqual(uncovered({ ...graph, resources }, calls), [
      'store calls pubsub.topics.publish on projects/sluice-local/topics/stored',
    ])
    const published = calls.filter(
      ({ permission, resource }) => permission !== 'pubsub.topics.publish' || !resource.endsWith('/stored'),
    )
    assert.deepEqual(
      idle(graph, published),
      ['store', 'act', 'sync', 'erase'].map(
        (name) => `${name} holds roles/pubsub.publisher on projects/sluice-local/topics/stored`,
      ),
    )
  })
})
