/** Storage layer: builds the rows of `events` and `quarantine`, as JSON text that reuses the producer's. Pure. */
import { sourceOfTopic } from '../../schemas/bus.ts'
import { contextColumns } from '../../schemas/context.ts'
import type { FieldColumnType } from '../../schemas/context/field.ts'
import type { Decision } from '../../schemas/decision.ts'
import type { QuarantineReason } from '../../schemas/warehouse/quarantine.ts'
import { connectionOf } from '../event/connection.ts'
import { derivedId } from '../event/identity.ts'
import { identityInQuarantine } from '../event/origin.ts'
import type { Event, Published, RejectedMessage } from '../event/read.ts'
import { normalTime } from '../event/time.ts'
import type { RowText } from '../google/bigquery.ts'

/** Conversions, by column type, of the JSON text of a value to the JSON text that insertAll accepts (docs/bigquery.md#streaming). Types that
 * are not listed accept the value as received: a string, a boolean, or any number for FLOAT64. */
const streamed: Partial<Record<FieldColumnType, (text: string) => string>> = {
  // Removes the exponent that JSON allows.
  INT64: (text) => String(Number(text)),
  // As a string: BigQuery converts a number through a double and may refuse one of 16 digits or more.
  NUMERIC: JSON.stringify,
  // A JSON column takes a string that holds the JSON text.
  JSON: JSON.stringify,
}

const streamedContext: ReadonlyMap<string, (text: string) => string> = new Map(
  contextColumns.flatMap(({ name, column }) => {
    const convert = streamed[column]
    return convert ? [[name, convert] as const] : []
  }),
)

/** Builds a row of `events`. The insertId identifies the message, not the event: BigQuery must drop a redelivered message, but never one of
 * two messages with the same event id. A quarantined message keeps its identity each time it is reprocessed. */
export function eventRow(event: Event, decisions: readonly Decision[], storedAt: string): RowText {
  const columns = JSON.stringify({
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
    decisions,
    reprocessed_from: event.reprocessedFrom,
    producer: sourceOfTopic(event.topic),
    connection: event.connection,
    deprecated_until: event.deprecation?.sunset,
    deprecated_successor: event.deprecation?.successor,
    derived_fields: event.derivedFields,
  })
  const { hintTexts = '' } = event
  let more = hintTexts === '' ? '' : `,"hints":[${hintTexts}]`
  for (const [name, text] of event.context) more += `,"${name}":${streamedContext.get(name)?.(text) ?? text}`
  return {
    insertId: event.reprocessedFrom ?? derivedId(event.topic, event.messageId),
    json: `${columns.slice(0, -1)}${more}}`,
  }
}

/** Why a message is quarantined: it is not a readable event, or BigQuery refused its row. */
export interface QuarantineCause extends Omit<RejectedMessage, 'reason'> {
  reason: QuarantineReason
}

/** Maximum bytes of a message in one row of quarantine. In base64, a third larger, they stay below 5 MiB: BigQuery has been observed to
 * refuse rows of that size, although it documents 10 MB. https://cloud.google.com/bigquery/quotas#streaming_inserts */
export const partBytes = 3_000_000

/** Builds the rows of `quarantine` that hold a message byte for byte: one, or for a large message one per part. */
export function quarantineRows(
  received: Published,
  cause: QuarantineCause,
  storedAt: string,
): readonly RowText[] {
  const parts = Math.max(1, Math.ceil(received.data.length / partBytes))
  return Array.from({ length: parts }, (_, index) =>
    index === 0
      ? quarantineRow(received, cause, storedAt, parts)
      : bareQuarantineRow(received, cause.reason, storedAt, index + 1, parts),
  )
}

function quarantineRow(
  received: Published,
  cause: QuarantineCause,
  storedAt: string,
  parts: number,
): RowText {
  const { insertId, columns } = requiredColumns(received, cause.reason, storedAt, 1, parts)
  return {
    insertId,
    json: JSON.stringify({
      ...columns,
      received_at: normalTime(received.publishTime) ?? storedAt,
      event_name: cause.eventName?.slice(0, maxNameLength).toWellFormed(),
      suggestion: cause.suggestion,
      attributes: JSON.stringify(received.attributes),
      violations: cause.violations ?? [],
    }),
  }
}

/** Maximum length of `event_name`. A producer can send a name of any length; the original message keeps all of it. */
const maxNameLength = 1024

/** Builds a row for one part of a message with only the columns that BigQuery cannot refuse: the bytes, their origin and the reason. */
export function bareQuarantineRow(
  received: Published,
  reason: QuarantineReason,
  storedAt: string,
  part: number,
  parts: number,
): RowText {
  const { insertId, columns } = requiredColumns(received, reason, storedAt, part, parts)
  return { insertId, json: JSON.stringify(columns) }
}

function requiredColumns(
  received: Published,
  reason: QuarantineReason,
  storedAt: string,
  part: number,
  parts: number,
): { insertId: string; columns: object } {
  const id = derivedId(received.topic, received.messageId)
  return {
    insertId: part === 1 ? id : `${id}/${part}`,
    columns: {
      received_at: storedAt,
      stored_at: storedAt,
      topic: received.topic,
      message_id: received.messageId,
      event_id: identityInQuarantine(received),
      reason,
      producer: sourceOfTopic(received.topic),
      connection: connectionOf(received.attributes),
      original: received.data.toString('base64', (part - 1) * partBytes, part * partBytes),
      part,
      parts,
    },
  }
}
