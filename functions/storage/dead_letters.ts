/** Storage layer: keeps what the bus gave up delivering, and writes its outcome for the destination it was for. Knows nothing of HTTP. */
import { attributes as names, destinationOfForward } from '../../schemas/bus.ts'
import type { PushMessage } from '../bus/push.ts'
import { derivedId } from '../event/identity.ts'
import { normalTime } from '../event/time.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { Append } from './quarantine.ts'
import { partBytes } from './rows.ts'
import type { StoreResult } from './store_batch.ts'

/** What Pub/Sub tells of a dead letter's past.
 * https://cloud.google.com/pubsub/docs/handling-failures#track-delivery-attempts */
const past = {
  subscription: 'CloudPubSubDeadLetterSourceSubscription',
  attempts: 'CloudPubSubDeadLetterSourceDeliveryCount',
} as const

export interface DeadLetterPorts {
  now: () => Date
  /** The target that a destination is an instance of. */
  targetOf: (destination: string) => string
  append: Append
}

/** One result per message, in order. A message is settled when all of it is written. */
export async function storeDeadLetters(
  { now, targetOf, append }: DeadLetterPorts,
  batch: readonly PushMessage[],
): Promise<readonly StoreResult[]> {
  const storedAt = now().toISOString()
  const letters = batch.map((received) => read(received, storedAt))
  const rows = letters.flatMap((letter, index) => rowsOf(letter, storedAt).map((row) => ({ index, row })))
  const outcomes = letters.flatMap((letter, index) => {
    const row = outcomeRow(letter, targetOf)
    return row ? [{ index, row }] : []
  })
  const results: StoreResult[] = batch.map(() => ({ kind: 'settled' }))
  const note = (written: readonly { index: number }[], fates: readonly RowResult[]): void =>
    fates.forEach((fate, at) => {
      if (fate.kind !== 'written') results[written[at]!.index] = { kind: 'again', message: fate.message }
    })
  const [kept, told] = await Promise.all([
    append(
      'dead_letters',
      rows.map(({ row }) => row),
    ),
    outcomes.length > 0
      ? append(
          'deliveries',
          outcomes.map(({ row }) => row),
        )
      : [],
  ])
  note(rows, kept)
  note(outcomes, told)
  return results
}

interface DeadLetter {
  received: PushMessage
  deadAt: string
  subscription?: string
  destination?: string
  attempts?: number
}

function read(received: PushMessage, storedAt: string): DeadLetter {
  const { publishTime, attributes } = received
  const subscription = attributes[past.subscription]
  const destination = subscription === undefined ? undefined : destinationOfForward(subscription)
  const attempts = Number(attributes[past.attempts])
  return {
    received,
    deadAt: normalTime(publishTime) ?? storedAt,
    ...(subscription !== undefined && { subscription }),
    ...(destination !== undefined && { destination }),
    ...(Number.isInteger(attempts) && { attempts }),
  }
}

function rowsOf(letter: DeadLetter, storedAt: string): readonly RowText[] {
  const { received, deadAt, subscription, destination, attempts } = letter
  const { data, messageId, attributes } = received
  const parts = Math.max(1, Math.ceil(data.length / partBytes))
  return Array.from({ length: parts }, (_, index) => ({
    insertId: `${messageId}/${index}`,
    json: JSON.stringify({
      dead_at: deadAt,
      stored_at: storedAt,
      message_id: messageId,
      subscription,
      destination,
      attempts,
      event_id: attributes[names.eventId],
      event_name: attributes[names.eventName],
      attributes: JSON.stringify(attributes),
      original: data.toString('base64', index * partBytes, (index + 1) * partBytes),
      part: index + 1,
      parts,
    }),
  }))
}

/** The row of `deliveries` that ends the pair; undefined for a message that never was an event on its way to a destination. */
function outcomeRow(
  { received, deadAt, destination, attempts = 0 }: DeadLetter,
  targetOf: DeadLetterPorts['targetOf'],
): RowText | undefined {
  const { attributes, messageId } = received
  const eventId = attributes[names.eventId]
  if (destination === undefined || eventId === undefined) return undefined
  return {
    insertId: derivedId(destination, messageId),
    json: JSON.stringify({
      event_id: eventId,
      event_name: attributes[names.eventName],
      destination,
      target: targetOf(destination),
      outcome: 'dead',
      reason: 'attempts_exhausted',
      attempt: attempts,
      latency_ms: 0,
      received_at: attributes[names.receivedAt],
      stored_at: attributes[names.storedAt],
      settled_at: deadAt,
      replay_id: attributes[names.replayId],
      source: attributes[names.source],
    }),
  }
}
