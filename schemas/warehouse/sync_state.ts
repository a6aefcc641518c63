/** Storage layer: describes table `sync_state`, the last delivered state of each row of a sync. */
import { nullable, required, type Table } from './column.ts'

export const syncState: Table = {
  name: 'sync_state',
  description:
    'Last delivered state of each row of each sync. The next run sends every row that differs from it.',
  clustering: ['sync', 'destination', 'row_key'],
  columns: [
    required('sync', 'STRING', 'Name of the sync.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required('row_key', 'STRING', 'Key columns of the row as a JSON object.'),
    nullable('row_hash', 'STRING', 'SHA-256 of the delivered row; null if it was delivered as removed.'),
    nullable(
      'row_data',
      'JSON',
      'The delivered row, which a later removal sends; only for syncs in mode mirror.',
    ),
    required('event_id', 'STRING', 'Event id of the delivered change.'),
    required('run_id', 'STRING', 'Run that delivered the row.'),
    required('delivered_at', 'TIMESTAMP', 'When the destination accepted the row.'),
  ],
}
