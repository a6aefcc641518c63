/** What a view reads: those of the platform bound themselves, and a reader's filter on received_at reaches the tables. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { views } from '../../../schemas/views.ts'
import { project } from '../../../packages/bigquery-emulator/test/support/server.ts'
import { day, Warehouse } from './warehouse.ts'

const all = views(project, 'sluice')
const bounded = ['delivery_funnel', 'top_errors', 'latency', 'reconciliation', 'volume_anomalies']

/** The searches for other messages of the same event: they look at all of `events`, whatever is asked. */
const lookBack = /\(\n +SELECT (?:again|1)\b.*\n +\)/g

/** Without what they read or bound by themselves, so that nothing but the reader's filter prunes. */
const bare = all.map((view) => ({
  ...view,
  query: bounded.includes(view.name)
    ? view.query
    : view.query
        .replaceAll(lookBack, (search) => (search.includes('again') ? `('')` : '(SELECT 1)'))
        .replace(/(?<=events_deduplicated`\n {2})WHERE received_at >= .*/, ''),
}))

const cookbook = readFileSync(new URL('../../../docs/dashboards.md', import.meta.url), 'utf8')
const recipes = [...cookbook.matchAll(/([^\n]+):\n\n```sql\n([\s\S]*?)```/g)]

describe('cost of the views', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start({ requirePartitionFilter: true, declared: bare })
  })
  after(() => warehouse.stop())

  for (const name of bounded) {
    it(`${name} reads a limited time, whatever is asked`, async () => {
      assert.deepEqual(await warehouse.query(`SELECT * FROM sluice.${name}`), [])
    })
  }

  for (const name of ['events_deduplicated', 'delivery_state', 'purchase']) {
    it(`${name} reads only the days of a filter on received_at`, async () => {
      await assert.rejects(
        warehouse.query(`SELECT event_id FROM sluice.${name}`),
        /without a filter over column\(s\) 'received_at'/,
      )
      const filtered = `SELECT event_id FROM sluice.${name} WHERE received_at >= TIMESTAMP '${day}'`
      assert.deepEqual(await warehouse.query(filtered), [])
    })
  }

  for (const [, title, query] of recipes) {
    it(`the cookbook reads a limited time: ${title}`, async () => {
      assert.deepEqual(await warehouse.query(query!), [])
    })
  }

  it('to find an event that was sent before, only names and times are read of older days', () => {
    for (const { name, query } of all) {
      const searches = query.match(lookBack)?.join() ?? ''
      const read = new Set([...searches.matchAll(/(?:again|earlier)\.(\w+)/g)].map(([, column]) => column!))
      assert.deepEqual(
        [...read].filter((column) => !['event_id', 'received_at', 'event_name'].includes(column)),
        [],
        name,
      )
    }
  })
})
