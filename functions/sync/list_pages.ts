/** Sync: the order of the changes of a list of people: removals, then changed members, then new ones; each page after the one before has ended. */
import { tables } from '../../schemas/warehouse.ts'
import { pageLimits } from '../bus/page.ts'
import type { OutgoingRow } from '../dispatch/dispatch_pages.ts'
import type { Event } from '../event/read.ts'
import type { ChangedRow } from '../event/row_event.ts'
import type { Audience } from '../targets/target.ts'
import { endedInRun } from './delivered.ts'
import { sentChanges } from './diff.ts'
import type { SyncJob } from './job.ts'

/** Maximum number of rows of a page. */
export const maxListRows = pageLimits.rows

/** Changes in their order. An address that passes from one person to another is removed before it is added. */
const turns = ['removed', 'changed', 'added']

/** Where a change stands in the order of a run: GoogleSQL. */
export const turnSql = `CONCAT(CASE change ${turns.map((change, turn) => `WHEN '${change}' THEN '${turn}' `).join('')}END, event_id)`

/** Where a change stands in the order of a run. */
export function turnOf({ change, eventId }: Pick<ChangedRow, 'change' | 'eventId'>): string {
  return `${turns.indexOf(change)}${eventId}`
}

/** Makes what is sent for a row. For a list, a removal passes every decision, and a changed member tells what identified them before. */
export function rowOf(
  { change, row, noticedAt: storedAt, previous }: ChangedRow,
  event: Event,
  audience: Audience | undefined,
): OutgoingRow {
  if (!audience) return { event, storedAt }
  if (change === 'removed') return { event, storedAt, removes: true }
  const differing = audience.identifiers.filter(
    (field) => previous && (previous[field] ?? null) !== (row[field] ?? null),
  )
  const isFormer = differing.some((field) => (previous?.[field] ?? null) !== null)
  if (!isFormer) return { event, storedAt }
  return {
    event,
    storedAt,
    previous: Object.fromEntries(differing.map((field) => [field, previous?.[field] ?? null])),
  }
}

/** Counts the changes of a page that have no outcome in this run. */
export async function unendedOf(
  { ports: { warehouse }, run, statementParameters }: SyncJob,
  page: readonly ChangedRow[],
): Promise<number> {
  const [row] = await warehouse.rows(
    `SELECT COUNT(DISTINCT event_id) AS found FROM ${warehouse.locate(tables.deliveries.name)}
WHERE ${endedInRun} AND event_id IN UNNEST(@ids)`,
    {
      ...statementParameters,
      started: ['TIMESTAMP', run.startedAt],
      ids: [['STRING'], page.map(({ eventId }) => eventId)],
    },
  )
  return page.length - Number(row?.['found'] ?? 0)
}

/** Counts the changes up to the position that have no outcome in this run. */
export async function unendedBefore({
  ports: { warehouse },
  run,
  position,
  statementParameters,
}: SyncJob): Promise<number> {
  const [row] = await warehouse.rows(
    `SELECT COUNT(*) AS found FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run AND change IN (${sentChanges}) AND ${turnSql} <= @after AND event_id NOT IN (
  SELECT event_id FROM ${warehouse.locate(tables.deliveries.name)} WHERE ${endedInRun}
)`,
    {
      ...statementParameters,
      after: ['STRING', position.after],
      started: ['TIMESTAMP', run.startedAt],
    },
  )
  return Number(row?.['found'] ?? 0)
}
