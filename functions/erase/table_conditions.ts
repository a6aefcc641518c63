/** Erasure: lists the tables that can contain a person, each with the condition for their rows and the columns that identify a row. */
import { contextColumns } from '../../schemas/context.ts'
import type { TableName } from '../../schemas/warehouse.ts'
import type { Parameters } from '../google/warehouse.ts'
import type { Identity } from './identity.ts'

/** A table from which rows are deleted. */
export interface ErasableTable {
  name: TableName
  /** Makes the condition on a row `t`. `eventIds`: a query for the ids of the person's events that are known so far. */
  isOf: (eventIds: string) => string
  /** Expressions on a row `t` that identify it together. Of a table with `inBytes`, they identify the message. */
  key: readonly string[]
  /** The condition on the text `whole` of a message whose bytes are spread over rows. */
  inBytes?: string
  /** Expression for the id of an event of the person, whose rows in other tables are the person's, too. */
  eventId?: string
  /** Column with the time at which a row was streamed; undefined if rows are only inserted by statements. */
  streamedAt?: string
  /** Column of the daily partitions. */
  partition?: string
  /** SET clause for a table whose rows are kept, without the personal data. */
  emptied?: string
  /** True for a second look at a table that reads only its ids. */
  isLinked?: true
}

/** Minutes after which a streamed row can be deleted. "At least 30 minutes, up to 90":
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#limitations */
export const bufferedMinutes = 90

/** Maximum number of days between publishing and storing: Pub/Sub keeps messages for 31 days at most. */
export const latestDays = 32

/** Maximum length of one regular expression: RE2 refuses programs of more than some megabytes, and a small one is faster.
 * https://github.com/google/re2/blob/main/re2/re2.h (max_mem) */
const maxPatternLength = 100_000

/** Joins patterns to as few regular expressions as possible, because each reads the text again. */
export function joinedPatterns(patterns: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const pattern of new Set(patterns)) {
    const last = joined.at(-1)
    if (last !== undefined && last.length + pattern.length < maxPatternLength)
      joined[joined.length - 1] = `${last}|${pattern}`
    else joined.push(pattern)
  }
  return joined
}

function patternLists(identities: readonly Identity[]) {
  return {
    p: joinedPatterns(identities.flatMap(({ anywhere }) => anywhere)),
    k: joinedPatterns(identities.flatMap(({ asKey }) => asKey)),
  }
}

/** Returns the parameters of the conditions. */
export function identityParameters(run: string, identities: readonly Identity[]): Parameters {
  const lists = Object.entries(patternLists(identities)).flatMap(([name, patterns]) =>
    patterns.map((pattern, index) => [`${name}${index}`, ['STRING', pattern]] as const),
  )
  const hashes = identities.map(({ hash }, index) => [`h${index}`, ['STRING', hash]] as const)
  return { run: ['STRING', run], ...Object.fromEntries([...lists, ...hashes]) }
}

const columns = new Map(contextColumns.map(({ name, column }) => [name, column]))

interface Places {
  /** In the order of the search: tables with ids of events go before those that refer to them. */
  places: readonly ErasableTable[]
  /** Condition on a row `t` of `definitions`, which is reported and not deleted. */
  isDefinition: string
}

