/** Reverse ETL: the shipped syncs summarize the events of each person. */
import assert from 'node:assert/strict'
import { openWarehouse, type Warehouse } from '../../functions/google/warehouse.ts'
import { registryFor } from '../../functions/event/row_event.ts'
import { syncs } from '../../schemas/derived_types.ts'
import { customerProfiles, lapsedCustomers } from '../../schemas/syncs/index.ts'
import type { Sync } from '../../schemas/sync.ts'
import { views } from '../../schemas/views.ts'
import { events } from '../../schemas/warehouse/events.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'

describe('shipped syncs', () => {
  let store: TestWarehouse
  let warehouse: Warehouse
  let restoreEnvironment: () => void

  before(async () => {
    store = await startWarehouse()
    restoreEnvironment = lendEnvironment(store.env)
    await store.createTable(events)
    warehouse = openWarehouse(store)
    const purchase = views(store.project, store.dataset).find(({ name }) => name === 'purchase')!
    await warehouse.change(`CREATE VIEW ${warehouse.locate('purchase')} AS ${purchase.query}`)
    let n = 0
    const event = (
      name: string,
      user: string,
      days: number,
      fields: { email?: string; consent?: object },
      data = {},
    ) => {
      const time = `TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${days} DAY)`
      const email = fields.email === undefined ? 'NULL' : `'${fields.email}'`
      const consent = fields.consent ? `JSON '${JSON.stringify(fields.consent)}'` : 'NULL'
      return `('e${n++}', '${name}', ${time}, ${time}, ${time}, 't', 'm${n}', '${name}@1.0', 0, '${user}', ${email}, ${consent}, JSON '${JSON.stringify(data)}')`
    }
    const order = (id: string, value: number, currency = 'EUR') => ({ transaction_id: id, value, currency })
    await warehouse.change(
      `INSERT INTO ${warehouse.locate('events')} (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop, user_id, email, consent, event_data)
VALUES ${[
        event(
          'purchase',
          'lapsed',
          200,
          { email: 'old@acme.example', consent: { ad_user_data: 'denied' } },
          order('T-1', 0.1),
        ),
        event('purchase', 'lapsed', 120, {}, order('T-2', 0.2)),
        event('purchase', 'lapsed', 120, {}, order('T-2', 0.2)),
        event('login', 'lapsed', 3, { email: 'new@acme.example', consent: { ad_user_data: 'granted' } }),
        event('purchase', 'active', 100, {}, order('T-3', 5, 'USD')),
        event('purchase', 'active', 2, { email: 'active@acme.example' }, order('T-4', 7)),
        event('login', 'visitor', 1, { email: 'visitor@acme.example' }),
      ].join(', ')}`,
    )
  })
  after(async () => {
    restoreEnvironment()
    await store.stop()
  })

  const rowsOf = async ({ model }: Sync) => {
    const lines = await warehouse.rows(
      `SELECT TO_JSON_STRING(line) AS line FROM (${model(warehouse.locate)}) AS line ORDER BY user_id`,
    )
    return lines.map(({ line }) => JSON.parse(line as string) as Readonly<Record<string, unknown>>)
  }

  it('customer_profiles has the latest data of each user, and counts each order once', async () => {
    const rows = await rowsOf(customerProfiles)
    const profiles = rows.map(({ user_id, email, consent, purchases, revenue, currency }) => [
      user_id,
      email,
      (
        consent as {
          ad_user_data?: string
        } | null
      )?.ad_user_data,
      purchases,
      revenue,
      currency,
    ])
    assert.deepEqual(profiles, [
      ['active', 'active@acme.example', undefined, 2, 7, 'EUR'],
      ['lapsed', 'new@acme.example', 'granted', 2, 0.3, 'EUR'],
      ['visitor', 'visitor@acme.example', undefined, 0, null, null],
    ])
  })

  it('lapsed_customers has the users whose last purchase is three months old', async () => {
    const rows = await rowsOf(lapsedCustomers)
    const customers = rows.map(({ user_id, email, purchases }) => [user_id, email, purchases])
    assert.deepEqual(customers, [['lapsed', 'new@acme.example', 2]])
  })

  it('have examples that are valid for their event types', async () => {
    for (const sync of syncs.values()) {
      const type = registryFor(sync).get(sync.event.name)!
      for (const example of sync.event.examples) {
        const eventFields = Object.entries(example).filter(([name]) => Object.hasOwn(sync.event.fields, name))
        assert.ok(eventFields.length > 2)
        assert.deepEqual(type.violationsOf(Object.fromEntries(eventFields), []), [])
      }
    }
  })
})
