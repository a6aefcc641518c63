/** The daily check of the promises: the very query that BigQuery is given, over a warehouse in which they hold and one in which they do not. */
import assert from 'node:assert/strict'
import { ofType } from '../local/pulumi/graph.ts'
import { project as ofWarehouse } from './bigquery/server.ts'
import { project, stack } from './infra/stack.ts'
import { at, permit, Warehouse } from './views/warehouse.ts'

describe('the daily check of the promises', () => {
  let warehouse: Warehouse
  let query: string
  before(async () => {
    warehouse = await Warehouse.start()
    const [check] = ofType(await stack(), 'gcp:bigquery/dataTransferConfig:DataTransferConfig')
    const { params } = check!.inputs as { params: { query: string } }
    query = params.query.replaceAll(`${project}.sluice`, `${ofWarehouse}.sluice`)
  })
  after(() => warehouse.stop())

  const stored = {
    event_id: 'e',
    received_at: at('10:00:00'),
    stored_at: at('10:00:01'),
    decisions: [permit('crm')],
  }

  it('passes while they hold', async () => {
    await warehouse.clear()
    await warehouse.events(stored)
    await warehouse.deliveries({
      event_id: 'e',
      destination: 'crm',
      received_at: at('10:00:00'),
      stored_at: at('10:00:01'),
      settled_at: at('10:00:02'),
    })
    assert.deepEqual(await warehouse.query(query), [{ verdict: 'Every promise holds.' }])
  })

  it('fails, naming the promise, the destination, the day and the number, when one is broken', async () => {
    await warehouse.clear()
    await warehouse.events(stored)
    await assert.rejects(warehouse.query(query), /Broken: unexplained of crm on \d{4}-\d\d-\d\d: 1/)
  })

  it('runs once a day, where the dataset is, as an identity of its own', async () => {
    const [check] = ofType(await stack(), 'gcp:bigquery/dataTransferConfig:DataTransferConfig')
    const { params: _, ...inputs } = check!.inputs
    assert.deepEqual(inputs, {
      displayName: 'Sluice sluice: reconciliation',
      dataSourceId: 'scheduled_query',
      location: 'EU',
      schedule: 'every day 04:00',
      serviceAccountName: 'sluice-reconcile@acme-events.iam.gserviceaccount.com',
    })
  })
})