export function placesOf(identities: readonly Identity[]): Places {
  const { p, k } = patternLists(identities)
  const any = (text: string, name: 'p' | 'k', { length }: readonly string[]): string =>
    `EXISTS (SELECT 1 FROM UNNEST([${text}]) AS text WHERE ${Array.from(
      { length },
      (_, index) => `REGEXP_CONTAINS(text, @${name}${index})`,
    ).join(' OR ')})`
  const inRow = (text = 'TO_JSON_STRING(t)'): string => any(text, 'p', p)
  const asKey = (text: string): string => any(text, 'k', k)
  const byHash = identities.flatMap(({ field }, index) =>
    columns.get(field) === 'STRING' ? [`TO_HEX(SHA256(LOWER(TRIM(t.${field})))) = @h${index}`] : [],
  )
  const ofEvents = (ids: string, column = 'event_id'): string => `t.${column} IN (${ids})`
  const deadLetters = {
    name: 'dead_letters',
    key: ['t.message_id'],
    streamedAt: 'stored_at',
    partition: 'dead_at',
  } as const

  return {
    places: [
      {
        name: 'events',
        isOf: () => [inRow(), ...byHash].join(' OR '),
        key: ['t.event_id', 't.message_id'],
        eventId: 't.event_id',
        streamedAt: 'stored_at',
        partition: 'received_at',
      },
      {
        name: 'quarantine',
        isOf: () => inRow(),
        key: ['IFNULL(t.event_id, t.message_id)'],
        inBytes: inRow('whole'),
        eventId: 't.event_id',
        streamedAt: 'stored_at',
        partition: 'received_at',
      },
      {
        name: 'sync_state',
        isOf: () => `${inRow()} OR ${asKey('t.row_key')}`,
        key: ['t.sync', 't.destination', 't.row_key'],
        eventId: 't.event_id',
      },
      {
        name: 'sync_changes',
        isOf: () => `${inRow()} OR ${asKey('t.row_key')}`,
        key: ['t.run_id', 't.sync', 't.destination', 't.change', 't.event_id', 't.row_key'],
        eventId: 't.event_id',
      },
      { ...deadLetters, isOf: () => inRow(), inBytes: inRow('whole'), eventId: 't.event_id' },
      {
        name: 'identity_links',
        isOf: () => inRow(),
        key: ['t.user_id', 't.anonymous_id', 't.email_sha256'],
      },
      {
        name: 'action_firings',
        isOf: (ids) => `${ofEvents(ids)} OR ${inRow()} OR ${asKey('t.subject')}`,
        key: ['t.firing_id', 't.event_id', 't.subject'],
        eventId: 't.firing_id',
        streamedAt: 'fired_at',
        partition: 'fired_at',
      },
      { ...deadLetters, isOf: (ids) => ofEvents(ids), isLinked: true },
      {
        name: 'deliveries',
        // The outcomes of erasure requests stay: they name no person, and the receipt needs them.
        isOf: (ids) => `NOT (t.event_name = 'erasure' AND IFNULL(t.source, '') = 'erasure')
  AND (${ofEvents(ids)} OR ${inRow('TO_JSON_STRING(STRUCT(t.event_id, t.event_name, t.detail, t.sent_without))')})`,
        key: [
          't.event_id',
          't.destination',
          't.outcome',
          't.attempt',
          't.settled_at',
          't.replay_id',
          't.detail',
        ],
        streamedAt: 'settled_at',
        partition: 'settled_at',
      },
      {
        name: 'action_windows',
        isOf: () => `t.subject != '' AND (${inRow()} OR ${asKey('t.subject')})`,
        key: ['t.action', 't.subject'],
      },
      // Counts name no person. The id of an example may.
      {
        name: 'hourly_counts',
        isOf: (ids) =>
          `${ofEvents(ids, 'example_event_id')} OR ${inRow('TO_JSON_STRING(STRUCT(t.example_event_id, t.event_name))')}`,
        key: ['t.hour', 't.subject', 't.event_name', 't.example_event_id'],
        partition: 'hour',
        emptied: 'example_event_id = NULL, event_name = NULL',
      },
      {
        name: 'hourly_errors',
        isOf: (ids) =>
          `${ofEvents(ids, 'example_event_id')} OR ${inRow('TO_JSON_STRING(STRUCT(t.example_event_id, t.event_name, t.detail))')}`,
        key: ['t.hour', 't.source', 't.event_name', 't.example_event_id', 't.detail'],
        partition: 'hour',
        emptied: 'example_event_id = NULL, event_name = NULL, detail = NULL',
      },
      {
        name: 'health_alerts',
        isOf: (ids) =>
          `${ofEvents(ids, 'example_event_id')} OR ${inRow('TO_JSON_STRING(STRUCT(t.example_event_id, t.event_name, t.summary, t.command))')}`,
        key: ['t.alert', 't.subject', 't.opened_at', 't.example_event_id', 't.summary'],
        emptied: `example_event_id = NULL, event_name = NULL, summary = '', command = ''`,
      },
      {
        name: 'runs',
        // Column requested_by stays: it tells who acted, not whom the run is about.
        isOf: () =>
          `t.run_id != @run AND ${inRow('TO_JSON_STRING(STRUCT(t.name, t.request, t.result, t.reason, t.position))')}`,
        key: ['t.run_id'],
        emptied: `request = JSON '{}', result = NULL, reason = NULL, position = IF(finished_at IS NULL, position, NULL)`,
      },
      // The hashes stay, so that the person stays suppressed.
      {
        name: 'suppressions',
        isOf: () => inRow('t.reason'),
        key: ['t.field', 't.value_hash', 't.created_at'],
        emptied: 'reason = NULL',
      },
    ],
    isDefinition: inRow(),
  }
}
