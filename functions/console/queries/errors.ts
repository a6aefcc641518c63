/** Console: query `errors`: the most frequent errors. */
import type { Query } from './query.ts'

export const errors: Query = {
  name: 'errors',
  description: 'The most frequent errors of the period, counted over all days of the view.',
  sql: `SELECT source, destination, event_name, outcome, reason, detail, http_status, occurrences, events,
  first_seen, last_seen, example_event_id
FROM top_errors
WHERE last_seen >= @from AND first_seen < @to
ORDER BY occurrences DESC, last_seen DESC, example_event_id
LIMIT 200`,
}
