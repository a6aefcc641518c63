/** Storage layer: describes table `erasure_events`, the rows that a running erasure deletes. */
import { nullable, required, type Table } from './column.ts'

/** Written before anything is deleted, so that rows of other tables are found after the event is deleted, and so that an interrupted run
 * does not search again. */
export const erasureEvents: Table = {
  name: 'erasure_events',
  description: 'Keys of the rows that a running erasure deletes; empty if none is running.',
  clustering: ['run_id', 'event_id'],
  columns: [
    required('run_id', 'STRING', 'Run id of the erasure.'),
    required('event_id', 'STRING', 'Id of an event of the person; empty for a row that belongs to no event.'),
    nullable('look', 'INT64', 'Number of the search of the run that found the row, from 1.'),
    nullable('table_name', 'STRING', 'Table of the row.'),
    nullable('row_key', 'STRING', 'SHA-256 of the columns that identify the row.'),
    nullable('row_count', 'INT64', 'Number of rows with this key.'),
    nullable('first_at', 'TIMESTAMP', 'Earliest time of these rows in the column of the partitions.'),
    nullable('last_at', 'TIMESTAMP', 'Latest time of these rows in the column of the partitions.'),
  ],
}
