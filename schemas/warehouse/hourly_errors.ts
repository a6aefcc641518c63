/** Storage layer: describes table `hourly_errors`, the errors of view top_errors by hour. */
import { nullable, required, type Table } from './column.ts'

/** Number of different errors that an hour is counted with. */
export const maxHourlyErrors = 200

export const hourlyErrors: Table = {
  name: 'hourly_errors',
  description:
    'Number of errors by the hour in which the bus accepted the event, as in view top_errors. The health check replaces hours, as in hourly_counts.',
  partition: 'hour',
  clustering: ['source', 'destination', 'event_name'],
  columns: [
    required('hour', 'TIMESTAMP', 'Start of the hour.'),
    required('source', 'STRING', 'delivery, quarantine or violation.'),
    nullable('destination', 'STRING', 'Id of the destination; null unless source is delivery.'),
    nullable('event_name', 'STRING', 'Event type, or the event name in a quarantined message.'),
    nullable('outcome', 'STRING', 'Outcome of the attempts; null unless source is delivery.'),
    nullable('reason', 'STRING', 'Reason of the outcome or quarantine; for a violation, the field.'),
    nullable(
      'detail',
      'STRING',
      `Detail as in view top_errors. Only the ${maxHourlyErrors} most frequent errors of an hour have it, and http_status.`,
    ),
    nullable('http_status', 'INT64', 'HTTP status of the third party’s response.'),
    required('occurrences', 'INT64', 'Number of attempts, messages or fields.'),
    required('events', 'INT64', 'Number of affected events.'),
    required(
      'open_events',
      'INT64',
      'Number of them that were not delivered or reprocessed when the hour was counted.',
    ),
    required('last_seen', 'TIMESTAMP', 'Last occurrence.'),
    nullable('first_received_at', 'TIMESTAMP', 'When the bus accepted the first affected event.'),
    nullable(
      'example_event_id',
      'STRING',
      'Id of the last affected event, of the open ones if there are any.',
    ),
    nullable(
      'example_received_at',
      'TIMESTAMP',
      'When the bus accepted the example, if table events has it.',
    ),
  ],
}
