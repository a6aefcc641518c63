/** Storage layer: the rows that an event and an unreadable message become, as JSON text built from the producer's own. Pure. */
import { contextColumns } from '../../schemas/context.ts'
import type { FieldColumnType } from '../../schemas/context/field.ts'
import type { Decision } from '../../schemas/decision.ts'
import type { QuarantineReason } from '../../schemas/warehouse/quarantine.ts'
import { derivedId } from '../event/identity.ts'
import { identityInQuarantine } from '../event/origin.ts'
import type { Event, Published, RejectedMessage } from '../event/read.ts'
import { normalTime } from '../event/time.ts'
import type { RowText } from '../google/bigquery.ts'

/** The JSON text of a value → the JSON text in which insertAll is known to take it, by column type (docs/bigquery.md#streaming). A type that
 * is not listed takes the value as it came: a string, or a boolean. A FLOAT64 takes every number. */
const streamed: Partial<Record<FieldColumnType, (text: string) => string>> = {
  // Without the exponent that JSON allows.
  INT64: (text) => String(Number(text)),
  // A number would pass through a double, and one of 16 digits or more can be refused.
  NUMERIC: JSON.stringify,
  // A document is sent as a string that holds its text.
  JSON: JSON.stringify,
}

const streamedContext: ReadonlyMap<string, (text: string) => string> = new Map(
  contextColumns.flatMap(({ name, column }) => {
    const convert = streamed[column]
    return convert ? [[name, convert] as const] : []
  }),
)

/** A row of `events`. Its insertId is the message's, not the event's: BigQuery shall drop a redelivered message, but never one of
 * two messages that claim the same event. What was in quarantine counts as the same message however often it is processed again. */
export function eventRow(event: Event, verdicts: readonly Decision[], storedAt: string): RowText {
  const own = JSON.stringify({
    event_id: event.id,
    event_name: event.name,
    event_time: event.time,
    received_at: event.receivedAt,
    stored_at: storedAt,
    topic: event.topic,
    message_id: event.messageId,
    definition: event.definition,
    hop: event.hop,
    event_data: event.dataText,
    violations: event.violations,
    decisions: verdicts,
    reprocessed_from: event.reprocessedFrom,
  })
  let context = ''
  for (const [name, text] of event.context)
    context += `,"${name}":${streamedContext.get(name)?.(text) ?? text}`
  return {
    insertId: event.reprocessedFrom ?? derivedId(event.topic, event.messageId),
    json: `${own.slice(0, -1)}${context}}`,
  }
}

/** Why a message lies in quarantine: no event could be read, or BigQuery does not take its row. */
export interface QuarantineCause extends Omit<RejectedMessage, 'reason'> {
  reason: QuarantineReason
}

/** Bytes of a message that one row of quarantine holds. In base64, a third larger, they stay below the 5 MiB at which BigQuery
 * has been seen to refuse a row, although it documents 10 MB. https://cloud.google.com/bigquery/quotas#streaming_inserts */
export const partBytes = 3_000_000

/** The rows of `quarantine` that hold a message byte for byte: one, or of a large message one for each part. */
export function quarantineRows(
  received: Published,
  fault: QuarantineCause,
  storedAt: string,
): readonly RowText[] {
  const parts = Math.max(1, Math.ceil(received.data.length / partBytes))
  return Array.from({ length: parts }, (_, index) =>
    index === 0
      ? quarantineRow(received, fault, storedAt, parts)
      : bareQuarantineRow(received, fault.reason, storedAt, index + 1, parts),
  )
}

function quarantineRow(
  received: Published,
  fault: QuarantineCause,
  storedAt: string,
  parts: number,
): RowText {
  const { insertId, members } = bare(received, fault.reason, storedAt, 1, parts)
  return {
    insertId,
    json: JSON.stringify({
      ...members,
      received_at: normalTime(received.publishTime) ?? storedAt,
      event_name: fault.eventName?.slice(0, nameCharacters).toWellFormed(),
      suggestion: fault.suggestion,
      attributes: JSON.stringify(received.attributes),
      violations: fault.violations ?? [],
    }),
  }
}

/** An event can claim a name of any length; it stands whole in the message. */
const nameCharacters = 1024

/** A part of a message without anything that BigQuery could refuse: its bytes, where it came from and why it is here. */
export function bareQuarantineRow(
  received: Published,
  reason: QuarantineReason,
  storedAt: string,
  part: number,
  parts: number,
): RowText {
  const { insertId, members } = bare(received, reason, storedAt, part, parts)
  return { insertId, json: JSON.stringify(members) }
}

function bare(
  received: Published,
  reason: QuarantineReason,
  storedAt: string,
  part: number,
  parts: number,
): { insertId: string; members: object } {
  const id = derivedId(received.topic, received.messageId)
  return {
    insertId: part === 1 ? id : `${id}/${part}`,
    members: {
      received_at: storedAt,
      stored_at: storedAt,
      topic: received.topic,
      message_id: received.messageId,
      event_id: identityInQuarantine(received),
      reason,
      original: received.data.toString('base64', (part - 1) * partBytes, part * partBytes),
      part,
      parts,
    },
  }
}
