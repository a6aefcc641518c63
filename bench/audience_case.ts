/** Bench: defines a list of all people, who were all delivered, and of whom some have changed, come or gone since. */
import type { Warehouse } from '../functions/google/warehouse.ts'
import { text } from '../schemas/context/field.ts'
import type { Destination } from '../schemas/destination.ts'
import { defineEvent } from '../schemas/event_type.ts'
import { defineSync } from '../schemas/sync.ts'
import { tables } from '../schemas/warehouse.ts'

export const everybody = defineSync({
  name: 'members',
  description: 'Everybody.',
  model: (locate) =>
    `SELECT user_id, email, plan, STRUCT('granted' AS ad_user_data) AS consent FROM ${locate('people')}`,
  key: ['user_id'],
  mode: 'mirror',
  event: defineEvent({
    name: 'members',
    description: 'A person has joined or left.',
    fields: { plan: text('What they pay for.', 'free') },
    examples: [],
  }),
  rowsPerSecond: 10_000,
})

export const vipList: Destination = {
  id: 'vip',
  target: 'customerio_segment',
  settings: { list_id: '1042', site_id: 'site' },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
}

export const listSecrets = { api_key: 'bench' } as const

/** The changes of a run. */
export interface ListChanges {
  changed: number
  added: number
  removed: number
}

/** Returns how `total` changes are divided: of ten, three have gone, four have changed, and three have come. */
export function listChangesOf(total: number): ListChanges {
  return { removed: total * 0.3, changed: total * 0.4, added: total * 0.3 }
}

/** SQL of people with these numbers. */
function peopleFrom(first: number, last: number): string {
  return `SELECT CONCAT('u-', CAST(n AS STRING)), CONCAT('person.', CAST(n AS STRING), '@example.com'), 'free'
FROM UNNEST(GENERATE_ARRAY(${first}, ${last})) AS n`
}

/** SQL of the start of a statement that stores people. */
function insertInto(locate: Warehouse['locate']): string {
  return `INSERT INTO ${locate('people')} (user_id, email, plan)`
}

/** Stores `count` people of whom none is delivered, in place of what there was. */
export async function prepareFirst({ locate, change }: Warehouse, count: number): Promise<void> {
  const { sync_state: state, sync_changes: changes, deliveries, runs } = tables
  for (const table of ['people', ...[state, changes, deliveries, runs].map(({ name }) => name)])
    await change(`DELETE FROM ${locate(table)} WHERE TRUE`)
  await change(`${insertInto(locate)} ${peopleFrom(1, count)}`)
}

/** Stores `count` people as delivered, then makes the changes. */
export async function prepareMembers(warehouse: Warehouse, count: number, total: number): Promise<void> {
  const { locate, change } = warehouse
  await prepareFirst(warehouse, count)
  // As functions/sync/diff.ts writes keys and hashes.
  await change(
    `INSERT INTO ${locate(tables.sync_state.name)} (sync, destination, row_key, row_hash, row_data, event_id, run_id, delivered_at)
SELECT '${everybody.name}', '${vipList.id}', TO_JSON_STRING(STRUCT(user_id AS user_id)), TO_HEX(SHA256(TO_JSON_STRING(model))),
  PARSE_JSON(TO_JSON_STRING(model)), CONCAT('e-', user_id), 'before', CURRENT_TIMESTAMP()
FROM (${everybody.model(locate)}) AS model`,
  )
  const { added, changed, removed } = listChangesOf(total)
  const every = Math.floor(count / (changed + removed))
  const number = 'CAST(SUBSTR(user_id, 3) AS INT64)'
  const isOneOf = (from: number, to: number): string =>
    `MOD(${number}, ${every}) = 0 AND ${number} > ${from * every} AND ${number} <= ${to * every}`
  await change(`DELETE FROM ${locate('people')} WHERE ${isOneOf(0, removed)}`)
  await change(`UPDATE ${locate('people')} SET plan = 'paid' WHERE ${isOneOf(removed, removed + changed)}`)
  await change(`${insertInto(locate)} ${peopleFrom(count + 1, count + added)}`)
}
