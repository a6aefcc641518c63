/** Storage layer: the rows that an event and an unreadable message become, as JSON text built from the producer's own. Pure. */
import { contextColumns } from '../../schemas/context.ts'
import type { Verdict } from '../../schemas/decision.ts'
import { derivedId } from '../event/identity.ts'
import type { Event, Published, Unreadable } from '../event/read.ts'
import { normalTime } from '../event/time.ts'
import type { RowText } from '../google/bigquery.ts'

const jsonColumns = new Set(contextColumns.filter(({ column }) => column === 'JSON').map(({ name }) => name))

/** A row of `events`. Its insertId is the message's, not the event's: BigQuery shall drop a redelivered message, but never one of
 * two messages that claim the same event. insertAll takes the value of a JSON column as JSON inside a string. */
export const eventRow = (event: Event, verdicts: readonly Verdict[], storedAt: string): RowText => {
  const own = JSON.stringify({
    event_id: event.id,
    event_name: event.name,
    event_time: event.time,
    received_at: event.receivedAt,
    stored_at: storedAt,
    topic: event.topic,
    message_id: event.messageId,
    definition: event.definition,
    hop: 0,
    event_data: event.dataText,
    violations: event.violations,
    decisions: verdicts,
  })
  let context = ''
  for (const [name, text] of event.context)
    context += `,"${name}":${jsonColumns.has(name) ? JSON.stringify(text) : text}`
  return { insertId: derivedId(event.topic, event.messageId), json: `${own.slice(0, -1)}${context}}` }
}

/** Why a message lies in quarantine: no event could be read, or BigQuery refused its row. */
export interface Fault extends Omit<Unreadable, 'reason'> {
  reason: Unreadable['reason'] | 'refused_by_storage'
  violations?: Event['violations']
}

/** A row of `quarantine`, with the message byte for byte. */
export const quarantineRow = (received: Published, fault: Fault, storedAt: string): RowText => {
  const id = derivedId(received.topic, received.messageId)
  return {
    insertId: id,
    json: JSON.stringify({
      received_at: normalTime(received.publishTime) ?? storedAt,
      stored_at: storedAt,
      topic: received.topic,
      message_id: received.messageId,
      event_id: id,
      event_name: fault.eventName?.toWellFormed(),
      reason: fault.reason,
      suggestion: fault.suggestion,
      attributes: JSON.stringify(received.attributes),
      original: received.data.toString('base64'),
      violations: fault.violations ?? [],
    }),
  }
}

/** The same without anything that BigQuery could refuse: the message itself, where it came from and why it is here. */
export const bareQuarantineRow = (
  received: Published,
  reason: Fault['reason'],
  storedAt: string,
): RowText => {
  const id = derivedId(received.topic, received.messageId)
  return {
    insertId: id,
    json: JSON.stringify({
      received_at: storedAt,
      stored_at: storedAt,
      topic: received.topic,
      message_id: received.messageId,
      event_id: id,
      reason,
      original: received.data.toString('base64'),
    }),
  }
}
