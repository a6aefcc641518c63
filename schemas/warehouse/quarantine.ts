/** Storage layer: describes table `quarantine`, the messages that are not valid events. They are never forwarded. */
import { nullable, required, type Table } from './column.ts'
import { originColumns } from './origin_columns.ts'
import { violations } from './violations.ts'

/** The closed set of quarantine reasons with their meanings. */
export const quarantineReasons = {
  not_json: 'The message is not JSON in UTF-8.',
  too_deep: 'Objects and arrays are nested deeper than BigQuery permits.',
  too_wide: 'An object has more members than the limit.',
  too_many_values: 'The event has more values than the limit.',
  not_an_object: 'The JSON value is not an object.',
  no_event_name: 'Neither body, attributes nor topic name an event type.',
  unknown_event: 'No definition has this event name.',
  source_not_allowed: 'The source that sent the event may not send its event type.',
  strict_violation: 'The event has violations and its definition is strict.',
  too_large: 'The row is larger than BigQuery permits.',
  too_slow: 'Reading the event or evaluating rules took too long, also alone; the violations say which.',
  refused_by_storage: 'BigQuery rejected the row; the violations contain its message.',
} as const

export type QuarantineReason = keyof typeof quarantineReasons

export const quarantine: Table = {
  name: 'quarantine',
  description: 'Messages that are not valid events, byte for byte, with the reason. They can be reprocessed.',
  partition: 'received_at',
  clustering: ['reason', 'topic'],
  columns: [
    required('received_at', 'TIMESTAMP', 'When the bus accepted the message.'),
    required('stored_at', 'TIMESTAMP', 'When the row was written.'),
    required('topic', 'STRING', 'Topic that the message was published to.'),
    required('message_id', 'STRING', 'Pub/Sub message id.'),
    nullable(
      'event_id',
      'STRING',
      'Id of the message, the same for each redelivery. Also the id of the reprocessed event, unless the producer set one.',
    ),
    nullable('event_name', 'STRING', 'Event name in the message, if it could be read.'),
    required('reason', 'STRING', `Reason: ${Object.keys(quarantineReasons).join(', ')}.`),
    nullable('suggestion', 'STRING', 'Most similar event name, if the name is unknown.'),
    nullable('attributes', 'JSON', 'Attributes of the message.'),
    nullable('original', 'BYTES', 'The message, byte for byte; of a large message, one part.'),
    nullable('part', 'INT64', 'Number of the part in this row, from 1.'),
    nullable('parts', 'INT64', 'Number of parts, which are rows with the same event_id.'),
    violations,
    ...originColumns,
  ],
}
