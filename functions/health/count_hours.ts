/** Health: counts the events, decisions, deliveries and quarantined messages of whole hours into table `hourly_counts`. Counting an hour
 * again replaces its rows, so that no order of runs and interruptions counts anything twice. */
import { tables } from '../../schemas/warehouse.ts'
import { precedence } from '../../schemas/views/pairs.ts'
import type { Locate } from '../../schemas/views/view.ts'

const columns = [
  'hour',
  'subject',
  'destination',
  'target',
  'source',
  'event_name',
  'outcome',
  'reason',
  'pairs',
  'attempts',
  'earliest_received_at',
  'example_event_id',
] as const

type CountedColumn = (typeof columns)[number]

const types: Partial<Record<CountedColumn, string>> = {
  attempts: 'INT64',
  earliest_received_at: 'TIMESTAMP',
}

/** The SELECT list with every column; those that are not given are null. */
function selected(given: Partial<Record<CountedColumn, string>>): string {
  return columns
    .map((name) => `${given[name] ?? `CAST(NULL AS ${types[name] ?? 'STRING'})`} AS ${name}`)
    .join(',\n    ')
}

function latestOf(id: string, ...order: readonly string[]): string {
  return `ARRAY_AGG(${id} ORDER BY ${[...order, id].join(', ')} LIMIT 1)[OFFSET(0)]`
}

const received = 'received_at >= @from AND received_at < @to'
const ofReceived = {
  hour: 'TIMESTAMP_TRUNC(received_at, HOUR)',
  earliest_received_at: 'MIN(received_at)',
}

/**
 * Replaces the rows of the hours from `@from` to `@to`, both full hours, in one statement: a reader sees the old rows or the new ones.
 * BigQuery runs a MERGE whose condition is FALSE without a join, as one DELETE and one INSERT.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax#merge_statement
 * Reads a few columns of the partitions of these hours.
 */
export function countStatement(locate: Locate): string {
  return `MERGE ${locate(tables.hourly_counts.name)} AS counted
USING (
  WITH attempted AS (
    SELECT DISTINCT TIMESTAMP_TRUNC(settled_at, HOUR) AS hour, event_id, event_name, destination, target, source, outcome, reason,
      received_at, settled_at, attempt
    FROM ${locate(tables.deliveries.name)}
    WHERE settled_at >= @from AND settled_at < @to
  ),
  ranked AS (
    SELECT *, ROW_NUMBER() OVER (
      PARTITION BY hour, destination, event_id ORDER BY ${precedence}, outcome, reason
    ) AS place
    FROM attempted
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
  WHERE ${received}
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
  WHERE ${received}
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
  WHERE ${received} AND IFNULL(part, 1) = 1
  GROUP BY hour, event_name, reason
  UNION ALL
  SELECT ${selected({ hour: 'hour', subject: `'hour'`, pairs: '0' })}
  FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(@from, TIMESTAMP_SUB(@to, INTERVAL 1 HOUR), INTERVAL 1 HOUR)) AS hour
) AS fresh
ON FALSE
WHEN NOT MATCHED BY TARGET THEN
  INSERT (${columns.join(', ')}, computed_at)
  VALUES (${columns.map((name) => `fresh.${name}`).join(', ')}, CURRENT_TIMESTAMP())
WHEN NOT MATCHED BY SOURCE AND counted.hour >= @from AND counted.hour < @to THEN DELETE`
}

/** Reads when each hour since `@from` was counted. */
export function countedHoursQuery(locate: Locate): string {
  return `SELECT UNIX_MILLIS(hour) AS hour, UNIX_MILLIS(computed_at) AS computed
FROM ${locate(tables.hourly_counts.name)}
WHERE hour >= @from AND subject = 'hour'`
}

/** Reads, for each hour since `@from`, when its last row was stored. A message that waited in Pub/Sub is stored long after its hour. */
export function storedHoursQuery(locate: Locate): string {
  return `SELECT UNIX_MILLIS(hour) AS hour, MAX(UNIX_MILLIS(stored_at)) AS stored
FROM (
  SELECT TIMESTAMP_TRUNC(received_at, HOUR) AS hour, stored_at
  FROM ${locate(tables.events.name)} WHERE received_at >= @from
  UNION ALL
  SELECT TIMESTAMP_TRUNC(received_at, HOUR), stored_at
  FROM ${locate(tables.quarantine.name)} WHERE received_at >= @from
  UNION ALL
  SELECT TIMESTAMP_TRUNC(dead_at, HOUR), stored_at
  FROM ${locate(tables.dead_letters.name)} WHERE dead_at >= @from
)
GROUP BY hour`
}
