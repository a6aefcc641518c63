/** Console: reads a sample of stored events with the caller's rights, for what is tried on real events. Bounded in rows and bytes. */
import { eventColumns, eventOfRow } from '../event/from_row.ts'
import type { Event } from '../event/read.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import type { HandlerResponse } from '../serving/answer.ts'
import { askMaxBytes } from './ask.ts'
import { invalid } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import { consoleMaxBytesBilled, type RunStatement } from './run_query.ts'
import { isTimestamp, textParameter, timestampParameter, type Statement } from './statement.ts'
import { querySuppressions, suppressionsOf } from './suppressed.ts'
import { emailOf, viewError } from './view_error.ts'

/** Which events. Times in RFC 3339; `until` is exclusive. */
export interface SampleOf {
  since: string
  until: string
  eventName?: string
  /** Bytes that BigQuery may read. */
  maxBytes: number
}

interface SampleLimits {
  /** Maximum number of events: the latest ones. */
  events: number
  /** Only events that this destination was permitted to get when they were stored. */
  permittedAt?: string
}

export interface StoredSample {
  /** The latest first, each once. */
  events: readonly Event[]
  isSuppressed: IsSuppressed
  /** What BigQuery read. */
  bytes: number
}

/** Bytes of `event_data` of a sample: the console reads answers of at most 8 MB. Later events are left out. */
const maxDataBytes = 3_000_000

/** Returns the sample, or the error response for a caller who may not read it. */
export async function readSample(
  run: RunStatement,
  sample: SampleOf,
  limits: SampleLimits,
): Promise<StoredSample | HandlerResponse> {
  const found = await run(latestEvents(sample, limits))
  if (found.kind !== 'rows') return viewError(found, emailOf(await run(accountQuery)), sample.maxBytes)
  const events = new Map(
    found.rows.map((row) => {
      const { event } = eventOfRow(row)
      return [event.id, event] as const
    }),
  )
  const listed = await run(suppressionsOf([...events.values()].map(({ value }) => value)))
  if (listed.kind !== 'rows') return viewError(listed, emailOf(await run(accountQuery)))
  return {
    events: [...events.values()],
    isSuppressed: querySuppressions(listed.rows),
    bytes: found.bytes + listed.bytes,
  }
}

function latestEvents(
  { since, until, eventName, maxBytes }: SampleOf,
  { events, permittedAt }: SampleLimits,
): Statement {
  const conditions = [
    'event.received_at >= @since AND event.received_at < @until',
    ...(eventName === undefined ? [] : ['event.event_name = @type']),
    ...(permittedAt === undefined
      ? []
      : [
          'EXISTS (SELECT 1 FROM UNNEST(event.decisions) AS decision WHERE decision.destination = @destination AND decision.permitted)',
        ]),
  ]
  return {
    name: 'sample',
    sql: `SELECT ${eventColumns}
FROM (
  SELECT event.*
  FROM events AS event
  WHERE ${conditions.join('\n    AND ')}
  ORDER BY event.received_at DESC, event.event_id
  LIMIT ${events}
) AS event
WHERE TRUE
QUALIFY SUM(BYTE_LENGTH(TO_JSON_STRING(event.event_data))) OVER (
  ORDER BY event.received_at DESC, event.event_id, event.message_id
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
) <= ${maxDataBytes}
ORDER BY event.received_at DESC, event.event_id`,
    parameters: {
      since: timestampParameter(since),
      until: timestampParameter(until),
      ...(eventName !== undefined && { type: textParameter(eventName) }),
      ...(permittedAt !== undefined && { destination: textParameter(permittedAt) }),
    },
    maxBytes,
  }
}

/** Reads the members of a request that say which events. Throws INVALID_ARGUMENT with every invalid field. */
export function readSampleOf(members: Readonly<Record<string, unknown>>): SampleOf {
  const { since, until, event_name: eventName, maxBytes = askMaxBytes } = members
  const isTime = (value: unknown): boolean => typeof value === 'string' && isTimestamp(value)
  const faults = [
    ...[{ since }, { until }].flatMap((member) =>
      Object.entries(member).flatMap(([field, value]) =>
        isTime(value) ? [] : [{ field, description: 'Expected a time such as 2026-03-14T09:00:00Z.' }],
      ),
    ),
    ...(eventName === undefined || (typeof eventName === 'string' && eventName.length <= 128)
      ? []
      : [{ field: 'event_name', description: 'Expected the name of an event type.' }]),
    ...(Number.isInteger(maxBytes) && Number(maxBytes) >= 1 && Number(maxBytes) <= consoleMaxBytesBilled
      ? []
      : [
          {
            field: 'maxBytes',
            description: `Expected a whole number from 1 to ${consoleMaxBytesBilled}.`,
          },
        ]),
  ]
  if (faults.length > 0) throw invalid(faults)
  return { since, until, maxBytes, ...(eventName !== undefined && { eventName }) } as SampleOf
}
