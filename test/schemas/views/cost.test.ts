/** View tests: the platform's views limit the time that they read, and a filter on received_at prunes partitions. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { views } from '../../../schemas/views.ts'
import { project } from '../../../packages/bigquery-emulator/test/support/server.ts'
import { dashboardQueries } from '../../examples/dashboard_queries.ts'
import { day, Warehouse } from './warehouse.ts'

const all = views(project, 'sluice')
const bounded = [
  'delivery_funnel',
  'top_errors',
  'fields_left_out',
  'field_drift',
  'deprecated_in_use',
  'latency',
  'reconciliation',
  'volume_anomalies',
  'duplicate_orders',
  'destination_health',
  'last_click',
  'list_receipts',
  'sessions',
]

/** The subqueries for other rows of the same event, which read all of `events` in any case. */
const lookBack = /\(\n +SELECT (?:again|1)\b.*\n +\)/g

/** The views without these subqueries and without their own time limits, so that only the filter prunes. */
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
    it(`${name} reads a limited time without a filter`, async () => {
      assert.deepEqual(await warehouse.query(`SELECT * FROM sluice.${name}`), [])
    })
  }

  for (const name of ['events_deduplicated', 'delivery_state', 'purchase']) {
    it(`${name} reads only the days within a filter on received_at`, async () => {
      await assert.rejects(
        warehouse.query(`SELECT event_id FROM sluice.${name}`),
        /without a filter over column\(s\) 'received_at'/,
      )
      const filtered = `SELECT event_id FROM sluice.${name} WHERE received_at >= TIMESTAMP '${day}'`
      assert.deepEqual(await warehouse.query(filtered), [])
    })
  }

  for (const [, title, query] of recipes) {
    it(`the query of the cookbook reads a limited time: ${title}`, async () => {
      assert.deepEqual(await warehouse.query(query!), [])
    })
  }

  for (const { name, sql } of dashboardQueries) {
    it(`the query of examples/dashboards reads a limited time: ${name}`, async () => {
      await warehouse.query(sql)
    })
  }

  it('the search for earlier duplicates reads only names and times', () => {
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
