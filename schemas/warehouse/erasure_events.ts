/** Storage layer: describes table `erasure_events`, the events that a running erasure deletes. */
import { required, type Table } from './column.ts'

/** Written before anything is deleted, so that rows of other tables are found after the event is deleted. */
export const erasureEvents: Table = {
  name: 'erasure_events',
  description: 'Events that a running erasure deletes; empty if none is running.',
  clustering: ['run_id', 'event_id'],
  columns: [
    required('run_id', 'STRING', 'Run id of the erasure.'),
    required('event_id', 'STRING', 'Id of the event.'),
  ],
}
