/** Replay: selects quarantined messages, complete and in the order in which they were received. Pure. */
import { attributes as names } from '../../schemas/bus.ts'
import type { RunRequest } from '../../schemas/run_request.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { claimOf, identityInQuarantine } from '../event/origin.ts'
import type { Published } from '../event/read.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import { inParentheses } from './condition.ts'

/** A quarantined message, with at least its first part. */
export interface QuarantinedMessage {
  id: string
  receivedAt: string
  topic: string
  messageId: string
  reason: string
  parts: number
  attributes: Readonly<Record<string, string>>
  original: Buffer
}

/** Selects each message once, in the copy that was received first. Leaves out messages that have become events, that are in `events`
 * already, or that returned to quarantine after the run was requested. Parameters: since, after, to, requested_at. */
export function selectQuarantinedSql(
  locate: Locate,
  { where }: Pick<RunRequest<'reprocess'>, 'where'>,
  limit: number,
): string {
  const events = locate(tables.events.name)
  const quarantine = locate(tables.quarantine.name)
  return `SELECT message.event_id, FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', message.received_at) AS received_at, message.topic,
  message.message_id, message.reason, message.parts, IFNULL(TO_JSON_STRING(message.attributes), '{}') AS attributes, message.original
FROM (
  SELECT *
  FROM ${quarantine} AS message
  WHERE message.received_at >= @since AND message.received_at < @to AND message.stored_at <= @requested_at
    AND message.part = 1
    AND ${inParentheses(where)}
  QUALIFY ROW_NUMBER() OVER (PARTITION BY message.event_id ORDER BY message.received_at, message.stored_at, message.message_id) = 1
) AS message
WHERE (message.received_at > @since OR message.event_id > @after)
  AND NOT EXISTS (
    SELECT 1 FROM ${events} AS promoted
    WHERE promoted.received_at >= @since AND promoted.reprocessed_from = message.event_id
  )
  AND NOT EXISTS (
    SELECT 1 FROM ${events} AS stored
    WHERE stored.received_at >= @since AND stored.topic = message.topic AND stored.message_id = message.message_id
  )
  AND NOT EXISTS (
    SELECT 1 FROM ${quarantine} AS returned
    WHERE returned.received_at >= @since AND returned.event_id = message.event_id AND returned.stored_at > @requested_at
  )
ORDER BY message.received_at, message.event_id
LIMIT ${limit}`
}

/** Selects the parts after the first of these messages, in order. Parameters: since, ids. */
export function partsOf(locate: Locate): string {
  return `SELECT event_id, message_id, part, original
FROM ${locate(tables.quarantine.name)}
WHERE received_at >= TIMESTAMP_SUB(@since, INTERVAL 1 HOUR) AND event_id IN UNNEST(@ids) AND part > 1
ORDER BY event_id, message_id, part`
}

/** Counts how many of these messages became events, and how many returned to quarantine. Parameters: since, requested_at, ids. */
export function settledStatement(locate: Locate): string {
  return `SELECT
  (SELECT COUNT(DISTINCT reprocessed_from) FROM ${locate(tables.events.name)}
   WHERE received_at >= @since AND reprocessed_from IN UNNEST(@ids)) AS promoted,
  (SELECT COUNT(DISTINCT event_id) FROM ${locate(tables.quarantine.name)}
   WHERE received_at >= @since AND event_id IN UNNEST(@ids) AND stored_at > @requested_at) AS returned`
}

/** Reads the first part of a message from its row. */
export function quarantinedMessageOf(row: WarehouseRow): QuarantinedMessage {
  return {
    id: String(row['event_id']),
    receivedAt: String(row['received_at']),
    topic: String(row['topic']),
    messageId: String(row['message_id']),
    reason: String(row['reason']),
    parts: Number(row['parts']),
    attributes: JSON.parse(String(row['attributes'])) as Record<string, string>,
    original: bytesOf(row['original']),
  }
}

/** An empty message is read as null. */
function bytesOf(value: unknown): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0)
}

/** Adds the parts from the rows of `partsOf` to their messages. */
export function withAllParts(
  messages: readonly QuarantinedMessage[],
  parts: readonly WarehouseRow[],
): readonly QuarantinedMessage[] {
  return messages.map((message) => {
    const further = parts.filter(
      ({ event_id, message_id }) => event_id === message.id && message_id === message.messageId,
    )
    // A redelivery may have written a part twice.
    const byPart = new Map(further.map(({ part, original }) => [Number(part), bytesOf(original)]))
    return { ...message, original: Buffer.concat([message.original, ...byPart.values()]) }
  })
}

/** Makes the message to publish: the same bytes and attributes, and an attribute with its origin. */
export function published({
  topic,
  messageId,
  receivedAt,
  attributes,
  original,
}: QuarantinedMessage): Published {
  return {
    topic,
    messageId,
    publishTime: receivedAt,
    data: original,
    attributes: {
      ...attributes,
      ...(attributes[names.reprocessed] === undefined && claimOf(messageId, receivedAt)),
    },
  }
}

/** Returns true if no part is missing: the id of a message is a hash of its bytes. */
export function isWhole(message: QuarantinedMessage): boolean {
  return identityInQuarantine(published(message)) === message.id
}
