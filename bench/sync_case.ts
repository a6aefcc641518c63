/** Bench: defines a sync over a table of people who were all delivered, and some of whom have changed since. */
import { diffStatement } from '../functions/sync/diff.ts'
import type { Parameters, Warehouse } from '../functions/google/warehouse.ts'
import { text } from '../schemas/context/field.ts'
import { defineEvent } from '../schemas/event_type.ts'
import { defineSync } from '../schemas/sync.ts'
import { tables } from '../schemas/warehouse.ts'

export const people = defineSync({
  name: 'people',
  description: 'Everybody.',
  model: (locate) => `SELECT user_id, email, country, plan FROM ${locate('people')}`,
  key: ['user_id'],
  mode: 'upsert',
  event: defineEvent({
    name: 'people',
    description: 'A person has changed.',
    fields: { plan: text('What they pay for.', 'free') },
    examples: [],
  }),
  rowsPerSecond: 10_000,
})

export const destination = {
  id: 'crm',
  target: 'webhook',
  settings: { url: 'https://crm.example.com/' },
  rules: [{ id: 'all', effect: 'permit' as const, when: 'true' }],
}

/** Stores `count` people as delivered, then changes `changed` of them. */
export async function prepare(warehouse: Warehouse, count: number, changed: number): Promise<void> {
  const { locate, change } = warehouse
  const own: Parameters = {
    run: ['STRING', 'before'],
    sync: ['STRING', people.name],
    destination: ['STRING', destination.id],
    now: ['TIMESTAMP', '2026-01-01T00:00:00Z'],
    first: ['BOOL', true],
  }
  for (const table of ['people', tables.sync_state.name, tables.sync_changes.name, tables.deliveries.name])
    await change(`DELETE FROM ${locate(table)} WHERE TRUE`)
  await change(
    `INSERT INTO ${locate('people')} (user_id, email, country, plan)
SELECT CONCAT('u-', CAST(n AS STRING)), CONCAT('person.', CAST(n AS STRING), '@example.com'), 'GB', 'free'
FROM UNNEST(GENERATE_ARRAY(1, ${count})) AS n`,
  )
  await change(diffStatement(people, locate), own)
  await change(
    `INSERT INTO ${locate(tables.sync_state.name)} (sync, destination, row_key, row_hash, event_id, run_id, delivered_at)
SELECT sync, destination, row_key, row_hash, event_id, run_id, noticed_at FROM ${locate(tables.sync_changes.name)}`,
  )
  await change(`DELETE FROM ${locate(tables.sync_changes.name)} WHERE TRUE`)
  await change(
    `UPDATE ${locate('people')} SET plan = 'paid' WHERE MOD(CAST(SUBSTR(user_id, 3) AS INT64), ${Math.floor(count / changed)}) = 0`,
  )
}
