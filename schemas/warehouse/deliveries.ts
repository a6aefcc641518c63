/** Storage layer: the `deliveries` table, one row per attempt to hand an event to a destination, with its outcome. */
import { nullable, required, type Table } from './column.ts'

export const deliveries: Table = {
  name: 'deliveries',
  description: 'Every attempt to deliver an event and how it ended. Holds no payload.',
  partition: 'settled_at',
  clustering: ['destination', 'outcome', 'event_id'],
  columns: [
    required('event_id', 'STRING', 'Identity of the event.'),
    required('event_name', 'STRING', 'Type of the event.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required('target', 'STRING', 'Kind of third party.'),
    required(
      'outcome',
      'STRING',
      'delivered, restricted, skipped, refused, deferred or dead (schemas/outcome.ts).',
    ),
    nullable('reason', 'STRING', 'Why, when it was not delivered.'),
    nullable('detail', 'STRING', 'The third party’s own words, shortened.'),
    nullable('http_status', 'INT64', 'Status of its answer.'),
    required('attempt', 'INT64', 'Which delivery attempt of the bus this was, from 1.'),
    required('latency_ms', 'INT64', 'Duration of the request to the third party; 0 when none was made.'),
    required('received_at', 'TIMESTAMP', 'When the bus accepted the event.'),
    required('stored_at', 'TIMESTAMP', 'When the event was stored, always before this attempt.'),
    required('settled_at', 'TIMESTAMP', 'When the attempt ended.'),
    nullable('replay_id', 'STRING', 'The run or firing that sent it; null on an event’s first way.'),
    nullable(
      'source',
      'STRING',
      'Name of the sync of which it is a row, or of the action of which it is a firing: then event_id is not in events.',
    ),
  ],
}
