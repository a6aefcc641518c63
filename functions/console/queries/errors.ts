/** Console: query `errors`: the most frequent errors, the open ones first. */
import { errorsOf } from '../../../schemas/views/top_errors.ts'
import type { Query } from './query.ts'

const columns = `source, destination, event_name, outcome, reason, detail, http_status, occurrences, events, open_events,
  last_seen, first_received_at, example_event_id, example_received_at`

const order = `ORDER BY open_events = 0 AND events > 0, occurrences DESC, last_seen DESC, example_event_id
LIMIT 200`

/** Counted by the hour of the event; the others by the time of the attempt. */
const counted = `SELECT ${columns.replace('example_event_id, example_received_at', 'example.*')}
FROM (
  SELECT source, destination, event_name, outcome, reason, detail, http_status,
    SUM(counts.occurrences) AS occurrences, SUM(counts.events) AS events, SUM(counts.open_events) AS open_events,
    MAX(counts.last_seen) AS last_seen, MIN(counts.first_received_at) AS first_received_at,
    ARRAY_AGG(
      STRUCT(counts.example_event_id, counts.example_received_at)
      ORDER BY counts.open_events > 0 DESC, counts.last_seen DESC, counts.example_event_id LIMIT 1
    )[OFFSET(0)] AS example
  FROM hourly_errors AS counts
  WHERE counts.hour >= @from AND counts.hour < @to
  GROUP BY source, destination, event_name, outcome, reason, detail, http_status
)
${order}`

export const errors: Query = {
  name: 'errors',
  description: 'The errors of the period: those with open events first, the most frequent first.',
  readsOnlyPeriod: true,
  sql: `SELECT ${columns}
FROM (
${errorsOf((name) => name, '@from', '@to')}
)
${order}`,
  counted,
}
