/** Health: counts the events, decisions, attempts and quarantined messages of whole hours into table `hourly_counts`. Counting an hour again
 * replaces its rows, so that no order of runs and interruptions counts anything twice. */
import { tables } from '../../schemas/warehouse.ts'
import { precedence } from '../../schemas/views/pairs.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { receivedInHours, replaceCounts, selected, selectedHours } from './replace_counts.ts'

function latestOf(id: string, ...order: readonly string[]): string {
  return `ARRAY_AGG(${id} ORDER BY ${[...order, id].join(', ')} LIMIT 1)[OFFSET(0)]`
}

const ofReceived = {
  hour: 'TIMESTAMP_TRUNC(received_at, HOUR)',
  earliest_received_at: 'MIN(received_at)',
}

/** Replaces what the check judges. Reads a few columns of the events, messages and attempts of the days of these hours. */
export function countStatement(locate: Locate): string {
  return replaceCounts(
    locate,
    ['hour', 'events', 'quarantine', 'decisions', 'deliveries'],
    `WITH attempt_of_hour AS (
    SELECT DISTINCT TIMESTAMP_TRUNC(settled_at, HOUR) AS hour, event_id, event_name, destination, target, source, outcome, reason,
      received_at, settled_at, attempt
    FROM ${locate(tables.deliveries.name)}
    WHERE settled_at >= @from AND settled_at < @to
  ),
  ranked AS (
    SELECT *, ROW_NUMBER() OVER (
      PARTITION BY hour, destination, event_id ORDER BY ${precedence}, outcome, reason
    ) AS place
    FROM attempt_of_hour
  )
  SELECT ${selected({
    hour: 'hour',
    subject: `'deliveries'`,
    destination: 'destination',
    target: 'target',
    source: 'source',
    event_name: 'event_name',
    outcome: 'outcome',
    reason: 'reason',
    pairs: 'COUNTIF(place = 1)',
    attempts: `COUNTIF(outcome != 'dead')`,
    earliest_received_at: 'MIN(IF(place = 1, received_at, NULL))',
    example_event_id: latestOf('event_id', 'IF(place = 1, 1, 2)', 'settled_at DESC'),
  })}
  FROM ranked
  GROUP BY hour, destination, target, source, event_name, outcome, reason
  UNION ALL
  SELECT ${selected({
    ...ofReceived,
    subject: `'decisions'`,
    destination: 'decision.destination',
    event_name: 'event_name',
    outcome: `IF(decision.permitted, 'permitted', 'restricted')`,
    pairs: 'COUNT(DISTINCT event_id)',
    example_event_id: latestOf('event_id', 'received_at DESC'),
  })}
  FROM ${locate(tables.events.name)}
  CROSS JOIN UNNEST(decisions) AS decision
  WHERE ${receivedInHours}
  GROUP BY hour, decision.destination, event_name, outcome
  UNION ALL
  SELECT ${selected({
    ...ofReceived,
    subject: `'events'`,
    event_name: 'event_name',
    pairs: 'COUNT(DISTINCT event_id)',
    example_event_id: latestOf('event_id', 'received_at DESC'),
  })}
  FROM ${locate(tables.events.name)}
  WHERE ${receivedInHours}
  GROUP BY hour, event_name
  UNION ALL
  SELECT ${selected({
    ...ofReceived,
    subject: `'quarantine'`,
    event_name: 'event_name',
    reason: 'reason',
    pairs: `COUNT(DISTINCT COALESCE(event_id, CONCAT(topic, '/', message_id)))`,
    example_event_id: latestOf('event_id', 'received_at DESC'),
  })}
  FROM ${locate(tables.quarantine.name)}
  WHERE ${receivedInHours} AND IFNULL(part, 1) = 1
  GROUP BY hour, event_name, reason
  UNION ALL
  ${selectedHours('hour')}`,
  )
}

/** When an hour was counted. */
export interface CountedHour {
  /** Start of the hour, in ms since 1970, as the other times. */
  hour: number
  /** By `countStatement`. */
  judged: number | null
  /** By `countTrafficStatement`. */
  shown: number | null
  /** Number of events. */
  events: number
}

/** Reads when each hour since `@from` was counted, and its number of events. */
export function countedHoursQuery(locate: Locate): string {
  return `SELECT UNIX_MILLIS(hour) AS hour,
  UNIX_MILLIS(MAX(IF(subject = 'hour', computed_at, NULL))) AS judged,
  UNIX_MILLIS(MAX(IF(subject = 'outcomes', computed_at, NULL))) AS shown,
  SUM(counted.pairs) AS events
FROM ${locate(tables.hourly_counts.name)} AS counted
WHERE hour >= @from AND (subject IN ('hour', 'events') OR subject = 'outcomes' AND pairs = 0)
GROUP BY hour`
}
