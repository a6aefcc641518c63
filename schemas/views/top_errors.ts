/** Storage layer: describes view `top_errors`, all errors, the open ones first. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { quarantine } from '../warehouse/quarantine.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

/** GoogleSQL that replaces ids, addresses and numbers in a text, so that equal errors have equal texts. */
function normalized(text: string): string {
  return [
    [String.raw`[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}|[0-9A-Fa-f]{16,}`, '<id>'],
    [String.raw`[^\s"'<>@]+@[^\s"'<>@]+`, '<address>'],
    [String.raw`[0-9]+`, '<n>'],
  ].reduce((sql, [pattern, mark]) => `REGEXP_REPLACE(${sql}, r'''${pattern}''', '${mark}')`, text)
}

/** GoogleSQL of what the third party said of a profile that it refused while it took the event, which delivery puts at the end of the detail. */
const refusedProfile = String.raw`REGEXP_EXTRACT(detail, r'(?:^|; )(profile: (?s:.*))$')`

export function topErrors(locate: Locate): View {
  const since = daysAgo(shownDays)
  return {
    name: 'top_errors',
    description:
      `Errors of the last ${shownDays} days: attempts that did not deliver, refused profiles of events that were delivered, quarantined messages, and violations. Those with open events ` +
      'are first, the most frequent first. Restricted events are not errors; see delivery_state and delivery_funnel.',
    columns: [
      nullable('source', 'STRING', 'delivery, quarantine or violation.'),
      nullable('destination', 'STRING', 'Id of the destination; null unless source is delivery.'),
      nullable('event_name', 'STRING', 'Event type, or the event name in a quarantined message.'),
      nullable(
        'outcome',
        'STRING',
        'Outcome of the attempts: skipped, refused, deferred or dead; delivered if only the profile was refused; null unless source is delivery.',
      ),
      nullable('reason', 'STRING', 'Reason of the outcome or quarantine; for a violation, the field.'),
      nullable(
        'detail',
        'STRING',
        'Message from the third party, suggested event name, or expected and received value; ids, addresses and numbers are replaced by <id>, <address> and <n>.',
      ),
      nullable('http_status', 'INT64', 'HTTP status of the third party’s response.'),
      nullable('occurrences', 'INT64', 'Number of attempts, messages or fields; redeliveries count, too.'),
      nullable('events', 'INT64', 'Number of affected events.'),
      nullable(
        'open_events',
        'INT64',
        'Number of affected events that have not been delivered to the destination since or, in quarantine, not been reprocessed; of violations and refused profiles, all.',
      ),
      nullable('first_seen', 'TIMESTAMP', 'First occurrence.'),
      nullable('last_seen', 'TIMESTAMP', 'Last occurrence.'),
      nullable(
        'first_received_at',
        'TIMESTAMP',
        'When the bus accepted the first affected event: together with last_seen the period of all of them.',
      ),
      nullable(
        'example_event_id',
        'STRING',
        'Id of the last affected event, of the open ones if there are any.',
      ),
      nullable(
        'example_received_at',
        'TIMESTAMP',
        'When the bus accepted the example; null if a sync or an action made it, which table events does not have.',
      ),
    ],
    query: errorsOf(locate, since),
    reads: [events.name, quarantine.name, deliveries.name],
  }
}

/** The errors since a time, and before another one if it is given, with what has happened to their events until now. Both as GoogleSQL. */
export function errorsOf(locate: Locate, since: string, until?: string): string {
  const within = (column: string): string =>
    `${column} >= ${since}${until === undefined ? '' : ` AND ${column} < ${until}`}`
  const rows = errorRows(locate, {
    attempts: within('settled_at'),
    messages: within('received_at'),
    settledSince: since,
    receivedSince: since,
  })
  return `WITH error AS (
  ${rows}
)
SELECT source, destination, event_name, outcome, reason, detail, http_status, occurrences, events, open_events,
  first_seen, last_seen, first_received_at,
  example.event_id AS example_event_id, IF(example.is_stored, example.received_at, NULL) AS example_received_at
FROM (
  SELECT source, destination, event_name, outcome, reason, detail, http_status,
    ${errorFigures},
    MIN(seen_at) AS first_seen
  FROM error
  GROUP BY source, destination, event_name, outcome, reason, detail, http_status
)
ORDER BY open_events = 0 AND events > 0, occurrences DESC, last_seen DESC`
}

/** The figures of a group of rows of `errorRows`. */
export const errorFigures = `COUNT(*) AS occurrences,
    COUNT(DISTINCT event_id) AS events,
    COUNT(DISTINCT IF(is_open, event_id, NULL)) AS open_events,
    MAX(seen_at) AS last_seen,
    MIN(received_at) AS first_received_at,
    ARRAY_AGG(STRUCT(event_id, received_at, is_stored) ORDER BY is_open DESC, seen_at DESC, event_id LIMIT 1)[OFFSET(0)] AS example`

/** Conditions as GoogleSQL. */
interface ErrorPeriod {
  /** On a row of deliveries. */
  attempts: string
  /** On `received_at` of a row of events or quarantine. */
  messages: string
  /** Times since which a pair may have been delivered, and a message reprocessed. */
  settledSince: string
  receivedSince: string
}

/** A row for each attempt that did not deliver, each refused profile, each quarantined message and each violation. */
export function errorRows(
  locate: Locate,
  { attempts, messages, settledSince, receivedSince }: ErrorPeriod,
): string {
  return `SELECT 'delivery' AS source, destination, event_name, outcome, reason,
    ${normalized(`IF(outcome = 'delivered', ${refusedProfile}, detail)`)} AS detail, http_status, settled_at AS seen_at, event_id,
    received_at, deliveries.source IS NULL AS is_stored,
    outcome = 'delivered' OR NOT EXISTS (
      SELECT 1 FROM ${locate(deliveries.name)} AS delivered
      WHERE delivered.settled_at >= ${settledSince} AND delivered.outcome = 'delivered'
        AND delivered.event_id = deliveries.event_id AND delivered.destination = deliveries.destination
    ) AS is_open
  FROM ${locate(deliveries.name)} AS deliveries
  WHERE ${attempts} AND (outcome != 'delivered' OR ${refusedProfile} IS NOT NULL)
  UNION ALL
  SELECT 'quarantine', NULL, event_name, NULL, reason,
    COALESCE(
      CONCAT('did you mean ', suggestion),
      (SELECT STRING_AGG(${normalized('violation.expected')}, '; ') FROM UNNEST(violations) AS violation)
    ), NULL, stored_at, event_id, received_at, TRUE,
    NOT EXISTS (
      SELECT 1 FROM ${locate(events.name)} AS promoted
      WHERE promoted.received_at >= ${receivedSince} AND promoted.reprocessed_from = message.event_id
    )
  FROM ${locate(quarantine.name)} AS message
  WHERE ${messages}
  UNION ALL
  SELECT 'violation', NULL, event_name, NULL, ${normalized('violation.field')},
    CONCAT('expected ', violation.expected, ', got ', IFNULL(${normalized('violation.got')}, 'nothing')),
    NULL, stored_at, event_id, received_at, TRUE, TRUE
  FROM ${locate(events.name)} AS event
  CROSS JOIN UNNEST(event.violations) AS violation
  WHERE ${messages}`
}
