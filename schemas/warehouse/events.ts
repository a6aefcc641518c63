/** Storage layer: describes table `events`. New event types and event fields do not change its columns. */
import { contextColumns } from '../context.ts'
import { nullable, repeated, required, type Table } from './column.ts'
import { deprecationColumns } from './deprecation_columns.ts'
import { derivedFieldsColumn } from './derived_fields.ts'
import { hintsColumn } from './hints.ts'
import { originColumns } from './origin_columns.ts'
import { violations } from './violations.ts'

/** Context fields whose columns are described below. */
const requiredNames = new Set(['event_id', 'event_name', 'event_time'])

export const events: Table = {
  name: 'events',
  description:
    'Every accepted event, once per delivery of the bus. View events_deduplicated has each event once.',
  partition: 'received_at',
  clustering: ['event_name', 'event_id'],
  columns: [
    required(
      'event_id',
      'STRING',
      'Id of the event, from the producer or else derived from topic and message id.',
    ),
    required('event_name', 'STRING', 'Event type.'),
    required('event_time', 'TIMESTAMP', 'When the event happened; by default, when the bus accepted it.'),
    required('received_at', 'TIMESTAMP', 'When the bus accepted the event.'),
    required('stored_at', 'TIMESTAMP', 'When the row was written, before the event was forwarded.'),
    required('topic', 'STRING', 'Topic that the event was published to.'),
    required('message_id', 'STRING', 'Pub/Sub message id.'),
    required('definition', 'STRING', 'Definition that the event was checked against, `name@version`.'),
    required('hop', 'INT64', 'Number of automated actions between the producer and this event.'),
    ...contextColumns
      .filter(({ name }) => !requiredNames.has(name))
      .map(({ name, column, description }) => nullable(name, column, description)),
    nullable('event_data', 'JSON', 'Event fields. Numbers keep their exact digits.'),
    violations,
    repeated('decisions', 'Decision for each destination.', [
      required('destination', 'STRING', 'Id of the destination.'),
      required('permitted', 'BOOL', 'True if the event may be sent to the destination.'),
      nullable('rule', 'STRING', 'Rule that decided; null if none matched.'),
      required('reason', 'STRING', 'Reason of the decision.'),
    ]),
    nullable(
      'reprocessed_from',
      'STRING',
      'event_id of the quarantined message that was reprocessed to this event; null for other events.',
    ),
    ...originColumns,
    hintsColumn,
    ...deprecationColumns,
    derivedFieldsColumn,
  ],
}
