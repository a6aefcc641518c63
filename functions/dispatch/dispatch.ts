/** Dispatch: brings events that the warehouse gives out again, or made itself, to one destination: decided anew, stamped for it alone and
 * told to the bus. Knows no client. */
import { attributes } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import { storedMessage } from '../bus/stored_message.ts'
import type { Decide } from '../decision/decide.ts'
import { deliveryRow } from '../delivery/row.ts'
import type { Event } from '../event/read.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import { publishStored } from '../storage/publish_stored.ts'

/** An event on its way out, and when the warehouse got it, RFC 3339. */
export interface OutgoingEvent {
  event: Event
  storedAt: string
}

/** Why it goes out. */
export interface DispatchSource {
  /** Id of the run: what is remembered of another does not count for this one. A firing has the id of its event, and so undefined. */
  replayId?: string
  /** The sync or action it comes from; undefined for an event of a producer. */
  source?: string
}

/** What became of one: on the bus; kept back by the decision layer, which is written down; or neither could be done. */
export type DispatchResult =
  { kind: 'sent' } | { kind: 'restricted'; reason: string } | { kind: 'again'; message: string }

export interface DispatchPorts {
  now: () => Date
  /** Whether the person of an event is on the suppression list; undefined while the list is not known. */
  isSuppressed: (event: Event['value']) => boolean | undefined
  /** Gives the verdict of the one destination. */
  decide: Decide
  /** Writes rows of `deliveries`. */
  record: (rows: readonly RowText[]) => Promise<readonly RowResult[]>
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>
}

interface Item {
  outgoing: OutgoingEvent
  message?: OutgoingMessage
  result: DispatchResult
}

/** The verdict of the destination on one event; undefined while it cannot be given. */
export function decideOne(
  { isSuppressed, decide }: Pick<DispatchPorts, 'isSuppressed' | 'decide'>,
  { value, hop }: Event,
) {
  const suppressed = isSuppressed(value)
  return suppressed === undefined ? undefined : decide(value, { suppressed, hop })[0]
}

/** Brings events to the destination. One result per event, in order. */
export async function dispatch(
  ports: DispatchPorts,
  destination: Pick<Destination, 'id' | 'target'>,
  events: readonly OutgoingEvent[],
  errand: DispatchSource,
): Promise<readonly DispatchResult[]> {
  const items = events.map((outgoing): Item => {
    const verdict = decideOne(ports, outgoing.event)
    if (!verdict) return { outgoing, result: again('The list of suppressions could not be read yet.') }
    if (!verdict.permitted) return { outgoing, result: { kind: 'restricted', reason: verdict.reason } }
    const message = storedMessage(outgoing.event, [verdict], outgoing.storedAt, {
      [attributes.replayId]: errand.replayId ?? outgoing.event.id,
      ...(errand.source !== undefined && { [attributes.source]: errand.source }),
    })
    return { outgoing, message, result: { kind: 'sent' } }
  })
  await Promise.all([writeRestricted(ports, destination, items, errand), publishAll(ports, items)])
  return items.map(({ result }) => result)
}

function again(message: string): DispatchResult {
  return { kind: 'again', message }
}

async function publishAll({ publish }: DispatchPorts, items: readonly Item[]): Promise<void> {
  for (const item of await publishStored(publish, items)) item.result = again('Topic stored did not take it.')
}

/** A pair that is kept back ends here, so its row is written here. */
async function writeRestricted(
  { record, now }: DispatchPorts,
  destination: Pick<Destination, 'id' | 'target'>,
  items: readonly Item[],
  { replayId: run, source }: DispatchSource,
): Promise<void> {
  const restricted = items.filter(({ result }) => result.kind === 'restricted')
  if (restricted.length === 0) return
  const rows = restricted.map(({ outgoing: { event, storedAt }, result }) => {
    const { id, name, receivedAt } = event
    const replayId = run ?? id
    const attempted = {
      id,
      name,
      receivedAt,
      storedAt,
      attempt: 1,
      replayId,
      ...(source !== undefined && { source }),
    }
    const outcome = { outcome: 'restricted', ...reasonOf(result) } as Outcome
    return deliveryRow(
      destination,
      { ...attempted, messageId: `${replayId}/${id}` },
      { outcome, latency: 0 },
      now(),
    )
  })
  const results = await record(rows)
  for (const [index, item] of restricted.entries())
    if (results[index]!.kind !== 'written') item.result = again('The verdict could not be written down.')
}

function reasonOf(result: DispatchResult): { reason: string } {
  return {
    reason: result.kind === 'restricted' ? result.reason : '',
  }
}
