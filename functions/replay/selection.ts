/** Replay: selects the events of a period by their state at the destination. Pure. */
import type { RunRequest } from '../../schemas/run_request.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { choicesOfEvent, latestChoices } from '../../schemas/views/consent_now.ts'
import { tables } from '../../schemas/warehouse.ts'
import { eventColumns } from '../event/from_row.ts'
import type { Parameters } from '../google/warehouse.ts'
import { inParentheses } from './condition.ts'
import type { Cursor } from './job.ts'

/** State of an event at a destination, as named in `outcomes` of a request. */
type State = NonNullable<RunRequest<'replay'>['outcomes']>[number]

/** Default of `outcomes`: events that ended without delivery. Pub/Sub still delivers the pending and deferred ones. */
const ended: readonly State[] = ['skipped', 'refused', 'dead', 'restricted', 'undecided']

function statesOf({ outcomes, again }: RunRequest<'replay'>): readonly State[] {
  return outcomes ?? (again ? [...ended, 'delivered'] : ended)
}

/** Values of the parameters that are not in the request. */
interface SelectionInput {
  run: string
  requestedAt: string
  to: string
  cursor: Cursor
}

/** Groups attempts by way: the first dispatch is one, each replay another. A pair is in flight while the last attempt of any way is
 * deferred. Pub/Sub dead-letters a message after its last attempt; one minute allows for clock skew. */
function attempts(locate: Locate): string {
  return `way_attempts AS (
  SELECT event_id, IFNULL(replay_id, '') AS way, LOGICAL_OR(outcome = 'delivered') AS is_delivered,
    ARRAY_AGG(outcome ORDER BY ended_at DESC LIMIT 1)[OFFSET(0)] AS latest, MAX(ended_at) AS ended_at
  FROM (
    SELECT event_id, replay_id, outcome,
      IF(outcome = 'dead', TIMESTAMP_ADD(settled_at, INTERVAL 1 MINUTE), settled_at) AS ended_at
    FROM ${locate(tables.deliveries.name)}
    WHERE destination = @destination AND received_at >= @since AND settled_at >= TIMESTAMP_SUB(@since, INTERVAL 1 DAY)
  )
  GROUP BY event_id, way
),
attempted AS (
  SELECT event_id, LOGICAL_OR(way = @run) AS is_done,
    CASE
      WHEN LOGICAL_OR(way != @run AND is_delivered) THEN 'delivered'
      WHEN LOGICAL_OR(way != @run AND latest = 'deferred') THEN 'deferred'
      ELSE ARRAY_AGG(IF(way = @run, NULL, latest) IGNORE NULLS ORDER BY ended_at DESC LIMIT 1)[SAFE_OFFSET(0)]
    END AS outcome
  FROM way_attempts
  GROUP BY event_id
)`
}

/** Selects the events that were stored before the run was requested, each once, in the order in which they were received. `state` is the
 * state before this run; `is_done` is true if this run has handled the event. `asksConsent`: with what their people chose since. */
export function selectionOf(
  locate: Locate,
  request: RunRequest<'replay'>,
  limit: number,
  { asksConsent }: { asksConsent: boolean },
): string {
  return `WITH event AS (
  SELECT *
  FROM ${locate('events_deduplicated')} AS event
  WHERE event.received_at >= @since AND event.received_at < @to AND event.stored_at <= @requested_at
    AND (event.received_at > @since OR event.event_id > @after)
    AND ${inParentheses(request.where)}
),
${attempts(locate)},
pair AS (
  SELECT event.event_id, IFNULL(attempted.is_done, FALSE) AS is_done,
    COALESCE(
      attempted.outcome,
      (
        SELECT IF(LOGICAL_OR(decision.permitted), 'pending', 'restricted')
        FROM UNNEST(event.decisions) AS decision
        WHERE decision.destination = @destination
        HAVING COUNT(*) > 0
      ),
      'undecided'
    ) AS state
  FROM event
  LEFT JOIN attempted ON attempted.event_id = event.event_id
)${asksConsent ? `,\nchoices AS (\n  ${latestChoices(locate, 'event')}\n)` : ''}
SELECT pair.state, pair.is_done, ${asksConsent ? `${choicesOfEvent.columns},` : ''}
  ${eventColumns}
FROM event
JOIN pair ON pair.event_id = event.event_id
${asksConsent ? choicesOfEvent.joins : ''}
WHERE pair.state IN UNNEST(@states)
ORDER BY event.received_at, event.event_id
LIMIT ${limit}`
}

export function selectionParameters(
  request: RunRequest<'replay'>,
  { run, requestedAt, to, cursor }: SelectionInput,
): Parameters {
  return {
    destination: ['STRING', request.destination],
    run: ['STRING', run],
    since: ['TIMESTAMP', cursor.receivedAt],
    after: ['STRING', cursor.eventId],
    to: ['TIMESTAMP', to],
    requested_at: ['TIMESTAMP', requestedAt],
    states: [['STRING'], statesOf(request)],
  }
}

/** Counts the events of a run by outcome; `deferred` ones are still being delivered. */
export function outcomesStatement(locate: Locate): string {
  return `SELECT outcome, COUNT(*) AS found
FROM (
  SELECT outcome
  FROM ${locate(tables.deliveries.name)}
  WHERE destination = @destination AND replay_id = @run AND settled_at >= TIMESTAMP_SUB(@started, INTERVAL 1 HOUR)
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY event_id
    ORDER BY CASE outcome WHEN 'delivered' THEN 1 WHEN 'deferred' THEN 3 ELSE 2 END, settled_at DESC
  ) = 1
)
GROUP BY outcome`
}
