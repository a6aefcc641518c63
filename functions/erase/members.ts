/** Erasure: removes the person from lists at third parties, by the identifiers that a sync has delivered, before `sync_state` forgets them. */
import { hash } from 'node:crypto'
import { syncs } from '../../schemas/derived_types.ts'
import type { Destination } from '../../schemas/destination.ts'
import { tables } from '../../schemas/warehouse.ts'
import { pageMessage, type PageRow } from '../bus/page.ts'
import { derivedId } from '../event/identity.ts'
import { eventOfChange, isUnreadable, registryFor, rowFaultOf } from '../event/row_event.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { targetOf } from '../targets/registry.ts'
import { statementsOf } from './statements.ts'
import { placesOf } from './table_conditions.ts'

/** The removal of the person from one list. */
export interface Removal {
  /** Event id in `deliveries`. */
  id: string
  destination: string
  /** Why it could not be sent, without values of the row. */
  problem?: string
}

/** Finds the rows of the person that were delivered to lists, that may be on the way, or whose removal may fail yet, among the rows that the search has found. Returns a
 * removal for each, and their messages. `at`: RFC 3339. */
export async function removalsOf(
  { locate, rows }: Warehouse,
  run: string,
  destinations: readonly Pick<Destination, 'id' | 'target'>[],
  at: string,
): Promise<{ removals: readonly Removal[]; messages: readonly OutgoingMessage[] }> {
  const lists = destinations.filter(({ target }) => targetOf(target).audience).map(({ id }) => id)
  if (lists.length === 0) return { removals: [], messages: [] }
  const found = await rows(
    `SELECT DISTINCT sync, destination, row_text
FROM (
  SELECT t.sync, t.destination, TO_JSON_STRING(t.row_data) AS row_text
  FROM ${locate(tables.sync_state.name)} AS t
  WHERE ${isFound(locate, 'sync_state')} AND t.row_data IS NOT NULL
  UNION ALL
  SELECT t.sync, t.destination, TO_JSON_STRING(t.row_data) AS row_text
  FROM ${locate(tables.sync_changes.name)} AS t
  WHERE ${isFound(locate, 'sync_changes')} AND t.event_id IS NOT NULL AND t.row_data IS NOT NULL
)
WHERE destination IN UNNEST(@lists)`,
    { run: ['STRING', run], lists: [['STRING'], lists] },
  )
  const read = found.map((row) => rowOf(run, row as Readonly<Record<string, string>>, at))
  const sent = read.flatMap(({ removal, row, sync }) => (row ? [{ ...removal, row, sync }] : []))
  const pages = Map.groupBy(sent, ({ destination, sync }) => `${destination} ${sync}`)
  const messages = [...pages.values()].map((page) => {
    const [{ id, destination, sync }] = page as [(typeof page)[number]]
    return pageMessage(
      id,
      page.map(({ row }) => row),
      destination,
      { replayId: run, source: sync },
    )
  })
  return { removals: read.map(({ removal }) => removal), messages }
}

function isFound(locate: Warehouse['locate'], name: 'sync_state' | 'sync_changes'): string {
  return statementsOf(locate).isCollected(placesOf([]).places.find((place) => place.name === name)!)
}

function rowOf(
  run: string,
  { sync = '', destination = '', row_text: text = '' }: Readonly<Record<string, string>>,
  at: string,
): { removal: Removal; sync: string; row?: PageRow } {
  const id = derivedId(`removal/${destination}`, `${run}/${sync}/${hash('sha256', text)}`)
  const removal = { id, destination }
  const declared = syncs.get(sync)
  if (!declared) return { removal: { ...removal, problem: `sync ${sync} is not declared` }, sync }
  const row = JSON.parse(text) as Record<string, unknown>
  const event = eventOfChange(
    declared,
    { eventId: id, change: 'removed', row, noticedAt: at, backfill: false },
    registryFor(declared),
  )
  if (isUnreadable(event)) return { removal: { ...removal, problem: rowFaultOf(event) }, sync }
  return { removal, sync, row: { event, storedAt: at, removes: true } }
}
