/** Command line: explains an event by the console's answers: the journey of a stored one, or what would happen to one that is not stored. */
import { currentAttempts, fieldsOfEvent, pairOutcomesOf } from '../../schemas/event_outcome.ts'
import { searchDays, type AttemptRow, type FiringRow, type StoredRow } from '../../schemas/event_rows.ts'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import type { Explained } from '../../functions/console/explain.ts'
import type { ConsoleApi } from '../environment/console_api.ts'
import { CliError } from '../terminal/cli_error.ts'
import { askConsole, type ConsoleAnswer } from './ask.ts'
import { destinationJourney, type DestinationJourney } from './destination_journey.ts'
import { explainQuarantined, type QuarantinedJourney } from './quarantined.ts'

const msPerDay = 86_400_000

/** A period of times of reception: RFC 3339 in UTC, the end exclusive. */
export interface ReceivedPeriod {
  since: string
  until: string
}

export interface StoredEventAsked {
  event_id: string
  /** When it was received. Default: the last day, then the last 7 and the last 30 days, until it is found. */
  received?: ReceivedPeriod | undefined
  /** Its event type: with it BigQuery reads less. */
  type?: string | undefined
  /** True to look for attempts later than two days after it was received, too: those of replays. Default: false. */
  withLaterAttempts?: boolean | undefined
  /** What one query may read. Default: 1 GiB. */
  maxBytes?: number | undefined
}

/** How a stored event arrived, what was found wrong with it, and what became of it at each destination. */
export interface EventJourney extends Omit<StoredRow, 'event' | 'decisions'> {
  table: 'events'
  /** The fields that the event has. */
  event: Readonly<Record<string, unknown>>
  /** What its producer should know of its consent. */
  advice: readonly string[]
  /** Troubles first. */
  destinations: readonly DestinationJourney[]
  actions: readonly FiringRow[]
  /** What BigQuery read for all queries. */
  bytes_read: number
}

/** Explains the stored event with an id. A message in quarantine with the id is an answer, too. Throws NOT_FOUND, with what to do next. */
export async function explainStored(
  api: ConsoleApi,
  asked: StoredEventAsked,
): Promise<EventJourney | QuarantinedJourney> {
  const { event_id: id, type, maxBytes } = asked
  const periods = asked.received ? [asked.received] : searchDays.map((days) => lastDays(days))
  let bytes = 0
  for (const period of periods) {
    const found = await askConsole<StoredRow>(api, 'event', { event_id: id, ...period, type }, maxBytes)
    bytes += found.bytes
    const [row] = found.rows
    if (row) return journeyOf(api, row, { ...asked, bytes })
  }
  const searched = periods.at(-1)!
  const held = await explainQuarantined(api, { event_id: id, ...searched }, { maxBytes, bytes })
  if (held) return held
  throw new CliError('NOT_FOUND', notFound(searched, type))
}

function lastDays(days: number): ReceivedPeriod {
  const now = Date.now()
  return {
    since: new Date(now - days * msPerDay).toISOString(),
    until: new Date(now + msPerDay / 24).toISOString(),
  }
}

/** Without the id: it may be the address of a person. */
function notFound({ since, until }: ReceivedPeriod, type: string | undefined): string {
  const what = type === undefined ? 'event' : `event of type ${type}`
  return (
    `No ${what} that was received from ${since} to ${until} has this event id. ` +
    'An event appears a moment after it was received, and an erased event has left no row. ' +
    'If it is the id of a user, a device or an order, "npx sluice search --id <id>" finds its events; --at <day> explains an older event.'
  )
}

async function journeyOf(
  api: ConsoleApi,
  row: StoredRow,
  { bytes, maxBytes, withLaterAttempts = false }: StoredEventAsked & { bytes: number },
): Promise<EventJourney> {
  const { event_id: id, received_at: receivedAt, decisions } = row
  const at = Date.parse(receivedAt)
  const since = new Date(at - msPerDay).toISOString()
  const soon = { event_id: id, since, until: new Date(at + 2 * msPerDay).toISOString() }
  const later = { ...soon, until: new Date(Date.now() + msPerDay).toISOString() }
  const [attempts, actions, now] = await Promise.all([
    askConsole<AttemptRow>(api, 'attempts', withLaterAttempts ? later : soon, maxBytes),
    askConsole<FiringRow>(api, 'firings', soon, maxBytes),
    explainNow(api, { event_id: id, received_at: receivedAt }),
  ])
  const read: readonly Pick<ConsoleAnswer<unknown>, 'bytes'>[] = [attempts, actions, now]
  const { event, decisions: _, ...facts } = row
  return {
    table: 'events',
    ...facts,
    event: fieldsOfEvent(event),
    advice: now.hints.map(({ description }) => description),
    destinations: pairOutcomesOf(decisions, currentAttempts(id, attempts.rows)).map((pair) =>
      destinationJourney(row, pair, {
        attempts: attempts.rows.filter(({ destination }) => destination === pair.destination),
        now: now.destinations.find(({ destination }) => destination === pair.destination),
      }),
    ),
    actions: actions.rows,
    bytes_read: read.reduce((sum, each) => sum + each.bytes, bytes),
  }
}

interface ExplainedNow {
  hints: readonly { description: string }[]
  destinations: readonly DeliveryPreview[]
  bytes: number
}

/** What would happen to a stored event now, by the code that decides and sends. */
async function explainNow(
  api: ConsoleApi,
  stored: { event_id: string; received_at: string },
): Promise<ExplainedNow> {
  const { results, bytes } = (await api.post('explain', { stored })) as {
    results: readonly [Omit<ExplainedNow, 'bytes'>]
    bytes: number
  }
  return { ...results[0], bytes }
}

/** Events of one request. */
const eventsOfRequest = 20

/** What would happen to events that are not stored, in their order. Nothing is stored, published or sent. */
export async function explainEvents(
  api: ConsoleApi,
  events: readonly object[],
): Promise<readonly Explained[]> {
  const explained: Explained[] = []
  for (let start = 0; start < events.length; start += eventsOfRequest) {
    const body = { events: events.slice(start, start + eventsOfRequest) }
    const { results } = (await api.post('explain', body)) as { results: readonly Explained[] }
    explained.push(...results)
  }
  return explained
}
