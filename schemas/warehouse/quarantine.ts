/** Storage layer: the `quarantine` table, for what the bus accepted but no definition can read. Never forwarded. */
import { nullable, required, type Table } from './column.ts'
import { violations } from './events.ts'

export const quarantine: Table = {
  name: 'quarantine',
  description:
    'Messages that are no readable event, byte for byte, with what is wrong; can be processed again.',
  partition: 'received_at',
  clustering: ['reason', 'topic'],
  columns: [
    required('received_at', 'TIMESTAMP', 'When the bus accepted it.'),
    required('stored_at', 'TIMESTAMP', 'When it was written here.'),
    required('topic', 'STRING', 'Topic it was published to.'),
    required('message_id', 'STRING', 'Id the bus gave the message.'),
    nullable('event_id', 'STRING', 'Identity of the event, where one could be read or derived.'),
    nullable('event_name', 'STRING', 'Type it claims to be, where one could be read.'),
    required('reason', 'STRING', 'Why it is here: not_json, not_an_object, no_event_name or unknown_event.'),
    nullable('suggestion', 'STRING', 'The nearest known event name, when the name is unknown.'),
    nullable('attributes', 'JSON', 'Attributes of the message.'),
    nullable('original', 'BYTES', 'The message, byte for byte.'),
    violations,
  ],
}
