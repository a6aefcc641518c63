/** Delivery: builds the row of `deliveries` for one attempt. Pure. */
import { hash } from 'node:crypto'
import type { Outcome } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { RowText } from '../google/bigquery.ts'

/** The members of a stored event that its row records. */
type Attempted = Pick<
  StoredEvent,
  'id' | 'name' | 'messageId' | 'attempt' | 'receivedAt' | 'storedAt' | 'replayId' | 'source'
>

/** Builds the row. `latency` is in ms. The insertId identifies the attempt, so that a redelivered message writes the same row; `tryOfPush` numbers the
 * failed tries of a push before its last. */
export function deliveryRow(
  { id: destination, target }: { id: string; target: string },
  event: Attempted,
  { outcome, latency }: { outcome: Outcome; latency: number },
  settledAt: Date,
  tryOfPush?: number,
): RowText {
  const identity = [event.messageId, destination, event.attempt]
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
    }),
  }
}
