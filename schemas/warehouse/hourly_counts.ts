/** Storage layer: describes table `hourly_counts`, what happened in each hour, in numbers. Console and health check read it instead of the events. */
import { nullable, repeated, required, type Table } from './column.ts'

/** What a row of `hourly_counts` counts. */
export const countedSubjects = {
  hour: 'the hour itself: one row with 0 for each hour that is counted',
  events: 'events stored, each once, by received_at',
  quarantine: 'messages in quarantine, each once, by received_at',
  decisions: 'decisions about events, by received_at; outcome is permitted or restricted',
  arrivals:
    'events stored, each once, by received_at; outcome is permitted if at least one destination may have them, or else restricted',
  outcomes:
    'pairs of an event and a destination with their outcome at the time of the count, by received_at of the event; a row without a destination says that the hour is counted',
  deliveries: 'pairs of an event and a destination with an attempt in this hour, by settled_at',
  promises:
    'broken promises of a day as the daily check found them, by the first hour of the day; reason is the column of view reconciliation, and a row without it says that the day is checked',
} as const

/** The health check replaces whole hours. Further figures are further columns. */
export const hourlyCounts: Table = {
  name: 'hourly_counts',
  description:
    'Number of events, decisions, deliveries and quarantined messages by hour. The health check replaces the latest hours in each run, ' +
    'and an earlier hour when a row for it arrives late or an outcome of its events changes. The daily check replaces the rows of promises.',
  partition: 'hour',
  clustering: ['subject', 'destination', 'event_name'],
  columns: [
    required('hour', 'TIMESTAMP', 'Start of the hour.'),
    required(
      'subject',
      'STRING',
      `What is counted. ${Object.entries(countedSubjects)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('. ')}.`,
    ),
    nullable('destination', 'STRING', 'Id of the destination, of decisions and deliveries.'),
    nullable('target', 'STRING', 'Target of the destination, of deliveries.'),
    nullable(
      'source',
      'STRING',
      'Sync or action that made the events, of deliveries; null for stored events.',
    ),
    nullable(
      'event_name',
      'STRING',
      'Event type; of quarantine, the name in the message, if it could be read.',
    ),
    nullable('outcome', 'STRING', 'Outcome of the attempts, or permitted or restricted.'),
    nullable('reason', 'STRING', 'Reason of the outcome or of the quarantine.'),
    required(
      'pairs',
      'INT64',
      'Number of events, messages or pairs. A pair with several attempts in the hour counts once, with its delivered attempt, or else its last final one, or else its last one.',
    ),
    nullable('attempts', 'INT64', 'Number of attempts, of deliveries. A dead letter is not an attempt.'),
    nullable('earliest_received_at', 'TIMESTAMP', 'When the bus accepted the first of these events.'),
    nullable('example_event_id', 'STRING', 'Id of one of them, the latest.'),
    repeated(
      'latencies',
      'The pairs by latency: of arrivals from received_at to stored_at, of outcomes from storage to the first delivery.',
      [
        nullable(
          'ms',
          'INT64',
          'Latency in ms, rounded up by at most 10 percent; null without a delivery, and after a replay.',
        ),
        nullable('pairs', 'INT64', 'Number of events or pairs.'),
      ],
    ),
    required('computed_at', 'TIMESTAMP', 'When the hour was counted.'),
  ],
}
