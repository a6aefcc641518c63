/** Storage layer: the `sync_state` table, what each destination was last given of each row of a sync. */
import { nullable, required, type Table } from './column.ts'

export const syncState: Table = {
  name: 'sync_state',
  description:
    'The last delivered state of each row of each sync: a row that was not delivered is not here as it is now, so the next run sends it again.',
  clustering: ['sync', 'destination', 'row_key'],
  columns: [
    required('sync', 'STRING', 'Name of the sync.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required('row_key', 'STRING', 'Key columns of the row, as a JSON object.'),
    nullable(
      'row_hash',
      'STRING',
      'SHA-256 of the row as it was delivered; null once it was delivered as removed.',
    ),
    nullable(
      'row_data',
      'JSON',
      'The row as it was delivered, which a removal is told with; only of syncs that mirror.',
    ),
    required('event_id', 'STRING', 'Identity under which it was delivered.'),
    required('run_id', 'STRING', 'Run that delivered it.'),
    required('delivered_at', 'TIMESTAMP', 'When the destination accepted it.'),
  ],
}
