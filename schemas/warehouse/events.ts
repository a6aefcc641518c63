/** Storage layer: the `events` table. Its shape is constant: a new event type or field never changes it. */
import { contextColumns } from '../context.ts'
import { nullable, repeated, required, type Table } from './column.ts'
import { violations } from './violations.ts'

/** Columns the platform fills; a producer's field of the same name lands here only if it is listed in schemas/context.ts. */
const own = new Set(['event_id', 'event_name', 'event_time'])

export const events: Table = {
  name: 'events',
  description: 'Every accepted event, once per delivery of the bus; events_deduplicated has each once.',
  partition: 'received_at',
  clustering: ['event_name', 'event_id'],
  columns: [
    required(
      'event_id',
      'STRING',
      'Identity of the event: the producer’s own, else derived from topic and message id.',
    ),
    required('event_name', 'STRING', 'Type of the event.'),
    required('event_time', 'TIMESTAMP', 'When it happened, by the producer; else when the bus accepted it.'),
    required('received_at', 'TIMESTAMP', 'When the bus accepted it.'),
    required('stored_at', 'TIMESTAMP', 'When it was written here, before anyone else saw it.'),
    required('topic', 'STRING', 'Topic it was published to.'),
    required('message_id', 'STRING', 'Id the bus gave the message.'),
    required('definition', 'STRING', 'Event definition it was checked against, `name@version`.'),
    required('hop', 'INT64', 'How many automated actions lie between the producer and this event.'),
    ...contextColumns
      .filter(({ name }) => !own.has(name))
      .map(({ name, column, description }) => nullable(name, column, description)),
    nullable('event_data', 'JSON', 'Event-specific fields, numbers exactly as they came.'),
    violations,
    repeated('decisions', 'What the decision layer said, per destination.', [
      required('destination', 'STRING', 'Id of the destination.'),
      required('permitted', 'BOOL', 'Whether the event may go there.'),
      nullable('rule', 'STRING', 'Rule that decided; null when none matched.'),
      required('reason', 'STRING', 'Why.'),
    ]),
    nullable(
      'reprocessed_from',
      'STRING',
      'event_id of the message in quarantine that was processed again to become this event; null for any other.',
    ),
  ],
}
