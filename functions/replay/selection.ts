/** Replay: the statement that selects what a replay sends: events of a period, by what has become of them at the destination. Pure. */
import type { RunRequest } from '../../schemas/run_request.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { eventColumns } from '../event/from_row.ts'
import type { Parameters } from '../google/warehouse.ts'
import { inParentheses } from './condition.ts'

/** What has become of an event, as `outcomes` of a request names it. */
type State = NonNullable<RunRequest<'replay'>['outcomes']>[number]

/** What a replay sends unless it is told: whatever has ended without being delivered. What is pending or deferred the bus still has. */
const ended: readonly State[] = ['skipped', 'refused', 'dead', 'restricted', 'undecided']

export function statesOf({ outcomes, again }: RunRequest<'replay'>): readonly State[] {
  return outcomes ?? (again ? [...ended, 'delivered'] : ended)
}

/** From where the selection goes on: after the event of this id that was received then. */
export interface Cursor {
  receivedAt: string
  eventId: string
}

/** What the parameters of a selection say beside the request. */
export interface SelectionInput {
  run: string
  requestedAt: string
  to: string
  cursor: Cursor
}

/** Attempts of one way to the destination count together: the first way, and each replay. A pair is under way while the last attempt of
 * any way is deferred. The bus moves a message to the dead letters after its last attempt; a minute allows for clocks that differ. */
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

/** The events in the order in which they were received, each once, with `state`: what had become of it before this run, and `is_done`:
 * whether this run has dealt with it already. Only what was stored before the run was asked for. */
export function selectionOf(locate: Locate, request: RunRequest<'replay'>, limit: number): string {
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
)
SELECT pair.state, pair.is_done,
  ${eventColumns}
FROM event
JOIN pair ON pair.event_id = event.event_id
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

/** Of the events that a run has sent or kept back, how many have ended how; `deferred`: the bus tries again. */
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
