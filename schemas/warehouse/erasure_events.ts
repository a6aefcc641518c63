/** Storage layer: the `erasure_events` table, which events an erasure takes away, while it is at work. */
import { required, type Table } from './column.ts'

/** Written before anything is deleted: what belongs to an event is found after the event itself is gone. */
export const erasureEvents: Table = {
  name: 'erasure_events',
  description: 'The events that an erasure takes away; empty while none is at work.',
  clustering: ['run_id', 'event_id'],
  columns: [
    required('run_id', 'STRING', 'The erasure.'),
    required('event_id', 'STRING', 'Identity of the event.'),
  ],
}
