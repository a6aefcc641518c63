/** Audit: who asked for a run, saved a definition or paused a destination, through the doors of a running stack. */
import assert from 'node:assert/strict'
import { roles } from '../local/accounts.ts'
import { schedulerAgent } from '../local/apply/scheduler.ts'
import { clientOf, type Client, type Row } from './support/client.ts'
import { operate } from './support/operate.ts'
import { tokenOf } from './support/roles.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'
import { webhookTo } from './support/webhook.ts'

const operator = 'operator@sluice-local.iam.gserviceaccount.com'
const editor = 'editor@sluice-local.iam.gserviceaccount.com'
const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

describe('audit', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': { crm: webhookTo('crm') },
    })
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  /** The entries of one kind of operation, in the order of writing. */
  const entries = (operation: string): Promise<readonly Row[]> =>
    client.query(
      `SELECT outcome, requested_by, client, client_address, target, run_id, reason, TO_JSON_STRING(detail) AS detail, operation_id
       FROM audit WHERE operation = '${operation}' ORDER BY recorded_at, IF(outcome = 'asked', 0, 1)`,
    )

  it('tells of a run who asked for it, as Google verified it', async () => {
    const response = await client.post(
      '/v1/console/runs/replay',
      { destination: 'crm', ...period, where: `email = 'jane@acme.example'`, dry_run: true },
      {
        'x-goog-authenticated-user-email': 'accounts.google.com:mallory@acme.example',
        'user-agent': 'curl/8',
      },
    )
    const { run } = (await response.json()) as { run: string }
    const [row] = await until('the run has ended', async () => {
      const rows = await client.query(
        `SELECT requested_by FROM runs WHERE run_id = '${run}' AND state = 'finished'`,
      )
      return rows.length > 0 && rows
    })
    assert.equal(row!['requested_by'], operator)
    const [asked, ok, ...others] = await entries('replay')
    assert.deepEqual(others, [])
    const same = { requested_by: operator, client: 'api', client_address: null, target: 'crm', reason: null }
    const detail = JSON.stringify({ dry_run: true, ...period })
    const { operation_id } = asked!
    assert.deepEqual(asked, { ...same, outcome: 'asked', run_id: null, detail, operation_id })
    assert.deepEqual(ok, { ...same, outcome: 'ok', run_id: run, detail, operation_id })
  })

  it('believes no message of the topic of runs that names somebody', async () => {
    const topic = `http://${stack.facts.pubsubHost}/v1/projects/${stack.facts.project}/topics/runs:publish`
    const [{ operation_id: known }] = (await entries('replay')) as [Row]
    const attributes = { kind: 'reprocess', requested_by: 'ceo@acme.example', operation_id: String(known) }
    const data = Buffer.from(JSON.stringify({ ...period, dry_run: true })).toString('base64')
    const response = await fetch(topic, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf(stack.facts, 'operator')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ messages: [{ attributes, data }] }),
    })
    const { messageIds } = (await response.json()) as { messageIds: readonly [string] }
    const [row] = await until('the run has ended', async () => {
      const rows = await client.query(
        `SELECT requested_by FROM runs WHERE run_id = '${messageIds[0]}' AND state = 'finished'`,
      )
      return rows.length > 0 && rows
    })
    assert.equal(row!['requested_by'], null)
  })

  it('tells of a scheduled run that the scheduler asked for it, which alone may publish to its topic', async () => {
    const topic = `http://${stack.facts.pubsubHost}/v1/projects/${stack.facts.project}/topics/scheduled-runs:publish`
    const data = Buffer.from('{}').toString('base64')
    const publishAs = (token: string) =>
      fetch(topic, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ attributes: { kind: 'health' }, data }] }),
      })
    for (const role of roles) assert.equal((await publishAs(tokenOf(stack.facts, role))).status, 403, role)
    const response = await publishAs(await client.tokenOf(schedulerAgent(100_000_000_000)))
    const { messageIds } = (await response.json()) as { messageIds: readonly [string] }
    const [row] = await until('the run has ended', async () => {
      const rows = await client.query(
        `SELECT requested_by FROM runs WHERE run_id = '${messageIds[0]}' AND state = 'finished'`,
      )
      return rows.length > 0 && rows
    })
    assert.equal(row!['requested_by'], 'cloudscheduler.googleapis.com')
  })

  it('keeps nothing of the person whom an erasure names', async () => {
    const subject = { email: 'jane.doe@acme.example', user_id: 'u-4711-jane' }
    const request = { subject, reason: 'jane.doe@acme.example asked', dry_run: true }
    assert.equal((await client.post('/v1/console/runs/erasure', request)).status, 200)
    const found = await entries('erasure')
    assert.deepEqual(
      found.map(({ outcome, target, detail }) => ({ outcome, target, detail })),
      ['asked', 'ok'].map((outcome) => ({
        outcome,
        target: null,
        detail: JSON.stringify({ dry_run: true, fields: ['email', 'user_id'] }),
      })),
    )
    const rows = await client.query('SELECT TO_JSON_STRING(t) AS text FROM audit AS t')
    assert.doesNotMatch(JSON.stringify(rows), /jane|4711/i)
  })

  it('tells who may not: a refused request is an entry, too', async () => {
    const response = await client.post(
      '/v1/console/runs/health',
      {},
      {
        authorization: `Bearer ${tokenOf(stack.facts, 'analyst')}`,
      },
    )
    assert.equal(response.status, 403)
    const found = await entries('health')
    assert.deepEqual(
      found.map(({ outcome, requested_by, reason }) => [outcome, requested_by, reason]),
      [
        ['asked', 'analyst@sluice-local.iam.gserviceaccount.com', null],
        ['refused', 'analyst@sluice-local.iam.gserviceaccount.com', 'PERMISSION_DENIED'],
      ],
    )
  })

  it('tells who saved which version of a definition', async () => {
    const fields = { species: { type: 'string', description: 'What kind of tree.', example: 'oak' } }
    const event = { name: 'tree_planted', version: '1.0', description: 'A tree was planted.', fields }
    assert.equal((await client.post('/v1/console/definitions', { event })).status, 200)
    assert.equal((await client.post('/v1/console/definitions', { event })).status, 409)
    const found = await entries('save')
    assert.deepEqual(
      found.map(({ outcome, requested_by, target, detail }) => [outcome, requested_by, target, detail]),
      ['asked', 'ok'].map((outcome) => [outcome, editor, 'tree_planted@1.0', '{"kinds":["event"]}']),
    )
  })

  it('tells who paused and resumed a destination, and lists it in the command line', async () => {
    await operate(stack.dir, 'pause', 'crm')
    await operate(stack.dir, 'resume', 'crm')
    for (const operation of ['pause', 'resume'])
      assert.deepEqual(
        (await entries(operation)).map(({ outcome, requested_by, target, client }) => [
          outcome,
          requested_by,
          target,
          client,
        ]),
        ['asked', 'ok'].map((outcome) => [outcome, operator, 'crm', 'cli']),
      )
    const { operations } = JSON.parse(await operate(stack.dir, 'audit', '--json')) as {
      operations: readonly Record<string, unknown>[]
    }
    assert.deepEqual(
      operations.slice(0, 2).map((each) => [each['operation'], each['outcome'], each['requested_by']]),
      [
        ['resume', 'ok', operator],
        ['pause', 'ok', operator],
      ],
    )
    const listed = await operate(stack.dir, 'audit', '--since', '2026-01-01')
    assert.match(listed, /resume crm {2}ok {2}operator@sluice-local\.iam\.gserviceaccount\.com {2}cli/)
  })

  it('does nothing that it cannot record', async () => {
    const before = await client.query(`SELECT run_id FROM runs WHERE kind = 'reconcile'`)
    await client.faults({ insertAll: { status: 503 } })
    try {
      const response = await client.post('/v1/console/runs/reconcile', {})
      assert.equal(response.status, 503)
      assert.match(await response.text(), /nothing was done/)
      await assert.rejects(operate(stack.dir, 'pause', 'crm'), /nothing was done/)
    } finally {
      await client.faults(undefined)
    }
    assert.deepEqual(await client.query(`SELECT run_id FROM runs WHERE kind = 'reconcile'`), before)
  })
})
