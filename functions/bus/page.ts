/** Event bus: writes and reads a page: one message that carries many rows of a list for one destination. Pure. */
import { attributes } from '../../schemas/bus.ts'
import type { Event } from '../event/read.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import { StatusError } from '../serving/answer.ts'
import type { PushMessage } from './push.ts'
import { normalText, type StoredEvent } from './stored_message.ts'

/** Maximum number of rows of a page, and of bytes of its data. A list that takes more per request is filled in several. */
export const pageLimits = { rows: 1000, bytes: 2_000_000 } as const

/** A row of a page. */
export interface PageRow {
  event: Event
  /** RFC 3339. */
  storedAt: string
  /** See `StoredEvent`. */
  previous?: Readonly<Record<string, unknown>>
  removes?: true
}

/** Returns the message of a page for one destination. All rows have one event type. `id` identifies the page.
 * @throws Error if it has no rows, more than `pageLimits.rows`, or several of more than `pageLimits.bytes`. */
export function pageMessage(
  id: string,
  rows: readonly PageRow[],
  destination: string,
  { replayId, source }: { replayId: string; source: string },
): OutgoingMessage {
  const [first] = rows
  if (!first) throw new Error('A page needs at least one row.')
  if (rows.length > pageLimits.rows)
    throw new Error(`A page has at most ${pageLimits.rows} rows, got ${rows.length}.`)
  const data = Buffer.from(`{"rows":[${rows.map(rowText).join(',')}]}`)
  if (data.length > pageLimits.bytes && rows.length > 1)
    throw new Error(`A page has at most ${pageLimits.bytes} bytes, got ${data.length}.`)
  return {
    data,
    attributes: {
      [attributes.page]: '1',
      [attributes.eventId]: id,
      [attributes.eventName]: first.event.name,
      [attributes.receivedAt]: first.event.receivedAt,
      [attributes.storedAt]: first.storedAt,
      [attributes.replayId]: replayId,
      [attributes.source]: source,
      [attributes.permit(destination)]: '1',
    },
  }
}

/** Returns the JSON text of a row, whose bytes count for `pageLimits`; each further row takes a comma. */
export function rowText({ event, storedAt, previous, removes }: PageRow): string {
  const { id, receivedAt } = event
  const head = JSON.stringify({
    id,
    received_at: receivedAt,
    stored_at: storedAt,
    ...(previous && { previous }),
    ...(removes && { removes }),
  })
  return `${head.slice(0, -1)},"event":${normalText(event)}}`
}

interface ParsedRow {
  id: string
  received_at: string
  stored_at: string
  previous?: Record<string, unknown>
  removes?: true
  event: Record<string, unknown>
}

/** True for a message that carries a page. */
export function isPage(message: Pick<PushMessage, 'attributes'>): boolean {
  return message.attributes[attributes.page] !== undefined
}

/** Reads a message that `pageMessage` wrote: each row as an event with an id of its own. Throws INVALID_ARGUMENT for any other. */
export function parsePage({ data, attributes: received, attempt, messageId }: PushMessage): StoredEvent[] {
  const name = received[attributes.eventName]
  const replayId = received[attributes.replayId]
  const source = received[attributes.source]
  const { rows } = JSON.parse(data.toString()) as { rows?: readonly ParsedRow[] }
  if (!isPage({ attributes: received }) || !name || !replayId || !source || !Array.isArray(rows))
    throw new StatusError('INVALID_ARGUMENT', 'Not a page: its rows or attributes of the sync are missing.')
  return rows.map(({ id, received_at, stored_at, previous, removes, event }: ParsedRow) => ({
    id,
    name,
    messageId: `${messageId}/${id}`,
    receivedAt: received_at,
    storedAt: stored_at,
    text: JSON.stringify(event),
    value: event,
    attempt,
    replayId,
    source,
    ...(previous && { previous }),
    ...(removes && { removes }),
  }))
}
