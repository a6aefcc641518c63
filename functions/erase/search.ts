/** Erasure: finds the rows of a person in every table and takes them away, by statements of GoogleSQL. */
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { Counts } from '../runs/run_log.ts'
import type { Identity } from './identity.ts'
import { bufferedMinutes, identityParameters, placesOf, type ErasableTable } from './table_conditions.ts'

/** BigQuery's words for a statement that would change rows streamed in lately. */
const buffered = /streaming buffer/i

/** How many rows there are of the person, by table. `since`, RFC 3339: only in partitions of that day or later. */
export interface Search {
  look: (since?: string) => Promise<Counts>
  /** Writes down the events of the person, so that what belongs to them is found when they are gone. */
  collect: () => Promise<void>
  /** Takes the rows away. `isRefused`: BigQuery does not let go of some yet. */
  remove: (since?: string) => Promise<{ removed: Counts; isRefused: boolean }>
  /** Forgets what `collect` wrote down. */
  forget: () => Promise<void>
  /** The same as `look`, of a person of whom nothing is collected. */
  countDryRun: () => Promise<{ rows: Counts; bytes: number }>
  /** By which other fields the person's events name somebody: field → how many rows, and how many different values. */
  countOtherIdentifiers: () => Promise<Readonly<Record<string, { rows: number; values: number }>>>
  /** How many definitions name the person, in an example perhaps. */
  definitions: () => Promise<number>
}

export function createSearch(
  { locate, rows, change, estimate }: Warehouse,
  run: string,
  identities: readonly Identity[],
): Search {
  const { places, eventIds, isDefinition } = placesOf(locate, identities)
  const own = identityParameters(run, identities)
  const collected = locate(tables.erasure_events.name)
  const ofCollected = `SELECT event_id FROM ${collected} WHERE run_id = @run`

  const withSince = (since: string | undefined): Parameters =>
    since === undefined ? own : { ...own, since: ['TIMESTAMP', since] }
  const recent = ({ partition }: ErasableTable, since: string | undefined): string =>
    since !== undefined && partition ? ` AND t.${partition} >= TIMESTAMP_TRUNC(@since, DAY)` : ''
  const condition = (place: ErasableTable, ids: string, since?: string): string =>
    `(${place.isOf(ids)})${recent(place, since)}`
  /** A row that is kept counts as long as there is something to take out of it. */
  const counting = (place: ErasableTable, ids: string, since?: string): string =>
    `SELECT COUNT(*) AS found FROM ${locate(place.name)} AS t WHERE ${condition(place, ids, since)}`

  const count = async (sql: string, parameters: Parameters): Promise<number> => {
    const [row] = await rows(sql, parameters)
    return Number(row?.['found'] ?? 0)
  }
  const look = async (ids: string, since?: string): Promise<Counts> => {
    const found: Record<string, number> = {}
    for (const place of places) {
      const number = await count(counting(place, ids, since), withSince(since))
      if (number > 0) found[place.name] = number
    }
    return found
  }

  const statement = (place: ErasableTable, since?: string): string => {
    const where = condition(place, ofCollected, since)
    return place.emptied
      ? `UPDATE ${locate(place.name)} AS t SET ${place.emptied} WHERE ${where}`
      : `DELETE FROM ${locate(place.name)} AS t WHERE ${where}`
  }

  return {
    look: (since) => look(ofCollected, since),
    collect: async () => {
      await change(
        `INSERT INTO ${collected} (run_id, event_id)
SELECT DISTINCT @run, event_id FROM (${eventIds})
WHERE event_id IS NOT NULL AND event_id NOT IN (${ofCollected})`,
        own,
      )
    },
    remove: async (since) => {
      const removed: Record<string, number> = {}
      let isRefused = false
      for (const place of places) {
        try {
          removed[place.name] = await change(statement(place, since), withSince(since))
        } catch (error) {
          if (!buffered.test((error as Error).message)) throw error
          isRefused = true
          const old = `t.${place.streamedAt} < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${bufferedMinutes} MINUTE)`
          if (place.streamedAt)
            removed[place.name] = await change(`${statement(place, since)} AND ${old}`, withSince(since))
        }
      }
      return { removed, isRefused }
    },
    forget: async () => {
      // A run that was cancelled between two pushes has left its own behind.
      const ended = `SELECT run_id FROM ${locate(tables.runs.name)} WHERE finished_at IS NOT NULL`
      await change(`DELETE FROM ${collected} WHERE run_id = @run OR run_id IN (${ended})`, own)
    },
    countDryRun: async () => {
      let bytes = 0
      for (const place of places) bytes += (await estimate(counting(place, eventIds), own)).bytes
      return { rows: await look(eventIds), bytes }
    },
    countOtherIdentifiers: async () => {
      const sums = erasableFields.map(
        (field) => `COUNT(t.${field}) AS ${field}, COUNT(DISTINCT t.${field}) AS ${field}_values`,
      )
      const { isOf } = places.find(({ name }) => name === 'events')!
      const [row = {}] = await rows(
        `SELECT ${sums.join(', ')} FROM ${locate(tables.events.name)} AS t WHERE ${isOf(eventIds)}`,
        own,
      )
      return Object.fromEntries(
        erasableFields
          .map(
            (field) => [field, { rows: Number(row[field]), values: Number(row[`${field}_values`]) }] as const,
          )
          .filter(([, found]) => found.rows > 0),
      )
    },
    definitions: () =>
      count(
        `SELECT COUNT(*) AS found FROM ${locate(tables.definitions.name)} AS t WHERE ${isDefinition}`,
        own,
      ),
  }
}
