/** Storage layer: the `sync_changes` table, what a run of a sync found to have changed; the only rows that leave BigQuery. */
import { nullable, required, type Table } from './column.ts'

export const syncChanges: Table = {
  name: 'sync_changes',
  description:
    'The rows that differ from what the destination was last given, as the latest run of each sync found them in one statement. ' +
    'What is delivered is taken out when the run ends, so that between runs here stands what is still to be delivered.',
  clustering: ['run_id', 'event_id'],
  columns: [
    required('run_id', 'STRING', 'The run.'),
    required('sync', 'STRING', 'Name of the sync.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required(
      'change',
      'STRING',
      'added, changed or removed. A line that only counts rows, until the run ends, is unchanged, kept, gone, keyless or duplicate.',
    ),
    required('row_count', 'INT64', 'How many rows the line stands for: 1 for a change.'),
    nullable(
      'event_id',
      'STRING',
      'Identity under which the change is delivered: the same in every run until it is.',
    ),
    nullable('row_key', 'STRING', 'Key columns of the row, as a JSON object; of other lines an example.'),
    nullable('row_hash', 'STRING', 'SHA-256 of the row as it is now; null for a removed one.'),
    nullable('row_data', 'JSON', 'The row as it is now; for a removed one as it was delivered.'),
    nullable('noticed_at', 'TIMESTAMP', 'When a run first found the change.'),
    nullable('backfill', 'BOOL', 'Whether that was the first run ever of the sync for the destination.'),
  ],
}
