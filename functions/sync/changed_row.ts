/** Sync: reads the rows of `sync_changes` that are sent. Pure. */
import type { ChangedRow } from '../event/row_event.ts'
import type { WarehouseRow } from '../google/warehouse.ts'

/** Columns of `sync_changes` that `changedRow` reads. */
export const changedRowColumns = `event_id, change, TO_JSON_STRING(row_data) AS row_data,
  FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', noticed_at) AS noticed_at, backfill, TO_JSON_STRING(previous) AS previous`

export function changedRow(row: WarehouseRow): ChangedRow {
  const delivered = row['previous']
  // TO_JSON_STRING makes the text null of a NULL.
  const previous = JSON.parse(typeof delivered === 'string' ? delivered : 'null') as ChangedRow['row'] | null
  return {
    eventId: String(row['event_id']),
    change: String(row['change']),
    row: JSON.parse(String(row['row_data'])) as Record<string, unknown>,
    noticedAt: String(row['noticed_at']),
    backfill: row['backfill'] === true,
    ...(previous && { previous }),
  }
}
