/** Storage layer: describes table `deliveries`, the attempts to deliver events to destinations. */
import { nullable, required, strings, type Table } from './column.ts'

export const deliveries: Table = {
  name: 'deliveries',
  description: 'Every attempt to deliver an event, with its outcome. Contains no payloads.',
  partition: 'settled_at',
  clustering: ['destination', 'outcome', 'event_id'],
  columns: [
    required('event_id', 'STRING', 'Id of the event.'),
    required('event_name', 'STRING', 'Event type.'),
    required('destination', 'STRING', 'Id of the destination.'),
    required('target', 'STRING', 'Target of the destination.'),
    required(
      'outcome',
      'STRING',
      'delivered, restricted, skipped, refused, deferred or dead (schemas/outcome.ts).',
    ),
    nullable('reason', 'STRING', 'Reason of the outcome; null if delivered.'),
    nullable('detail', 'STRING', 'Message from the third party, shortened.'),
    nullable('http_status', 'INT64', 'HTTP status of the response.'),
    required('attempt', 'INT64', 'Delivery attempt of the bus, from 1.'),
    required('latency_ms', 'INT64', 'Duration of the request to the third party; 0 if none was made.'),
    required('received_at', 'TIMESTAMP', 'When the bus accepted the event.'),
    required('stored_at', 'TIMESTAMP', 'When the event was stored, which is before this attempt.'),
    required('settled_at', 'TIMESTAMP', 'When the attempt ended.'),
    nullable('replay_id', 'STRING', 'Run or firing that sent the event; null on the first delivery.'),
    nullable(
      'source',
      'STRING',
      'Name of the sync or action that made the event; null for stored events. If set, event_id is not in table events.',
    ),
    strings(
      'sent_without',
      'Optional fields of the target that were left out because they are invalid, with what was expected, such as items[0].price must be number.',
    ),
    nullable(
      'link',
      'STRING',
      'Digest of the link for the event type at this attempt. Null if its events are sent unchanged, for attempts without a link, and in rows stored before this column existed.',
    ),
    nullable(
      'receipt',
      'STRING',
      'For a list of people, the id that the third party gave the request if it decides about it later (view list_receipts). In rows with the event type receipt: the request that was asked about.',
    ),
  ],
}
