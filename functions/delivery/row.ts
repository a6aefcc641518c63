/** Delivery: builds the row of `deliveries` for one attempt. Pure. */
import { hash } from 'node:crypto'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { RowText } from '../google/bigquery.ts'
import type { DeliveryResult } from './delivery_result.ts'

/** The members of a stored event that its row records. */
type Attempted = Pick<
  StoredEvent,
  'id' | 'name' | 'messageId' | 'attempt' | 'receivedAt' | 'storedAt' | 'replayId' | 'source'
>

/** Builds the row. `latency` is in ms. The insertId identifies the attempt and its outcome, so that a redelivered message writes the same row.
 * The number of the attempt alone does not identify it: Pub/Sub counts attempts approximately, and BigQuery would drop a delivery for an
 * earlier failure. `tryOfPush` numbers the failed tries of a push before its last.
 * https://cloud.google.com/pubsub/docs/handling-failures#track-delivery-attempts */
export function deliveryRow(
  { id: destination, target }: { id: string; target: string },
  event: Attempted,
  {
    outcome,
    latency,
    leftOut,
    link,
  }: Pick<DeliveryResult, 'outcome' | 'latency' | 'leftOut'> & { link?: string | undefined },
  settledAt: Date,
  tryOfPush?: number,
): RowText {
  const identity = [event.messageId, destination, event.attempt, outcome.outcome]
  if (tryOfPush !== undefined) identity.push(tryOfPush)
  return {
    insertId: hash('sha256', JSON.stringify(identity)),
    json: JSON.stringify({
      event_id: event.id,
      event_name: event.name,
      destination,
      target,
      ...outcome,
      attempt: event.attempt,
      latency_ms: latency,
      received_at: event.receivedAt,
      stored_at: event.storedAt,
      settled_at: settledAt.toISOString(),
      replay_id: event.replayId,
      source: event.source,
      sent_without: leftOut,
      link,
    }),
  }
}
