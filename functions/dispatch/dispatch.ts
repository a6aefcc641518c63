/** Dispatch: publishes events from the warehouse for one destination: decides again, stamps them for that destination only, publishes
 * to topic `stored`. */
import { attributes, sourceOfTopic } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import { storedMessage } from '../bus/stored_message.ts'
import type { Decide } from '../decision/decide.ts'
import { deliveryRow } from '../delivery/row.ts'
import type { Event } from '../event/read.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import { publishStored } from '../storage/publish_stored.ts'

export interface OutgoingEvent {
  event: Event
  /** When the warehouse received it, RFC 3339. */
  storedAt: string
}

/** The run, sync or action that dispatches. */
interface DispatchSource {
  /** Id of the run: outcomes of other runs do not count for this one. Default: the id of the event, for a firing. */
  replayId?: string
  /** Name of the sync or action; undefined for a replay. */
  source?: string
}

/** The result for one event: published; restricted, with a row in `deliveries`; or failed, to be retried. */
export type DispatchResult =
  { kind: 'sent' } | { kind: 'restricted'; reason: string } | { kind: 'retry'; message: string }

export const suppressionsNotLoaded = 'The suppression list is not loaded. Retrying.'

export interface DispatchPorts {
  now: () => Date
  /** True if the person of the event is on the suppression list; undefined until the list is loaded. */
  isSuppressed: (event: Event['value']) => boolean | undefined
  /** Decides for the one destination. */
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

/** Returns the decision for the destination on one event; undefined until the suppression list is loaded. */
export function decideOne(
  { isSuppressed, decide }: Pick<DispatchPorts, 'isSuppressed' | 'decide'>,
  { value, hop, topic }: Event,
) {
  const suppressed = isSuppressed(value)
  return suppressed === undefined
    ? undefined
    : decide(value, { suppressed, hop, source: sourceOfTopic(topic) })[0]
}

/** Publishes events for the destination. Returns one result per event, in order. */
export async function dispatch(
  ports: DispatchPorts,
  destination: Pick<Destination, 'id' | 'target'>,
  events: readonly OutgoingEvent[],
  source: DispatchSource,
): Promise<readonly DispatchResult[]> {
  const items = events.map((outgoing): Item => {
    const decision = decideOne(ports, outgoing.event)
    if (!decision) return { outgoing, result: retry(suppressionsNotLoaded) }
    if (!decision.permitted) return { outgoing, result: { kind: 'restricted', reason: decision.reason } }
    const message = storedMessage(outgoing.event, [decision], outgoing.storedAt, {
      [attributes.replayId]: source.replayId ?? outgoing.event.id,
      ...(source.source !== undefined && { [attributes.source]: source.source }),
    })
    return { outgoing, message, result: { kind: 'sent' } }
  })
  await Promise.all([writeRestricted(ports, destination, items, source), publishAll(ports, items)])
  return items.map(({ result }) => result)
}

export function retry(message: string): DispatchResult {
  return { kind: 'retry', message }
}

async function publishAll({ publish }: DispatchPorts, items: readonly Item[]): Promise<void> {
  for (const item of await publishStored(publish, items))
    item.result = retry('Publishing to topic "stored" failed.')
}

/** A restricted pair ends here, so its row is written here. */
export async function writeRestricted(
  { record, now }: DispatchPorts,
  destination: Pick<Destination, 'id' | 'target'>,
  items: readonly Pick<Item, 'outgoing' | 'result'>[],
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
    if (results[index]!.kind !== 'written')
      item.result = retry('Writing the decision to table "deliveries" failed.')
}

function reasonOf(result: DispatchResult): { reason: string } {
  return {
    reason: result.kind === 'restricted' ? result.reason : '',
  }
}
