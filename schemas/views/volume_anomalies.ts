/** Storage layer: describes view `volume_anomalies`, hours with unusually few or many events. */
import { nullable } from '../warehouse/column.ts'
import { hourlyCounts } from '../warehouse/hourly_counts.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

const baselineDays = 28

/** Minimum number of baseline days for an anomaly. */
const minBaselineDays = 7

/** Recommended limit of the modified z-score. https://www.itl.nist.gov/div898/handbook/eda/section3/eda35h.htm */
const limit = 3.5

export function volumeAnomalies(locate: Locate): View {
  return {
    name: 'volume_anomalies',
    description:
      `Number of events by type and full hour of the last ${shownDays} days, compared with the same hour of the ` +
      `${baselineDays} days before. From the first event of a type, hours without events have a row, too. Reads table hourly_counts, which the health check updates four times an hour.`,
    columns: [
      nullable('hour', 'TIMESTAMP', 'Hour in which the bus accepted the events.'),
      nullable('event_name', 'STRING', 'Event type.'),
      nullable('events', 'INT64', 'Number of events. An event that is stored twice in an hour counts once.'),
      nullable('median', 'INT64', `Median of the same hour of the ${baselineDays} days before.`),
      nullable('baseline_days', 'INT64', `Number of those days with data, at most ${baselineDays}.`),
      nullable('ratio', 'FLOAT64', 'events / median; null if the median is 0.'),
      nullable(
        'z_score',
        'FLOAT64',
        'Distance of events from the median in robust standard deviations: 1.4826 times the median absolute deviation, at least the square root of the median, and at least 1.',
      ),
      nullable(
        'is_anomaly',
        'BOOL',
        `True if the absolute z_score is above ${limit} and baseline_days is at least ${minBaselineDays}.`,
      ),
    ],
    query: `WITH counted_hours AS (
  SELECT hour, subject, event_name, pairs
  FROM ${locate(hourlyCounts.name)}
  WHERE hour >= ${daysAgo(shownDays + baselineDays)} AND hour < TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), HOUR)
    AND subject IN ('hour', 'events')
),
counted AS (
  SELECT event_name, hour, SUM(counted_hours.pairs) AS events
  FROM counted_hours
  WHERE subject = 'events'
  GROUP BY event_name, hour
),
known AS (
  SELECT event_name, MIN(hour) AS first_hour FROM counted GROUP BY event_name
),
hourly AS (
  SELECT known.event_name, checked.hour, IFNULL(counted.events, 0) AS events
  FROM known
  JOIN (SELECT DISTINCT hour FROM counted_hours WHERE subject = 'hour') AS checked ON checked.hour >= known.first_hour
  LEFT JOIN counted ON counted.event_name = known.event_name AND counted.hour = checked.hour
),
compared AS (
  SELECT event_name, hour, events,
    ARRAY_AGG(events) OVER (
      PARTITION BY event_name, EXTRACT(HOUR FROM hour) ORDER BY hour
      ROWS BETWEEN ${baselineDays} PRECEDING AND 1 PRECEDING
    ) AS earlier
  FROM hourly
),
centered AS (
  SELECT event_name, hour, events, earlier,
    (SELECT APPROX_QUANTILES(count, 2)[OFFSET(1)] FROM UNNEST(earlier) AS count) AS median
  FROM compared
  WHERE hour >= ${daysAgo(shownDays)}
),
scored AS (
  SELECT event_name, hour, events, median, IFNULL(ARRAY_LENGTH(earlier), 0) AS baseline_days,
    (events - median) / GREATEST(
      1.4826 * (SELECT APPROX_QUANTILES(ABS(count - median), 2)[OFFSET(1)] FROM UNNEST(earlier) AS count),
      SQRT(median),
      1.0
    ) AS z_score
  FROM centered
)
SELECT hour, event_name, events, median, baseline_days,
  SAFE_DIVIDE(events, median) AS ratio,
  z_score,
  IFNULL(baseline_days >= ${minBaselineDays} AND ABS(z_score) > ${limit}, FALSE) AS is_anomaly
FROM scored`,
    reads: [hourlyCounts.name],
  }
}
