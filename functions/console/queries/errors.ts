/** Console: query `errors`: the most frequent errors, the open ones first. */
import type { Query } from './query.ts'

export const errors: Query = {
  name: 'errors',
  description:
    'The errors of the period, counted over all days of the view: those with open events first, the most frequent first.',
  readsOnlyPeriod: false,
  sql: `SELECT source, destination, event_name, outcome, reason, detail, http_status, occurrences, events, open_events,
  last_seen, first_received_at, example_event_id, example_received_at
FROM top_errors
WHERE last_seen >= @from AND first_seen < @to
ORDER BY open_events = 0 AND events > 0, occurrences DESC, last_seen DESC, example_event_id
LIMIT 200`,
}
