/** Storage layer: the view `delivery_state`, the one answer to what became of an event at a destination. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { eventsDeduplicated } from './events_deduplicated.ts'
import type { Locate, View } from './view.ts'

export const deliveryState = (locate: Locate): View => ({
  name: 'delivery_state',
  description: 'Every pair of an event and a destination once: what was decided, and the latest outcome.',
  columns: [
    nullable('event_id', 'STRING', 'Identity of the event.'),
    nullable('event_name', 'STRING', 'Type of the event.'),
    nullable('destination', 'STRING', 'Id of the destination.'),
    nullable(
      'outcome',
      'STRING',
      'Latest outcome of an attempt; pending when permitted and not attempted yet, restricted when not permitted.',
    ),
    nullable('reason', 'STRING', 'Why: of the latest attempt, else of the decision.'),
    nullable('detail', 'STRING', 'The third party’s own words about the latest attempt.'),
    nullable('http_status', 'INT64', 'Status of its answer to the latest attempt.'),
    nullable('attempts', 'INT64', 'How many attempts were made.'),
    nullable(
      'permitted',
      'BOOL',
      'Whether the event may go there; null where no decision names the destination.',
    ),
    nullable('rule', 'STRING', 'Rule that decided; null when none matched.'),
    nullable('received_at', 'TIMESTAMP', 'When the bus accepted the event.'),
    nullable('stored_at', 'TIMESTAMP', 'When the event was stored.'),
    nullable('settled_at', 'TIMESTAMP', 'When the latest attempt ended.'),
  ],
  // A full join: an attempt without a decision, which a replay may make, must not go unseen.
  query: `WITH decided AS (
  SELECT event.event_id, event.event_name, event.received_at, event.stored_at,
    decision.destination, decision.permitted, decision.rule, decision.reason
  FROM ${locate('events_deduplicated')} AS event, UNNEST(event.decisions) AS decision
),
attempted AS (
  SELECT event_id, event_name, destination, outcome, reason, detail, http_status, received_at, stored_at, settled_at,
    COUNT(*) OVER (PARTITION BY event_id, destination) AS attempts
  FROM ${locate(deliveries.name)}
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id, destination ORDER BY settled_at DESC, attempt DESC) = 1
)
SELECT
  COALESCE(decided.event_id, attempted.event_id) AS event_id,
  COALESCE(decided.event_name, attempted.event_name) AS event_name,
  COALESCE(decided.destination, attempted.destination) AS destination,
  COALESCE(attempted.outcome, IF(decided.permitted, 'pending', 'restricted')) AS outcome,
  IF(attempted.outcome IS NULL, decided.reason, attempted.reason) AS reason,
  attempted.detail,
  attempted.http_status,
  COALESCE(attempted.attempts, 0) AS attempts,
  decided.permitted,
  decided.rule,
  COALESCE(decided.received_at, attempted.received_at) AS received_at,
  COALESCE(decided.stored_at, attempted.stored_at) AS stored_at,
  attempted.settled_at
FROM decided
FULL JOIN attempted
  ON decided.event_id = attempted.event_id AND decided.destination = attempted.destination`,
  reads: [eventsDeduplicated(locate).name, deliveries.name],
})
