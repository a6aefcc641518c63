/** Console: query `traffic`: what became of the events of the period, in one pass over them: four sections of page Overview. */
import { quarantinedOnce } from '../../../schemas/views/delivery_funnel.ts'
import { trafficRows } from '../../../schemas/views/traffic.ts'
import { liveAttempts, liveEvents } from '../overview_period.ts'
import type { Query } from './query.ts'

/** The columns of its only row, each an array of at most `maxTrafficRows` rows:
 * - `volume`: events stored by type, each counted once, in buckets of @bucket seconds since 1970.
 * - `funnel`: events by type, destination and stage. Rows without a destination count every event once.
 * - `reasons`: pairs of an event and a destination that were not delivered, by outcome and reason.
 * - `latency`: percentiles in ms, each computed from the events, those of counted hours rounded up by at most 10 percent: of the period and of each of its parts, for all event types and for each
 *   one. Without a bucket: the period. Without an event type: all. Without a destination: until stored; with one, from storage to the first
 *   delivery. Replays, and rows of syncs and firings, are excluded. */
export const trafficSections = ['volume', 'funnel', 'reasons', 'latency'] as const

export const maxTrafficRows = 5000

const outcomes = ['delivered', 'skipped', 'refused', 'deferred', 'dead', 'pending'] as const

/** The start of the part of the period, of some buckets, in which a time is. */
function partOf(time: string, buckets: number): string {
  const width = buckets === 1 ? '@bucket' : `${buckets} * @bucket`
  return `TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(${time}), ${width}) * ${width})`
}

/** The smallest latency that this many percent of the events do not exceed. */
function percentile(percent: number): string {
  return `MIN(IF(100 * place >= ${percent} * measured, ms, NULL)) AS p${percent}`
}

function section(name: (typeof trafficSections)[number], select: string): string {
  return `ARRAY(\n  SELECT AS STRUCT ${select}\n  LIMIT ${maxTrafficRows}\n) AS ${name}`
}

/** `quarantined`: a query with a row for each event type: event_name and quarantined. */
function funnel(quarantined: string): string {
  return `* FROM (
    SELECT event_name, CAST(NULL AS STRING) AS destination, SUM(stored + quarantined) AS received, SUM(quarantined) AS quarantined,
      SUM(stored) AS stored, SUM(IF(is_permitted, 0, stored)) AS restricted, SUM(IF(is_permitted, stored, 0)) AS permitted,
      ${outcomes.map((name) => `CAST(NULL AS INT64) AS ${name}`).join(', ')}
    FROM (
      SELECT event_name, is_permitted, events AS stored, 0 AS quarantined FROM arrived
      UNION ALL
      SELECT event_name, FALSE, 0, quarantined FROM (${quarantined})
    )
    GROUP BY event_name
    UNION ALL
    SELECT event_name, destination, SUM(pairs), 0, SUM(pairs),
      SUM(IF(outcome = 'restricted', pairs, 0)), SUM(IF(outcome != 'restricted', pairs, 0)),
      ${outcomes.map((name) => `SUM(IF(outcome = '${name}', pairs, 0))`).join(', ')}
    FROM pair
    GROUP BY event_name, destination
  )
  ORDER BY destination, stored DESC, event_name`
}

// The most important rows are first, because the number of rows is limited.
const latency = `bucket, event_name, destination, ANY_VALUE(measured) AS events, ${[50, 95, 99].map(percentile).join(', ')}
  FROM (
    SELECT bucket, event_name, destination, ms,
      SUM(events) OVER (PARTITION BY bucket, event_name, destination ORDER BY ms) AS place,
      SUM(events) OVER (PARTITION BY bucket, event_name, destination) AS measured
    FROM (
      SELECT bucket, event_name, destination, ms, SUM(duration.events) AS events
      FROM duration
      GROUP BY GROUPING SETS (
        (destination, ms), (destination, event_name, ms), (destination, bucket, ms), (destination, event_name, bucket, ms)
      )
    )
  )
  GROUP BY bucket, event_name, destination
  ORDER BY bucket IS NOT NULL, event_name IS NOT NULL, bucket, destination, event_name`

