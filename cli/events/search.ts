/** Command line: searches the stored events by the questions of the console's page Events, and adds what became of each at every destination. */
import { pairOutcomesOf, type PairOutcome } from '../../schemas/event_outcome.ts'
import type { EventRow, OutcomeRow } from '../../schemas/event_rows.ts'
import type { ConsoleApi } from '../environment/console_api.ts'
import { CliError } from '../terminal/cli_error.ts'
import { askConsole } from './ask.ts'

export interface EventSearch {
  /** The events received at or after `since` and before `until`. RFC 3339 in UTC. */
  since: string
  until: string
  type?: string | undefined
  /** Name and version of a connection, such as `shop@3`. */
  connection?: string | undefined
  /** Path of a field that the event violates; `*` for any. */
  violates?: string | undefined
  /** An identifier of a person: a user id, a device, an e-mail address or a phone number. */
  person?: string | undefined
  /** An id of a user, a device, an order or an event. */
  id?: string | undefined
  /** The events that have a destination with all of these together. */
  destination?: string | undefined
  outcome?: string | undefined
  reason?: string | undefined
  rule?: string | undefined
  /** Maximum number of events, from 1 to 1,000. Default: 50. */
  limit?: number | undefined
  /** `next_page_token` of the search before. */
  pageToken?: string | undefined
  /** What one query may read. Default: 1 GiB. */
  maxBytes?: number | undefined
}

/** A stored event, and what became of it at each destination, troubles first. */
export interface FoundEvent extends Omit<EventRow, 'violated' | 'decisions'> {
  /** Number of its violations. */
  violations: number
  outcomes: readonly PairOutcome[]
}

export interface FoundEvents {
  /** The latest first. */
  events: readonly FoundEvent[]
  since: string
  until: string
  /** What BigQuery read for all queries of the search. */
  bytes_read: number
  /** Null if there are no older events. */
  next_page_token: string | null
}

/** Rows of one answer of question `events`, which gives one more if there are older ones. */
const pageRows = 50

export const maxFound = 1000

/** Finds the latest events first. Each event is in one page only. */
export async function searchEvents(api: ConsoleApi, search: EventSearch): Promise<FoundEvents> {
  const { since, until, limit = pageRows, pageToken, maxBytes } = search
  const events: FoundEvent[] = []
  let bytes = 0
  let cursor: Cursor | undefined = pageToken === undefined ? undefined : readToken(pageToken)
  for (;;) {
    const found = await askConsole<EventRow>(api, 'events', valuesOf(search, cursor), maxBytes)
    const rows = found.rows.slice(0, Math.min(pageRows, limit - events.length))
    bytes += found.bytes
    const withOutcomes = await addOutcomes(api, rows, maxBytes)
    events.push(...withOutcomes.events)
    bytes += withOutcomes.bytes
    const last = rows.at(-1)
    const hasMore = last !== undefined && found.rows.length > rows.length
    cursor = hasMore ? { until: last.received_at, after_id: last.event_id } : undefined
    if (!cursor || events.length >= limit)
      return { events, since, until, bytes_read: bytes, next_page_token: cursor ? tokenOf(cursor) : null }
  }
}

function valuesOf(
  { since, until, type, connection, violates, person, id, destination, outcome, reason, rule }: EventSearch,
  cursor: Cursor | undefined,
) {
  const filters = { type, via: connection, violates, person, id, to: destination, outcome, reason, rule }
  return { since, until, ...filters, ...cursor }
}

/** Reads the current outcomes of at most 1,000 events. */
export async function addOutcomes(
  api: ConsoleApi,
  rows: readonly EventRow[],
  maxBytes?: number,
): Promise<{ events: readonly FoundEvent[]; bytes: number }> {
  if (rows.length === 0) return { events: [], bytes: 0 }
  const since = rows.reduce((least, { received_at: at }) => (at < least ? at : least), rows[0]!.received_at)
  const ids = rows.map(({ event_id: id }) => id)
  const read = await askConsole<OutcomeRow>(api, 'outcomes', { since, ids }, maxBytes)
  const byId = Map.groupBy(read.rows, ({ event_id: id }) => id)
  return { events: rows.map((row) => foundEvent(row, byId.get(row.event_id) ?? [])), bytes: read.bytes }
}

/** An event with the current outcome of each destination that was attempted. */
export function foundEvent(
  { violated: violations, decisions = [], ...row }: EventRow,
  outcomes: readonly OutcomeRow[],
): FoundEvent {
  return { ...row, violations, outcomes: pairOutcomesOf(decisions, outcomes) }
}

/** The last event of a page. The next one has those before it. */
interface Cursor {
  until: string
  after_id: string
}

function tokenOf({ until, after_id: id }: Cursor): string {
  return Buffer.from(JSON.stringify([until, id])).toString('base64url')
}

function readToken(token: string): Cursor {
  try {
    const [until, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [unknown, unknown]
    if (typeof until === 'string' && typeof id === 'string') return { until, after_id: id }
  } catch {
    // The error below tells what is expected.
  }
  throw new CliError(
    'INVALID_ARGUMENT',
    'The page token is not valid. Expected next_page_token of an earlier search.',
  )
}
