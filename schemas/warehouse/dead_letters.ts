/** Storage layer: describes table `dead_letters`, the messages whose delivery attempts are exhausted. They can be requeued. */
import { nullable, required, type Table } from './column.ts'

export const deadLetters: Table = {
  name: 'dead_letters',
  description:
    'Messages whose delivery attempts are exhausted, byte for byte, with the subscription and destination.',
  partition: 'dead_at',
  clustering: ['subscription'],
  columns: [
    required('dead_at', 'TIMESTAMP', 'When the attempts were exhausted.'),
    required('stored_at', 'TIMESTAMP', 'When the row was written.'),
    required('message_id', 'STRING', 'Pub/Sub message id of the dead letter.'),
    nullable(
      'subscription',
      'STRING',
      'Subscription whose delivery failed; null if Pub/Sub did not report it.',
    ),
    nullable(
      'destination',
      'STRING',
      'Id of the destination; null for a message that was never stored as an event.',
    ),
    nullable('attempts', 'INT64', 'Number of delivery attempts.'),
    nullable('event_id', 'STRING', 'Id of the event; null if it was not stored.'),
    nullable('event_name', 'STRING', 'Event type, if the message names it.'),
    nullable('attributes', 'JSON', 'Attributes of the message.'),
    nullable('original', 'BYTES', 'The message, byte for byte; of a large message, one part.'),
    required('part', 'INT64', 'Number of the part in this row, from 1.'),
    required('parts', 'INT64', 'Number of parts, which are rows with the same message_id.'),
  ],
}
