/** Upgrade: a table of the version before gets the new columns, and its rows stay readable. */
import assert from 'node:assert/strict'
import { applyBigquery } from '../../local/apply/bigquery.ts'
import { tables, type TableName } from '../../schemas/warehouse.ts'
import { openWarehouse, type Warehouse } from '../../functions/google/warehouse.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { stack } from './stack.ts'

/** Within the retention of every table. */
const now = new Date().toISOString()

const repeated = new Set(['hints', 'derived_fields'])

/** The columns that were added to a table, and a row of the version before. */
const added: Readonly<Partial<Record<TableName, { columns: readonly string[]; row: object }>>> = {
  events: {
    columns: 'producer connection hints deprecated_until deprecated_successor derived_fields is_bot'.split(
      ' ',
    ),
    row: {
      event_id: 'before',
      event_name: 'login',
      event_time: now,
      received_at: now,
      stored_at: now,
      topic: 'login',
      message_id: '1',
      definition: 'login@1.0',
      hop: 0,
    },
  },
  quarantine: {
    columns: ['producer', 'connection'],
    row: {
      received_at: now,
      stored_at: now,
      topic: 'events',
      message_id: '2',
      reason: 'not_json',
    },
  },
  runs: {
    columns: ['requested_by'],
    row: {
      run_id: '3',
      kind: 'health',
      state: 'finished',
      dry_run: false,
      request: '{}',
      counts: '{}',
      requested_at: now,
      started_at: now,
      updated_at: now,
      cancel_requested: false,
    },
  },
}

describe('columns that a version adds', () => {
  let test: TestWarehouse
  let warehouse: Warehouse
  let restoreEnvironment: () => void
  before(async () => {
    test = await startWarehouse()
    restoreEnvironment = lendEnvironment(test.env)
    warehouse = openWarehouse(test)
    for (const [name, { columns, row }] of Object.entries(added)) {
      const table = tables[name as TableName]
      await test.createTable({
        ...table,
        columns: table.columns.filter((column) => !columns.includes(column.name)),
      })
      const answer = await test.call('POST', `/datasets/${test.dataset}/tables/${name}/insertAll`, {
        rows: [{ json: row }],
      })
      assert.ok(!('insertErrors' in (answer as object)), JSON.stringify(answer))
    }
  })
  after(async () => {
    restoreEnvironment?.()
    await test?.stop()
  })

  it('are null in the rows of the version before', async () => {
    const graph = await stack()
    // Views name the project of the graph.
    const resources = graph.resources.filter(
      ({ type, inputs }) => type === 'gcp:bigquery/table:Table' && !('view' in inputs),
    )
    const url = test.env['BIGQUERY_EMULATOR_HOST']!
    await applyBigquery({ ...graph, resources }, { url, authorization: test.authorization }, test.project)
    for (const [name, { columns }] of Object.entries(added)) {
      const rows = await warehouse.rows(`SELECT ${columns.join(', ')} FROM ${warehouse.locate(name)}`)
      // BigQuery has no NULL for a repeated column: https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#array_nulls
      const empty = columns.map((column) => [column, repeated.has(column) ? [] : null])
      assert.deepEqual(rows, [Object.fromEntries(empty)], name)
    }
    assert.deepEqual(await warehouse.rows(`SELECT requested_by FROM ${warehouse.locate('audit')}`), [])
  })
})
