/** Console: query `errors`: the most frequent errors, the open ones first. */
import { errorsOf } from '../../../schemas/views/top_errors.ts'
import type { Query } from './query.ts'

export const errors: Query = {
  name: 'errors',
  description: 'The errors of the period: those with open events first, the most frequent first.',
  readsOnlyPeriod: true,
  sql: `SELECT source, destination, event_name, outcome, reason, detail, http_status, occurrences, events, open_events,
  last_seen, first_received_at, example_event_id, example_received_at
FROM (
${errorsOf((name) => name, '@from', '@to')}
)
ORDER BY open_events = 0 AND events > 0, occurrences DESC, last_seen DESC, example_event_id
LIMIT 200`,
}
