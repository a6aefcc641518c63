/** Replay: selects the stored events on which `sluice plan --impact` and the console try a change. Pure. */
import { choicesOfEvent, latestRefusals } from '../../schemas/views/consent_now.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { compactEvent, eventOfRow, fromCompactRow } from '../event/from_row.ts'
import type { PredictedEvent } from './prediction.ts'

/** The events of `@since` to `@until` that were stored by then, each once. */
function storedEvents(locate: Locate, columns: string): string {
  return `SELECT ${columns}
  FROM ${locate('events_deduplicated')} AS event
  WHERE event.received_at >= @since AND event.received_at < @until AND event.stored_at <= @until`
}

export function countOfEvents(locate: Locate): string {
  return storedEvents(locate, 'COUNT(*) AS events')
}

interface SampleOptions {
  /** Maximum number of events. */
  limit: number
  /** With what the people of the events have refused since. */
  asksConsent: boolean
  /** True if there are not more than `limit`, so that none needs to be left out before the others are joined. */
  isWhole: boolean
  /** The first events of which the texts together are not longer. Default: any. */
  maxTextBytes?: number
}

/** Selects some of the events, each as a text, with the decisions of when they were stored as another. Their order has no relation to what they say, and
 * is the same each time: the first rows are a random sample. */
export function sampleOfEvents(
  locate: Locate,
  { limit, asksConsent, isWhole, maxTextBytes }: SampleOptions,
): string {
  const columns = `FARM_FINGERPRINT(event.event_id) AS sample_order, event.event_id, event.user_id, event.anonymous_id,
  TO_JSON_STRING(event.decisions) AS decisions,
  ${compactEvent} AS content`
  const order = `ORDER BY sample_order, event_id
  LIMIT ${limit}`
  return `WITH event AS (
  ${storedEvents(locate, columns)}${isWhole ? '' : `\n  ${order}`}
)${asksConsent ? `,\nchoices AS (\n  ${latestRefusals(locate, 'event')}\n)` : ''}
SELECT ${asksConsent ? `${choicesOfEvent.columns}, ` : ''}event.decisions, event.content
FROM event
${asksConsent ? choicesOfEvent.joins : ''}${maxTextBytes === undefined ? '' : within(maxTextBytes)}
ORDER BY event.sample_order, event.event_id
LIMIT ${limit}`
}

function within(maxTextBytes: number): string {
  return `
WHERE TRUE
QUALIFY SUM(BYTE_LENGTH(event.content) + BYTE_LENGTH(event.decisions)) OVER (
  ORDER BY event.sample_order, event.event_id
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
) <= ${maxTextBytes}`
}

/** What was decided for a destination when the event was stored. */
export interface StoredDecision {
  destination: string
  permitted: boolean
}

type SampleRow = Omit<PredictedEvent, 'suppressed'> & { decisions: readonly StoredDecision[] }

/** Reads a row that `sampleOfEvents` selects. */
export function readSampleRow(row: Readonly<Record<string, unknown>>): SampleRow {
  return {
    event: eventOfRow(fromCompactRow(String(row['content']))).event,
    choices: [row['by_user_id'], row['by_anonymous_id']],
    decisions: JSON.parse(String(row['decisions'])) as readonly StoredDecision[],
  }
}
