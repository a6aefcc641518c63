/** Test support: a stack whose action has fired twice, and whose sync has given three rows of which two are to be removed. */
import assert from 'node:assert/strict'
import { settingsWith } from '../replay/stack.ts'
import { clientOf } from '../support/client.ts'
import type { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

export const automationsConfig = {
  ...settingsWith({
    crm: webhookTo('crm'),
    ads: webhookTo('ads', { rules: [{ id: 'none', effect: 'permit', when: 'false' }] }),
  }),
  'sluice:syncs': {
    customer_profiles: { destinations: ['crm', 'ads'], paused: true },
    lapsed_customers: { destination: 'crm' },
  },
  'sluice:actions': {
    big_purchase: { destination: 'crm', state: 'live' },
    cart_left: { destination: 'crm', state: 'shadow' },
  },
}

/** Sends purchases and waits until the destination has an outcome of each event. */
async function buy(
  { facts }: TestStack,
  purchases: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const client = clientOf(facts)
  const ids = purchases.map(({ transaction_id: id }) => `e-${String(id)}`)
  const events = purchases.map((purchase, index) => ({ event_id: ids[index], currency: 'EUR', ...purchase }))
  assert.equal((await client.post('/v1/topics/purchase', events)).status, 200)
  await until('the purchases are delivered', async () => {
    const rows = await client.query(
      `SELECT DISTINCT event_id FROM deliveries WHERE outcome = 'delivered' AND event_id IN (${ids.map((id) => `'${id}'`).join(', ')})`,
    )
    return rows.length === ids.length
  })
}

/** Requests a run of a sync, and waits until it has ended in this state. */
export async function runSync({ facts }: TestStack, sync: string, state: string): Promise<void> {
  const client = clientOf(facts)
  const { run } = (await (await client.post('/v1/console/runs/sync', { sync })).json()) as { run: string }
  await until(`the run of ${sync} has ended`, async () => {
    const [row] = await client.query(
      `SELECT state, reason FROM runs WHERE run_id = '${run}' AND finished_at IS NOT NULL`,
    )
    if (row) assert.equal(row['state'], state, String(row['reason']))
    return row !== undefined
  })
}

/** Three customers have not bought for 100 days; two of them have spent much, and buy again after they were given to the destination. */
export async function loadAutomations(stack: TestStack): Promise<void> {
  const client = clientOf(stack.facts)
  const longAgo = new Date(Date.now() - 100 * 86_400_000).toISOString()
  await buy(stack, [{ user_id: 'u-1', transaction_id: 'T-1', value: 640, event_time: longAgo }])
  const fired = (count: number) =>
    until(`${count} firings are delivered`, async () => {
      const rows = await client.query(
        `SELECT DISTINCT event_id FROM deliveries WHERE source = 'big_purchase' AND outcome = 'delivered'`,
      )
      return rows.length === count
    })
  await fired(1)
  await buy(stack, [
    { user_id: 'u-2', transaction_id: 'T-2', value: 500, event_time: longAgo },
    { user_id: 'u-3', transaction_id: 'T-3', value: 20, event_time: longAgo },
  ])
  await fired(2)
  await runSync(stack, 'lapsed_customers', 'finished')
  await buy(stack, [
    { user_id: 'u-1', transaction_id: 'T-4', value: 10 },
    { user_id: 'u-2', transaction_id: 'T-5', value: 10 },
  ])
}