/** Common table expression `counted`: the rows of table hourly_counts before a time, which are read once. */
function countedBefore(until: string): string {
  return `counted AS (
  SELECT hour, subject, event_name, destination, outcome, reason, pairs, latencies
  FROM hourly_counts
  WHERE hour >= @from AND hour < ${until} AND subject IN ('arrivals', 'outcomes', 'quarantine')
),
`
}

const countedArrivals = `SELECT ${partOf('counted.hour', 1)} AS bucket, counted.event_name, counted.outcome = 'permitted' AS is_permitted, latency.ms, latency.pairs AS events
  FROM counted
  CROSS JOIN UNNEST(counted.latencies) AS latency
  WHERE counted.subject = 'arrivals'`

const countedPairs = `SELECT ${partOf('counted.hour', 2)} AS bucket, counted.event_name, counted.destination, counted.outcome, counted.reason, latency.ms, latency.pairs
  FROM counted
  CROSS JOIN UNNEST(counted.latencies) AS latency
  WHERE counted.subject = 'outcomes'`

interface TrafficSource {
  /** Common table expressions that the others use, each with a comma after it. */
  rows: string
  /** Queries: events by part of the period, type, is_permitted and ms; and pairs by part, type, destination, outcome, reason and ms. */
  arrived: string
  pairs: string
  quarantined: string
}

function trafficOf({ rows, arrived, pairs, quarantined }: TrafficSource): string {
  return `WITH ${rows}arrived AS (
  ${arrived}
),
pair AS (
  ${pairs}
),
duration AS (
  SELECT ${partOf('bucket', 2)} AS bucket, event_name, CAST(NULL AS STRING) AS destination, ms, events
  FROM arrived
  UNION ALL
  SELECT bucket, event_name, destination, ms, pairs
  FROM pair
  WHERE ms IS NOT NULL
)
SELECT ${[
    section(
      'volume',
      'bucket, event_name, SUM(arrived.events) AS events FROM arrived GROUP BY bucket, event_name ORDER BY bucket, event_name',
    ),
    section('funnel', funnel(quarantined)),
    section(
      'reasons',
      `destination, event_name, outcome, reason, SUM(pair.pairs) AS pairs
  FROM pair
  WHERE outcome != 'delivered'
  GROUP BY destination, event_name, outcome, reason
  ORDER BY pairs DESC, destination, outcome, reason, event_name`,
    ),
    section('latency', latency),
  ].join(',\n')}`
}

/** The hours before @live are read from table hourly_counts. From @live on every event and every attempt is read once, and counted by all that
 * the sections show: their percentiles and sums then read the counts. */
export const traffic: Query = {
  name: 'traffic',
  description: 'Volume, stages, reasons and latency of the events of the period, as one row of arrays.',
  readsOnlyPeriod: true,
  sql: trafficOf({
    rows: `${countedBefore('@live')}${trafficRows({
      events: liveEvents,
      attempts: liveAttempts,
      arrivedIn: (time) => partOf(time, 1),
      outcomeIn: (time) => partOf(time, 2),
      latency: (ms) => ms,
    })},
`,
    arrived: `SELECT bucket, event_name, is_permitted, ms, events FROM arrivals
  UNION ALL
  ${countedArrivals}`,
    pairs: `SELECT bucket, event_name, destination, outcome, reason, ms, pairs FROM outcomes
  UNION ALL
  ${countedPairs}`,
    quarantined: `SELECT event_name, COUNT(*) AS quarantined
        FROM (${quarantinedOnce((name) => name, 'received_at >= @from AND received_at < @to', '@from')})
        GROUP BY event_name`,
  }),
  counted: trafficOf({
    rows: countedBefore('@to'),
    arrived: countedArrivals,
    pairs: countedPairs,
    quarantined: `SELECT event_name, SUM(counted.pairs) AS quarantined
        FROM counted
        WHERE subject = 'quarantine'
        GROUP BY event_name`,
  }),
}
