/** Storage layer: stores dead letters, and records outcome `dead` for their destinations. */
import { attributes as names, destinationOfForward } from '../../schemas/bus.ts'
import type { PushMessage } from '../bus/push.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { derivedId } from '../event/identity.ts'
import { normalTime } from '../event/time.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import { rowsOfPage, type SoughtRows } from './page_outcomes.ts'
import type { Append } from './quarantine.ts'
import { partBytes } from './rows.ts'
import type { StoreResult } from './store_batch.ts'

/** The attributes that Pub/Sub adds to a dead letter.
 * https://cloud.google.com/pubsub/docs/handling-failures#track-delivery-attempts */
const deadLetterAttributes = {
  subscription: 'CloudPubSubDeadLetterSourceSubscription',
  attempts: 'CloudPubSubDeadLetterSourceDeliveryCount',
} as const

interface DeadLetterPorts {
  now: () => Date
  /** Returns the target of a destination. */
  targetOf: (destination: string) => string
  append: Append
  /** Returns the ids of the rows of a page that have an outcome. Rejects if that cannot be read. */
  endedRows: (sought: SoughtRows) => Promise<ReadonlySet<string>>
}

/** Returns one result per message, in order. A message is settled when all its rows are written. */
export async function storeDeadLetters(
  { now, targetOf, append, endedRows }: DeadLetterPorts,
  batch: readonly PushMessage[],
): Promise<readonly StoreResult[]> {
  const storedAt = now().toISOString()
  const letters = batch.map((received) => read(received, storedAt))
  const rows = letters.flatMap((letter, index) => rowsOf(letter, storedAt).map((row) => ({ index, row })))
  const results: StoreResult[] = batch.map(() => ({ kind: 'settled' }))
  const pairs = await Promise.all(
    letters.map(async (letter, index) => {
      try {
        return await pairsOf(letter, endedRows)
      } catch {
        results[index] = { kind: 'retry', message: 'The outcomes of a page could not be read.' }
        return []
      }
    }),
  )
  const outcomes = letters.flatMap((letter, index) =>
    pairs[index]!.map((pair) => ({ index, row: outcomeRow(letter, pair, targetOf) })),
  )
  const noteFailures = (written: readonly { index: number }[], rowResults: readonly RowResult[]): void =>
    rowResults.forEach((result, at) => {
      if (result.kind !== 'written') results[written[at]!.index] = { kind: 'retry', message: result.message }
    })
  const [letterResults, outcomeResults] = await Promise.all([
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
  noteFailures(rows, letterResults)
  noteFailures(outcomes, outcomeResults)
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
  const subscription = attributes[deadLetterAttributes.subscription]
  const destination = subscription === undefined ? undefined : destinationOfForward(subscription)
  const attempts = Number(attributes[deadLetterAttributes.attempts])
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

/** What the row of a pair needs of its event. */
interface Pair extends Pick<StoredEvent, 'id' | 'messageId'> {
  destination: string
  name: string | undefined
  receivedAt: string | undefined
  storedAt: string | undefined
  replayId?: string | undefined
  source?: string | undefined
}

/** Returns the pairs that a dead letter settles: that of its event, or those of the rows of a page that have no outcome. None if the message was
 * not for a destination. */
async function pairsOf(
  { received, destination }: DeadLetter,
  endedRows: DeadLetterPorts['endedRows'],
): Promise<readonly Pair[]> {
  const { attributes, messageId } = received
  const id = attributes[names.eventId]
  if (destination === undefined || id === undefined) return []
  const rows = rowsOfPage(received)
  if (rows) {
    const ended = await endedRows({ destination, rows })
    return rows.filter((row) => !ended.has(row.id)).map((row) => ({ ...row, destination }))
  }
  return [
    {
      id,
      messageId,
      destination,
      name: attributes[names.eventName],
      receivedAt: attributes[names.receivedAt],
      storedAt: attributes[names.storedAt],
      replayId: attributes[names.replayId],
      source: attributes[names.source],
    },
  ]
}

/** Builds the row of `deliveries` that settles a pair. */
function outcomeRow(
  { deadAt, attempts = 0 }: DeadLetter,
  { destination, messageId, ...event }: Pair,
  targetOf: DeadLetterPorts['targetOf'],
): RowText {
  return {
    insertId: derivedId(destination, messageId),
    json: JSON.stringify({
      event_id: event.id,
      event_name: event.name,
      destination,
      target: targetOf(destination),
      outcome: 'dead',
      reason: 'attempts_exhausted',
      attempt: attempts,
      latency_ms: 0,
      received_at: event.receivedAt,
      stored_at: event.storedAt,
      settled_at: deadAt,
      replay_id: event.replayId,
      source: event.source,
    }),
  }
}
