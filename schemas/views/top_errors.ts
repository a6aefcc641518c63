/** Storage layer: the view `top_errors`, everything that went wrong, the most frequent first. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { quarantine } from '../warehouse/quarantine.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

/** Words with what differs from event to event taken out, so that the same error has the same words. */
function normalised(words: string): string {
  return [
    [String.raw`[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}|[0-9A-Fa-f]{16,}`, '<id>'],
    [String.raw`[^\s"'<>@]+@[^\s"'<>@]+`, '<address>'],
    [String.raw`[0-9]+`, '<n>'],
  ].reduce((sql, [pattern, mark]) => `REGEXP_REPLACE(${sql}, r'''${pattern}''', '${mark}')`, words)
}

export function topErrors(locate: Locate): View {
  const since = daysAgo(shownDays)
  return {
    name: 'top_errors',
    description:
      `What went wrong in the last ${shownDays} days, the most frequent first: attempts that did not deliver, messages ` +
      'in quarantine, and fields that break their definition. Events that the decision layer restricted are no errors; ' +
      'delivery_state and delivery_funnel have them.',
    columns: [
      nullable('source', 'STRING', 'delivery, quarantine or violation.'),
      nullable('destination', 'STRING', 'Id of the destination; null unless source is delivery.'),
      nullable('event_name', 'STRING', 'Type of the events, or what they claim to be.'),
      nullable(
        'outcome',
        'STRING',
        'Outcome of the attempts: skipped, refused, deferred or dead; null unless source is delivery.',
      ),
      nullable('reason', 'STRING', 'Reason of the outcome or the quarantine; of a violation, the field.'),
      nullable(
        'detail',
        'STRING',
        'The third party’s words, the event name probably meant, or what was expected and what came; ids, addresses and numbers are replaced by <id>, <address> and <n>.',
      ),
      nullable('http_status', 'INT64', 'Status of the third party’s answer.'),
      nullable('occurrences', 'INT64', 'How many attempts, messages or fields; a redelivery counts again.'),
      nullable('events', 'INT64', 'How many events it befell.'),
      nullable('first_seen', 'TIMESTAMP', 'When it first happened.'),
      nullable('last_seen', 'TIMESTAMP', 'When it last happened.'),
      nullable('example_event_id', 'STRING', 'The event it last befell.'),
    ],
    query: `WITH error AS (
  SELECT 'delivery' AS source, destination, event_name, outcome, reason,
    ${normalised('detail')} AS detail, http_status, settled_at AS seen_at, event_id
  FROM ${locate(deliveries.name)}
  WHERE settled_at >= ${since} AND outcome != 'delivered'
  UNION ALL
  SELECT 'quarantine', NULL, event_name, NULL, reason,
    COALESCE(
      CONCAT('did you mean ', suggestion),
      (SELECT STRING_AGG(${normalised('violation.expected')}, '; ') FROM UNNEST(violations) AS violation)
    ), NULL, stored_at, event_id
  FROM ${locate(quarantine.name)}
  WHERE received_at >= ${since}
  UNION ALL
  SELECT 'violation', NULL, event_name, NULL, ${normalised('violation.field')},
    CONCAT('expected ', violation.expected, ', got ', IFNULL(${normalised('violation.got')}, 'nothing')),
    NULL, stored_at, event_id
  FROM ${locate(events.name)} AS event
  CROSS JOIN UNNEST(event.violations) AS violation
  WHERE event.received_at >= ${since}
)
SELECT source, destination, event_name, outcome, reason, detail, http_status,
  COUNT(*) AS occurrences,
  COUNT(DISTINCT event_id) AS events,
  MIN(seen_at) AS first_seen,
  MAX(seen_at) AS last_seen,
  ARRAY_AGG(event_id ORDER BY seen_at DESC, event_id LIMIT 1)[OFFSET(0)] AS example_event_id
FROM error
GROUP BY source, destination, event_name, outcome, reason, detail, http_status
ORDER BY occurrences DESC, last_seen DESC`,
    reads: [events.name, quarantine.name, deliveries.name],
  }
}
