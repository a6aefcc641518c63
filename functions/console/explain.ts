/** Console: explains what would happen to events, with the code that does it: read, decide, prepare for each destination. Stores,
 * publishes and sends nothing. */
import { definitionProblems } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { EventSources } from '../../schemas/source.ts'
import { sourceOfTopic, topics } from '../../schemas/bus.ts'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { consentHints, type ConsentHint } from '../decision/consent_hint.ts'
import { compileDecisions } from '../decision/decide.ts'
import { createPreview } from '../delivery/preview.ts'
import type { Derive } from '../event/derive.ts'
import { describeHints, explain, type DescribedHint, type Explanation } from '../event/explain.ts'
import { eventColumns, eventOfRow } from '../event/from_row.ts'
import { readEvent, type Event } from '../event/read.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { withTarget } from '../targets/registry.ts'
import { listVersions } from './definition_queries.ts'
import { invalid, readObject } from './definition_request.ts'
import { emailOf, viewError } from './view_error.ts'
import { accountQuery } from './queries/account.ts'
import { savedRegistry } from './saved_registry.ts'
import type { RunStatement } from './run_query.ts'
import { isTimestamp, textParameter, timestampParameter, type Statement } from './statement.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import { querySuppressions, suppressionsOf } from './suppressed.ts'

export interface Explained extends Explanation {
  hints: readonly (DescribedHint | ConsentHint)[]
  destinations: readonly DeliveryPreview[]
}

const maxEvents = 20

/** Makes the handler of `POST /v1/console/explain`, for callers who may read the saved definitions. */
export function explainAs(
  destinations: readonly Destination[],
  {
    consentDefaults,
    sources,
    derive,
  }: { consentDefaults: ConsentDefaults; sources: EventSources; derive: Derive | undefined },
  now: () => Date,
) {
  const decide = compileDecisions(destinations.map(withTarget), consentDefaults, sources)
  const previews = destinations.map((destination) => createPreview(destination, now))

  const verdicts = (event: Event, isSuppressed: IsSuppressed): readonly DeliveryPreview[] => {
    const { value, hop, topic } = event
    const about = { suppressed: isSuppressed(value), hop, source: sourceOfTopic(topic) }
    return decide(value, about).map((decision, index) => previews[index]!(event, decision))
  }

  /** Explains a stored event: rebuilds it from its row, as a replay does. `bytes` is what the queries have read. */
  const explainStored = async (stored: StoredEvent, run: RunStatement): Promise<HandlerResponse> => {
    const found = await run(storedEvent(stored))
    if (found.kind !== 'rows') return viewError(found, emailOf(await run(accountQuery)))
    const [row] = found.rows
    if (!row)
      throw new StatusError('NOT_FOUND', 'No event with this event_id was received at this received_at.')
    const { event } = eventOfRow(row)
    const listed = await run(suppressionsOf([event.value]))
    if (listed.kind !== 'rows') return viewError(listed, emailOf(await run(accountQuery)))
    const destinationsNow = verdicts(event, querySuppressions(listed.rows))
    const results = [{ hints: consentHints(event.value), destinations: destinationsNow }]
    return json(200, { results, bytes: found.bytes + listed.bytes })
  }

  return async (body: Buffer, run: RunStatement): Promise<HandlerResponse> => {
    const request = readExplainRequest(body)
    if ('stored' in request) return explainStored(request.stored, run)
    const { events, event } = request
    const [saved, listed] = await Promise.all([run(listVersions), run(suppressionsOf(events))])
    if (saved.kind !== 'rows') return viewError(saved, emailOf(await run(accountQuery)))
    if (listed.kind !== 'rows') return viewError(listed, emailOf(await run(accountQuery)))
    const isSuppressed = querySuppressions(listed.rows)
    const registry = savedRegistry(saved.rows, event)
    const results = events.map((each): Explained => {
      const message = { data: Buffer.from(JSON.stringify(each)), attributes: {} }
      const explanation = explain(message, topics.events, registry, derive)
      const publishTime = now().toISOString()
      const read = readEvent(
        { ...message, topic: topics.events, publishTime, messageId: '0' },
        registry,
        derive,
      )
      if ('reason' in read) return { ...explanation, hints: [], destinations: [] }
      return {
        ...explanation,
        hints: [...describeHints(read), ...consentHints(read.value)],
        destinations: verdicts(read, isSuppressed),
      }
    })
    return json(200, { results })
  }
}

/** Where an event is stored. `received_at` exactly as in its row, in RFC 3339. */
interface StoredEvent {
  event_id: string
  received_at: string
}

function storedEvent({ event_id: id, received_at: receivedAt }: StoredEvent): Statement {
  return {
    name: 'stored_event',
    sql: `SELECT ${eventColumns}
FROM events AS event
WHERE event.received_at = @received_at AND event.event_id = @event_id
LIMIT 1`,
    parameters: { received_at: timestampParameter(receivedAt), event_id: textParameter(id) },
  }
}

type ExplainRequest = { stored: StoredEvent } | { events: readonly unknown[]; event?: Definition }

function readExplainRequest(body: Buffer): ExplainRequest {
  const { events, event, stored } = readObject(body)
  if (stored !== undefined) {
    if (isStoredEvent(stored)) return { stored }
    const description =
      'Expected event_id, a text, and received_at, a time such as 2026-03-14T09:00:00.123456Z.'
    throw invalid([{ field: 'stored', description }])
  }
  if (!Array.isArray(events) || events.length === 0 || events.length > maxEvents)
    throw invalid([{ field: 'events', description: `Expected a list of 1 to ${maxEvents} events.` }])
  if (event === undefined) return { events }
  const [problem] = definitionProblems(event)
  if (problem !== undefined) throw invalid([{ field: 'event', description: problem }])
  return { events, event: event as Definition }
}

function isStoredEvent(value: unknown): value is StoredEvent {
  const { event_id: id, received_at: at } = (value ?? {}) as Partial<Record<keyof StoredEvent, unknown>>
  return typeof id === 'string' && typeof at === 'string' && isTimestamp(at)
}
