/** Storage layer: the `quarantine` table, for what the bus accepted but no definition can read. Never forwarded. */
import { nullable, required, type Table } from './column.ts'
import { violations } from './violations.ts'

/** Why a message lies in quarantine: the closed set of reasons. */
export const quarantineReasons = {
  not_json: 'It is not JSON in UTF-8.',
  too_deep: 'Its objects and arrays nest deeper than BigQuery keeps JSON.',
  not_an_object: 'It is JSON, but no object.',
  no_event_name: 'Neither its body, its attributes nor its topic name an event type.',
  unknown_event: 'There is no definition of its name.',
  strict_violation: 'Its definition is strict and it breaks it; the violations say how.',
  too_large: 'Its row is larger than BigQuery takes.',
  refused_by_storage: 'BigQuery does not take its row; the violations tell its words.',
} as const

export type QuarantineReason = keyof typeof quarantineReasons

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
    nullable(
      'event_id',
      'STRING',
      'Identity of the message, the same however often it comes; also of the event that it becomes when it is processed again, unless the producer gave that another.',
    ),
    nullable('event_name', 'STRING', 'Type it claims to be, where one could be read.'),
    required('reason', 'STRING', `Why it is here: ${Object.keys(quarantineReasons).join(', ')}.`),
    nullable('suggestion', 'STRING', 'The nearest known event name, when the name is unknown.'),
    nullable('attributes', 'JSON', 'Attributes of the message.'),
    nullable('original', 'BYTES', 'The message, byte for byte; of a large one, this part of it.'),
    nullable('part', 'INT64', 'Which part of the message this row holds, from 1.'),
    nullable('parts', 'INT64', 'In how many rows of the same event_id the message lies.'),
    violations,
  ],
}
