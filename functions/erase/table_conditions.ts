/** Erasure: lists the tables that can contain a person, each with the condition for their rows. */
import { contextColumns } from '../../schemas/context.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables, type TableName } from '../../schemas/warehouse.ts'
import type { Parameters } from '../google/warehouse.ts'
import type { Identity } from './identity.ts'

/** A table from which rows are deleted. */
export interface ErasableTable {
  name: TableName
  /** Makes the condition on a row `t`. `eventIds`: a query for the ids of the person's events. */
  isOf: (eventIds: string) => string
  /** Column with the time at which a row was streamed; undefined if rows are only inserted by statements. */
  streamedAt?: string
  /** Column of the daily partitions, if no rows are added to old days. */
  partition?: string
  /** SET clause for a table whose rows are kept, without the personal data. */
  emptied?: string
}

/** Minutes after which a streamed row can be deleted. "At least 30 minutes, up to 90":
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#limitations */
export const bufferedMinutes = 90

/** Maximum number of days between publishing and storing: Pub/Sub keeps messages for 31 days at most. */
export const latestDays = 32

function any(text: string, pattern: 'p' | 'k', count: number): string {
  return `EXISTS (SELECT 1 FROM UNNEST([${text}]) AS text WHERE ${Array.from(
    { length: count },
    (_, index) => `REGEXP_CONTAINS(text, @${pattern}${index})`,
  ).join(' OR ')})`
}

/** Returns the parameters of the conditions. */
export function identityParameters(run: string, identities: readonly Identity[]): Parameters {
  return {
    run: ['STRING', run],
    ...Object.fromEntries(
      identities
        .flatMap(({ anywhere }) => anywhere)
        .map((pattern, index) => [`p${index}`, ['STRING', pattern]]),
    ),
    ...Object.fromEntries(
      identities.flatMap(({ asKey }) => asKey).map((pattern, index) => [`k${index}`, ['STRING', pattern]]),
    ),
    ...Object.fromEntries(identities.map(({ hash }, index) => [`h${index}`, ['STRING', hash]])),
  }
}

const columns = new Map(contextColumns.map(({ name, column }) => [name, column]))

interface Places {
  /** In the order of deletion: rows that refer to an event go before it. */
  places: readonly ErasableTable[]
  /** Query for the ids of the person's events, and of the events that syncs and actions sent; with duplicates. */
  eventIds: string
  /** Condition on a row `t` of `definitions`, which is reported and not deleted. */
  isDefinition: string
}

export function placesOf(locate: Locate, identities: readonly Identity[]): Places {
  const patterns = identities.reduce((sum, { anywhere }) => sum + anywhere.length, 0)
  const keys = identities.reduce((sum, { asKey }) => sum + asKey.length, 0)
  const inRow = (text = 'TO_JSON_STRING(t)'): string => any(text, 'p', patterns)
  const asKey = (text: string): string => any(text, 'k', keys)

  const byHash = identities.flatMap(({ field }, index) =>
    columns.get(field) === 'STRING' ? [`TO_HEX(SHA256(LOWER(TRIM(t.${field})))) = @h${index}`] : [],
  )
  const isEvent = [inRow(), ...byHash].join(' OR ')
  /** Query for the messages with an identity in their bytes, which can be spread over several rows. */
  const inBytes = (name: 'quarantine' | 'dead_letters', id: string): string => {
    const whole = `SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX(STRING_AGG(TO_HEX(original), '' ORDER BY part)))`
    return `SELECT ${id} FROM (
  SELECT ${id}, ${whole} AS whole FROM ${locate(name)} WHERE original IS NOT NULL GROUP BY ${id}
) WHERE ${inRow('whole')}`
  }
  const inQuarantine = inBytes('quarantine', 'event_id')
  const inDeadLetters = inBytes('dead_letters', 'message_id')
  const ofEvents = (ids: string, column = 'event_id'): string => `t.${column} IN (${ids})`

  return {
    places: [
      {
        name: 'deliveries',
        // The outcomes of erasure requests stay: they name no person, and the receipt needs them.
        isOf: (ids) => `NOT (t.event_name = 'erasure' AND IFNULL(t.source, '') = 'erasure')
  AND (${ofEvents(ids)} OR ${inRow('TO_JSON_STRING(STRUCT(t.event_id, t.detail))')})`,
        streamedAt: 'settled_at',
        partition: 'settled_at',
      },
      {
        name: 'action_firings',
        isOf: (ids) => `${ofEvents(ids)} OR ${inRow()} OR ${asKey('t.subject')}`,
        streamedAt: 'fired_at',
        partition: 'fired_at',
      },
      { name: 'action_windows', isOf: () => `t.subject != '' AND (${inRow()} OR ${asKey('t.subject')})` },
      { name: 'sync_changes', isOf: () => `${inRow()} OR ${asKey('t.row_key')}` },
      { name: 'sync_state', isOf: () => `${inRow()} OR ${asKey('t.row_key')}` },
      {
        name: 'dead_letters',
        isOf: (ids) => `${ofEvents(ids)} OR ${ofEvents(inDeadLetters, 'message_id')} OR ${inRow()}`,
        streamedAt: 'stored_at',
        partition: 'dead_at',
      },
      {
        name: 'quarantine',
        isOf: () => `${ofEvents(inQuarantine)} OR ${inRow()}`,
        streamedAt: 'stored_at',
      },
      // Counts name no person. The id of an example may.
      {
        name: 'hourly_counts',
        isOf: (ids) =>
          `${ofEvents(ids, 'example_event_id')} OR ${inRow('TO_JSON_STRING(STRUCT(t.example_event_id, t.event_name))')}`,
        emptied: 'example_event_id = NULL, event_name = NULL',
      },
      {
        name: 'health_alerts',
        isOf: (ids) =>
          `${ofEvents(ids, 'example_event_id')} OR ${inRow('TO_JSON_STRING(STRUCT(t.example_event_id, t.event_name, t.summary, t.command))')}`,
        emptied: `example_event_id = NULL, event_name = NULL, summary = '', command = ''`,
      },
      { name: 'events', isOf: () => isEvent, streamedAt: 'stored_at', partition: 'received_at' },
      {
        name: 'runs',
        isOf: () => `t.run_id != @run AND ${inRow()}`,
        emptied: `request = JSON '{}', result = NULL, reason = NULL, position = IF(finished_at IS NULL, position, NULL)`,
      },
    ],
    eventIds: `SELECT t.event_id FROM ${locate(tables.events.name)} AS t WHERE ${isEvent}
UNION ALL SELECT t.event_id FROM ${locate(tables.quarantine.name)} AS t WHERE ${ofEvents(inQuarantine)} OR ${inRow()}
UNION ALL SELECT t.event_id FROM ${locate(tables.dead_letters.name)} AS t
WHERE t.event_id IS NOT NULL AND (${ofEvents(inDeadLetters, 'message_id')} OR ${inRow()})
UNION ALL SELECT t.event_id FROM ${locate(tables.sync_state.name)} AS t WHERE ${inRow()} OR ${asKey('t.row_key')}
UNION ALL SELECT t.event_id FROM ${locate(tables.sync_changes.name)} AS t WHERE ${inRow()} OR ${asKey('t.row_key')}
UNION ALL SELECT t.firing_id FROM ${locate(tables.action_firings.name)} AS t WHERE ${inRow()} OR ${asKey('t.subject')}`,
    isDefinition: inRow(),
  }
}
