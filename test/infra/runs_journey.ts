/** Access: runs a sync, actions, a replay, a reprocessing of every topic, a health check, a search for links and an erasure, for the comparison of grants and calls. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import type { StackInfo } from '../../local/stack_info.ts'
import type { Client } from '../support/client.ts'
import { pageRow, publishPage } from '../support/list_page.ts'
import { until } from '../support/until.ts'

/** Further settings of the stack: destination `closed` permits nothing, `fine` everything. */
export const runSettings = {
  'sluice:syncs': { customer_profiles: { destination: 'closed' } },
  'sluice:actions': {
    big_purchase: { destination: 'fine', state: 'live' },
    cart_left: { destination: 'fine', state: 'shadow' },
  },
}

/** Timeout that is sufficient on a busy machine. */
const patience = 180_000

/** Runs them all. No other events of its users may be pending. */
export async function goRuns(client: Client): Promise<void> {
  const purchase = { user_id: 'u-of-runs', transaction_id: 'T-1', value: 640, currency: 'EUR' }
  assert.equal((await client.post('/v1/topics/purchase', purchase)).status, 200)
  // Messages that become events once their type is defined.
  const unknown = { event_name: 'tree_planted', user_id: 'u-of-runs' }
  const message = { messages: [{ data: Buffer.from(JSON.stringify(unknown)).toString('base64') }] }
  const topics = ['events', ...eventTypes.keys()]
  for (const topic of topics)
    assert.equal((await client.post(`/v1/topics/${topic}`, message)).status, 200, topic)
  const count = async (sql: string): Promise<number> => Number((await client.query(sql))[0]?.['found'])
  await until(
    'the action has fired, and every topic has a message in quarantine',
    async () =>
      (await count(`SELECT COUNT(*) AS found FROM action_firings WHERE outcome = 'fired'`)) > 0 &&
      (await count(
        `SELECT COUNT(DISTINCT topic) AS found FROM quarantine WHERE reason = 'unknown_event'`,
      )) === topics.length,
    patience,
  )
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const to = new Date(Date.now() + 60_000).toISOString()
  await finished(client, 'sync', { sync: 'customer_profiles' })
  await finished(client, 'action', { action: 'cart_left' })
  await finished(client, 'replay', { destination: 'closed', from, to })
  await finished(client, 'replay', { destination: 'fine', from, to, again: true })
  await define(client)
  await finished(client, 'reprocess', { from, to })
  await finished(client, 'health', {})
  await finished(client, 'people', {})
  await finished(client, 'erasure', { subject: { user_id: 'u-of-runs' } })
}

/** Sends a page to the list `vip` that becomes a dead letter: `store` looks up which of its rows have ended. */
export async function losePage(client: Client, facts: StackInfo): Promise<void> {
  const path = '/track.customer.io/api/v1/segments/1042/add_customers'
  await client.thirdPartyAnswers({ path, status: 503 })
  await publishPage(facts, {
    run: 'run-of-vips',
    destination: 'vip',
    rows: [pageRow('vip-1', 'added', 'u-1')],
  })
  await until('the page is a dead letter', async () => {
    const rows = await client.query(
      `SELECT event_id FROM deliveries WHERE replay_id = 'run-of-vips' AND outcome = 'dead'`,
    )
    return rows.length === 1
  })
  await client.thirdPartyAnswers(undefined)
}

async function define(client: Client): Promise<void> {
  const species = { type: 'string', description: 'What kind of tree.', example: 'oak' }
  const event = {
    name: 'tree_planted',
    version: '1.0',
    description: 'A tree was planted.',
    fields: { species },
  }
  const response = await client.post('/v1/console/definitions', { event })
  assert.equal(response.status, 200, await response.text())
}

async function finished(client: Client, kind: string, request: object): Promise<void> {
  const response = await client.post(`/v1/console/runs/${kind}`, request)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  const { run } = JSON.parse(text) as { run: string }
  await until(
    `the ${kind} has finished`,
    async () => {
      const [row] = await client.query(`SELECT state, reason FROM runs WHERE run_id = '${run}'`)
      assert.ok(
        !['failed', 'blocked', 'cancelled'].includes(String(row?.['state'])),
        `${kind}: ${JSON.stringify(row)}`,
      )
      return row?.['state'] === 'finished'
    },
    patience,
  )
}
