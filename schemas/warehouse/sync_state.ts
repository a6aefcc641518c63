/** Storage layer: describes table `sync_state`, the last delivered state of each row of a sync. */
import { nullable, required, type Table } from './column.ts'

/** The hash of a row whose request the third party has accepted and failed later: it equals that of no row, so the next run sends the row again.
 * `removal`: the destination still has the row, as far as is known. */
export const failedHash = { addition: 'failed', removal: 'failed removal' } as const

export const syncState: Table = {
  name: 'sync_state',
  description:
    'Last delivered state of each row of each sync. The next run sends every row that differs from it.',
  clustering: ['sync', 'destination', 'row_key'],
  columns: [
    required('sync', 'STRING', 'Name of the sync.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required('row_key', 'STRING', 'Key columns of the row as a JSON object.'),
    nullable(
      'row_hash',
      'STRING',
      `SHA-256 of the delivered row; null if it was delivered as removed; ${failedHash.addition} or ${failedHash.removal} if the third party failed the request later.`,
    ),
    nullable(
      'row_data',
      'JSON',
      'The delivered row, which a later removal sends; only for syncs in mode mirror. Of a removal, only until the third party has carried it out.',
    ),
    required('event_id', 'STRING', 'Event id of the delivered change.'),
    required('run_id', 'STRING', 'Run that delivered the row.'),
    required('delivered_at', 'TIMESTAMP', 'When the destination accepted the row.'),
    nullable(
      'failures',
      'INT64',
      'For a list of people, how many requests in a row with this row the third party has accepted and failed later. Null if none.',
    ),
  ],
}
