/** Console: the query `errors`, what goes wrong most often. */
import type { Query } from './query.ts'

export const errors: Query = {
  name: 'errors',
  description:
    'The most frequent errors that were seen in the period; counted over all days that the view shows.',
  sql: `SELECT source, destination, event_name, outcome, reason, detail, http_status, occurrences, events,
  first_seen, last_seen, example_event_id
FROM top_errors
WHERE last_seen >= @from AND first_seen < @to
ORDER BY occurrences DESC, last_seen DESC, example_event_id
LIMIT 200`,
}
