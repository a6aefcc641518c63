/** Replay: selects the stored events on which `sluice plan --impact` tries a change. Pure. */
import { choicesOfEvent, latestChoices } from '../../schemas/views/consent_now.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { compactEventColumns } from '../event/from_row.ts'

/** The events of `@since` to `@until` that were stored by then, each once. */
function storedEvents(locate: Locate, columns: string): string {
  return `SELECT ${columns}
  FROM ${locate('events_deduplicated')} AS event
  WHERE event.received_at >= @since AND event.received_at < @until AND event.stored_at <= @until`
}

export function countOfEvents(locate: Locate): string {
  return storedEvents(locate, 'COUNT(*) AS events')
}

/** Returns SQL for the destinations that were permitted, or restricted, when the event was stored. */
function decided(condition: string): string {
  return `ARRAY(SELECT decision.destination FROM UNNEST(event.decisions) AS decision WHERE ${condition})`
}

/** Selects at most `limit` of the events, with the decisions of when they were stored and, with `asksConsent`, with what their people have chosen
 * since. Their order has no relation to what they say, and is the same each time: the first rows are a random sample. */
export function sampleOfEvents(
  locate: Locate,
  { limit, asksConsent }: { limit: number; asksConsent: boolean },
): string {
  const columns = `FARM_FINGERPRINT(event.event_id) AS sample_order, event.user_id, event.anonymous_id,
  ${decided('decision.permitted')} AS permitted,
  ${decided('NOT decision.permitted')} AS restricted,
  ${compactEventColumns}`
  return `WITH event AS (
  ${storedEvents(locate, columns)}
  ORDER BY sample_order, event.event_id
  LIMIT ${limit}
)${asksConsent ? `,\nchoices AS (\n  ${latestChoices(locate, 'event')}\n)` : ''}
SELECT ${asksConsent ? `${choicesOfEvent.columns}, ` : ''}event.*
FROM event
${asksConsent ? choicesOfEvent.joins : ''}
ORDER BY event.sample_order, event.event_id`
}
