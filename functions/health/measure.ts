/** Health: reads the latest hours of every destination from table `hourly_counts`, beside its earlier ones. */
import { tables } from '../../schemas/warehouse.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { Parameters } from '../google/warehouse.ts'
import { healthCheck } from '../../schemas/health_check.ts'
import { hourMs, hourOf } from './hours_to_count.ts'

/** Number of pairs that are judged together. With fewer, one odd event would be a large share. */
export const enoughPairs = 20

function ago(now: number, hours: number): readonly ['TIMESTAMP', string] {
  return ['TIMESTAMP', new Date(hourOf(now) - hours * hourMs).toISOString()]
}

/** The parameters of the queries of this folder; each query takes those that it names. */
export function healthParameters(now: number, sql: string): Parameters {
  const all: Parameters = {
    from: ago(now, healthCheck.days * 24 + 2),
    this_hour: ago(now, 0),
    last_hour: ago(now, 1),
    /** What happened since then is not yet usual. */
    usual_until: ago(now, 24),
    recent: ago(now, 7 * 24),
    day: ago(now, 24),
    enough: ['INT64', enoughPairs],
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => new RegExp(`@${name}\\b`).test(sql)))
}

/** The sum of `pairs` over the later hours of the same group. */
function laterPairs(group: string): string {
  return `IFNULL(SUM(pairs) OVER (
    PARTITION BY ${group} ORDER BY UNIX_SECONDS(hour) DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ), 0)`
}

/** RFC 3339 with seconds, rounded down. */
function timeText(sql: string): string {
  return `FORMAT_TIMESTAMP('%FT%H:%M:%SZ', ${sql})`
}

/** A number of pairs of one outcome, among the latest pairs of a destination. */
export interface OutcomeCount {
  destination: string
  /** Empty: all event types together. */
  event_name: string
  outcome: string
  reason: string | null
  source: string | null
  pairs: number
  /** All latest pairs of the destination and event type. */
  total: number
  /** The same numbers over the days before. */
  usual_pairs: number
  usual_total: number
  since: string
  example_event_id: string | null
}

/** Reads the outcomes of the latest pairs of each destination: of the last hours that together have enough pairs, at most seven days. So a busy
 * destination is judged by this hour, and a quiet one by its last week. */
export function outcomesQuery(locate: Locate): string {
  return `WITH counted AS (
  SELECT hour, destination, type_or_all AS event_name, outcome, reason, source, pairs, earliest_received_at, example_event_id
  FROM ${locate(tables.hourly_counts.name)} AS counts
  CROSS JOIN UNNEST([counts.event_name, '']) AS type_or_all
  WHERE hour >= @from AND subject = 'deliveries' AND outcome != 'restricted' AND pairs > 0
),
hours AS (
  SELECT destination, event_name, hour, SUM(counted.pairs) AS pairs
  FROM counted
  GROUP BY destination, event_name, hour
),
placed AS (
  SELECT destination, event_name, hour, pairs, hour >= @recent AND ${laterPairs('destination, event_name')} < @enough AS is_latest
  FROM hours
),
sums AS (
  SELECT destination, event_name, SUM(IF(is_latest, pairs, 0)) AS total,
    SUM(IF(NOT is_latest AND hour < @usual_until, pairs, 0)) AS usual_total
  FROM placed
  GROUP BY destination, event_name
)
SELECT counted.destination, counted.event_name, counted.outcome, counted.reason,
  MAX(counted.source) AS source,
  SUM(IF(placed.is_latest, counted.pairs, 0)) AS pairs,
  ANY_VALUE(sums.total) AS total,
  SUM(IF(NOT placed.is_latest AND counted.hour < @usual_until, counted.pairs, 0)) AS usual_pairs,
  ANY_VALUE(sums.usual_total) AS usual_total,
  ${timeText('MIN(IF(counted.hour >= @recent AND counted.pairs * 10 >= placed.pairs, counted.earliest_received_at, NULL))')} AS since,
  ARRAY_AGG(counted.example_event_id IGNORE NULLS ORDER BY counted.hour DESC, counted.example_event_id LIMIT 1)[SAFE_OFFSET(0)] AS example_event_id
FROM counted
JOIN placed
  ON placed.destination = counted.destination AND placed.event_name = counted.event_name AND placed.hour = counted.hour
JOIN sums ON sums.destination = counted.destination AND sums.event_name = counted.event_name
GROUP BY counted.destination, counted.event_name, counted.outcome, counted.reason
HAVING SUM(IF(placed.is_latest, counted.pairs, 0)) > 0`
}

/** What became of the latest permitted events of a destination. */
export interface PermittedFlow {
  destination: string
  permitted: number
  since: string
  /** Pairs since then with a final outcome. */
  settled: number
  delivered: number
  delivered_before: number
  /** Of the most frequent deferred attempts. */
  reason: string | null
  example_event_id: string | null
}

/** Reads what became of the events that were permitted in the last full hours that together have enough, at most 24. This hour does not count:
 * its events may be on their way. */
export function flowQuery(locate: Locate): string {
  return `WITH hours AS (
  SELECT destination, hour, SUM(counts.pairs) AS pairs,
    ARRAY_AGG(example_event_id IGNORE NULLS ORDER BY example_event_id LIMIT 1)[SAFE_OFFSET(0)] AS example_event_id
  FROM ${locate(tables.hourly_counts.name)} AS counts
  WHERE hour >= @day AND hour < @this_hour AND subject = 'decisions' AND outcome = 'permitted'
  GROUP BY destination, hour
),
placed AS (
  SELECT destination, hour, pairs, example_event_id, ${laterPairs('destination')} < @enough AS is_latest
  FROM hours
),
begun AS (
  SELECT destination, MIN(hour) AS since, SUM(pairs) AS permitted,
    ARRAY_AGG(example_event_id ORDER BY hour LIMIT 1)[OFFSET(0)] AS example_event_id
  FROM placed
  WHERE is_latest
  GROUP BY destination
),
counted AS (
  SELECT destination, hour, outcome, reason, source, pairs
  FROM ${locate(tables.hourly_counts.name)}
  WHERE hour >= @from AND subject = 'deliveries'
)
SELECT begun.destination, ANY_VALUE(begun.permitted) AS permitted, ${timeText('ANY_VALUE(begun.since)')} AS since,
  IFNULL(SUM(IF(counted.hour >= begun.since AND counted.source IS NULL AND counted.outcome != 'deferred', counted.pairs, 0)), 0) AS settled,
  IFNULL(SUM(IF(counted.hour >= begun.since AND counted.outcome = 'delivered', counted.pairs, 0)), 0) AS delivered,
  IFNULL(SUM(IF(counted.hour < begun.since AND counted.outcome = 'delivered', counted.pairs, 0)), 0) AS delivered_before,
  ARRAY_AGG(
    IF(counted.hour >= begun.since AND counted.outcome = 'deferred', counted.reason, NULL) IGNORE NULLS
    ORDER BY counted.pairs DESC, counted.reason LIMIT 1
  )[SAFE_OFFSET(0)] AS reason,
  ANY_VALUE(begun.example_event_id) AS example_event_id
FROM begun
LEFT JOIN counted ON counted.destination = begun.destination
GROUP BY begun.destination`
}
