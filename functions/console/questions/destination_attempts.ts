/** Console: question `destination_attempts`: what became of the events that were sent to destinations. */
import type { Question } from './question.ts'

export const destinationAttempts: Question = {
  name: 'destination_attempts',
  description:
    'Pairs of an event and a destination with an attempt in the period, by their last outcome and its reason, with the latest one. ' +
    '`events`: stored events that were received in the period; `others`: earlier events, and those of syncs and actions.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', 'destination?': 'STRING' },
  sql: (has) => `WITH pairs AS (
  SELECT destination, event_id, event_name, outcome, reason, detail, http_status, settled_at, received_at, source
  FROM deliveries
  WHERE settled_at >= @since AND settled_at < @until${has('destination') ? ' AND destination = @destination' : ''}
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY destination, event_id
    ORDER BY outcome = 'delivered' DESC, outcome = 'deferred', settled_at DESC
  ) = 1
)
SELECT destination, outcome, reason,
  COUNTIF(source IS NULL AND received_at >= @since) AS events,
  COUNTIF(source IS NOT NULL OR received_at < @since) AS others,
  ARRAY_AGG(
    STRUCT(event_id, event_name, received_at, settled_at, detail, http_status, source)
    ORDER BY settled_at DESC, event_id LIMIT 1
  )[OFFSET(0)] AS latest
FROM pairs
GROUP BY destination, outcome, reason
ORDER BY destination, outcome, reason`,
}
