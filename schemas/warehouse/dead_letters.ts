/** Storage layer: the `dead_letters` table, for messages that the bus gave up delivering. Each can be put back. */
import { nullable, required, type Table } from './column.ts'

export const deadLetters: Table = {
  name: 'dead_letters',
  description:
    'Messages whose delivery attempts ran out, byte for byte, and to whom they could not be delivered.',
  partition: 'dead_at',
  clustering: ['subscription'],
  columns: [
    required('dead_at', 'TIMESTAMP', 'When the bus gave up.'),
    required('stored_at', 'TIMESTAMP', 'When it was written here.'),
    required('message_id', 'STRING', 'Id the bus gave the dead letter.'),
    nullable(
      'subscription',
      'STRING',
      'Subscription that could not be delivered to; null where Pub/Sub did not tell.',
    ),
    nullable(
      'destination',
      'STRING',
      'Destination it was for; null for a message that was never stored as an event.',
    ),
    nullable('attempts', 'INT64', 'How often it was tried.'),
    nullable('event_id', 'STRING', 'Identity of the event, for one that was stored.'),
    nullable('event_name', 'STRING', 'Type of the event, where the message tells.'),
    nullable('attributes', 'JSON', 'Attributes of the message.'),
    nullable('original', 'BYTES', 'The message, byte for byte; of a large one, this part of it.'),
    required('part', 'INT64', 'Which part of the message this row holds, from 1.'),
    required('parts', 'INT64', 'In how many rows of the same message_id the message lies.'),
  ],
}
