/** Health: counts the errors of whole hours into table `hourly_errors`. Counting an hour again replaces its rows. */
import { tables } from '../../schemas/warehouse.ts'
import { maxHourlyErrors } from '../../schemas/warehouse/hourly_errors.ts'
import { errorFigures, errorRows } from '../../schemas/views/top_errors.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { attemptedSince, receivedInHours, replaceHours, settledSince } from './replace_counts.ts'

const group = ['hour', 'source', 'destination', 'event_name', 'outcome', 'reason']

const figures = ['occurrences', 'events', 'open_events', 'last_seen', 'first_received_at']

/** Replaces the rows of the hours from `@from` to `@to`, both full hours. So that an hour has a limited
 * number of rows, only the most frequent errors keep their detail. */
export function countErrorsStatement(locate: Locate): string {
  const frequent = ['detail', 'http_status'].map((name) => `IF(is_frequent, ${name}, NULL)`)
  const query = `WITH error AS (
    ${errorRows(locate, {
      attempts: attemptedSince,
      messages: receivedInHours,
      settledSince,
      receivedSince: '@from',
    })}
  ),
  different AS (
    SELECT TIMESTAMP_TRUNC(received_at, HOUR) AS hour, ${group.slice(1).join(', ')}, detail, http_status,
    ${errorFigures}
    FROM error
    GROUP BY ${group.join(', ')}, detail, http_status
  ),
  ranked AS (
    SELECT *, ROW_NUMBER() OVER (
      PARTITION BY hour ORDER BY occurrences DESC, ${group.slice(1).join(', ')}, detail, http_status
    ) <= ${maxHourlyErrors} AS is_frequent
    FROM different
  )
  SELECT ${group.join(', ')}, ${frequent[0]} AS detail, ${frequent[1]} AS http_status,
    SUM(ranked.occurrences) AS occurrences, SUM(ranked.events) AS events, SUM(ranked.open_events) AS open_events,
    MAX(ranked.last_seen) AS last_seen, MIN(ranked.first_received_at) AS first_received_at,
    ARRAY_AGG(example ORDER BY ranked.open_events > 0 DESC, ranked.last_seen DESC, example.event_id LIMIT 1)[OFFSET(0)] AS example
  FROM ranked
  GROUP BY ${group.join(', ')}, ${frequent.join(', ')}`
  const kept = [...group, 'detail', 'http_status', ...figures].map((name) => [name, `fresh.${name}`] as const)
  return replaceHours(locate(tables.hourly_errors.name), {
    query,
    values: {
      ...Object.fromEntries(kept),
      example_event_id: 'fresh.example.event_id',
      example_received_at: 'IF(fresh.example.is_stored, fresh.example.received_at, NULL)',
    },
  })
}
