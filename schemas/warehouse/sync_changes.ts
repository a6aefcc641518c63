/** Storage layer: describes table `sync_changes`, the row changes that syncs send. Only these rows leave BigQuery. */
import { nullable, required, type Table } from './column.ts'

export const syncChanges: Table = {
  name: 'sync_changes',
  description:
    'Differences from the last delivered state, as the latest run of each sync found them. ' +
    'Delivered changes are removed when the run ends, so between runs the table contains the undelivered changes.',
  clustering: ['run_id', 'event_id'],
  columns: [
    required('run_id', 'STRING', 'Id of the run.'),
    required('sync', 'STRING', 'Name of the sync.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required(
      'change',
      'STRING',
      'added, changed or removed. Until the run ends, rows that only count others have unchanged, kept, gone, keyless or duplicate.',
    ),
    required('row_count', 'INT64', 'Number of model rows: 1 for a change.'),
    nullable('event_id', 'STRING', 'Event id of the change, the same in every run until it is delivered.'),
    nullable('row_key', 'STRING', 'Key columns of the row as a JSON object; of a counting row, an example.'),
    nullable('row_hash', 'STRING', 'SHA-256 of the current row; null if removed.'),
    nullable('row_data', 'JSON', 'The current row; if removed, as it was last delivered.'),
    nullable('noticed_at', 'TIMESTAMP', 'When a run first detected the change.'),
    nullable(
      'backfill',
      'BOOL',
      'True if the first run of the sync for the destination detected the change.',
    ),
    nullable(
      'previous',
      'JSON',
      'For a list of people, the row as it was last delivered, of a row that the model has.',
    ),
    nullable(
      'cause',
      'STRING',
      'For a list of people, why a person is removed, other than that their row left the model: consent_denied, opted_out, opt_out_unclear or suppressed, which no guard holds back; or the reason of a rule.',
    ),
  ],
}
