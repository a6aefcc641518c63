/** Health: counts the events, decisions, deliveries and quarantined messages of whole hours into table `hourly_counts`. Counting an hour
 * again replaces its rows, so that no order of runs and interruptions counts anything twice. */
import { tables } from '../../schemas/warehouse.ts'
import { precedence } from '../../schemas/views/pairs.ts'
import { roundedLatency, trafficRows } from '../../schemas/views/traffic.ts'
import { eachEventOnce, type Locate } from '../../schemas/views/view.ts'

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
  'latencies',
] as const

type CountedColumn = (typeof columns)[number]

const types: Partial<Record<CountedColumn, string>> = {
  attempts: 'INT64',
  earliest_received_at: 'TIMESTAMP',
  latencies: 'ARRAY<STRUCT<ms INT64, pairs INT64>>',
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

/** The rows of one group, by latency. */
function byLatency(number: string): string {
  return `ARRAY_AGG(STRUCT(ms, ${number} AS pairs) ORDER BY ms)`
}

/** An event that is received again the same day is not counted again. */
const known = 'TIMESTAMP_TRUNC(@from, DAY)'

/** An attempt ends after its event is received; the additional hour allows for clock skew. */
const settled = 'settled_at >= TIMESTAMP_SUB(@from, INTERVAL 1 HOUR)'

/** What became of the events of each hour, as it is now. */
function outcomesOfHours(locate: Locate): string {
  const events = eachEventOnce(
    locate(tables.events.name),
    `event.received_at >= ${known} AND event.received_at < @to`,
  )
  return trafficRows({
    events: `${events} WHERE received_at >= @from`,
    attempts: `${locate(tables.deliveries.name)} WHERE ${received} AND ${settled}`,
    arrivedIn: (time) => `TIMESTAMP_TRUNC(${time}, HOUR)`,
    outcomeIn: (time) => `TIMESTAMP_TRUNC(${time}, HOUR)`,
    latency: roundedLatency,
  })
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
 * Reads a few columns of the events and messages of the days of these hours, and of all later deliveries.
 */
export function countStatement(locate: Locate): string {
  return `MERGE ${locate(tables.hourly_counts.name)} AS counted
USING (
  WITH ${outcomesOfHours(locate)},
  attempt_of_hour AS (
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
  SELECT ${selected({
    hour: 'bucket',
    subject: `'arrivals'`,
    event_name: 'event_name',
    outcome: `IF(is_permitted, 'permitted', 'restricted')`,
    pairs: 'SUM(arrivals.events)',
    latencies: byLatency('arrivals.events'),
  })}
  FROM arrivals
  GROUP BY bucket, event_name, is_permitted
  UNION ALL
  SELECT ${selected({
    hour: 'bucket',
    subject: `'outcomes'`,
    destination: 'destination',
    event_name: 'event_name',
    outcome: 'outcome',
    reason: 'reason',
    pairs: 'SUM(outcomes.pairs)',
    latencies: byLatency('outcomes.pairs'),
  })}
  FROM outcomes
  GROUP BY bucket, event_name, destination, outcome, reason
  UNION ALL
  SELECT ${selected({ hour: 'hour', subject: 'subject', pairs: '0' })}
  FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(@from, TIMESTAMP_SUB(@to, INTERVAL 1 HOUR), INTERVAL 1 HOUR)) AS hour
  CROSS JOIN UNNEST(['hour', 'outcomes']) AS subject
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
WHERE hour >= @from AND subject = 'outcomes' AND destination IS NULL`
}
