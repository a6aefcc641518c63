/** Erasure: counts and deletes the rows of a person in every table. */
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { Counts } from '../runs/run_log.ts'
import type { Identity } from './identity.ts'
import { bufferedMinutes, identityParameters, placesOf, type ErasableTable } from './table_conditions.ts'

/** BigQuery's error message for a statement that would change recently streamed rows. */
const buffered = /streaming buffer/i

/** `since`, RFC 3339: only partitions of that day or later. */
export interface Search {
  /** Counts the rows of the person by table. */
  count: (since?: string) => Promise<Counts>
  /** Saves the ids of the person's events, so that rows that refer to them are found after the events are deleted. */
  collect: () => Promise<void>
  /** Deletes the rows. `isRefused`: BigQuery cannot delete some of them yet. */
  remove: (since?: string) => Promise<{ removed: Counts; isRefused: boolean }>
  /** Deletes the ids that `collect` saved. */
  deleteCollected: () => Promise<void>
  /** Counts as `count` does, without collected ids, and estimates the bytes of one such count. */
  countDryRun: () => Promise<{ rows: Counts; bytes: number }>
  /** Counts the rows and the distinct values of each identity field in the person's events. */
  countOtherIdentifiers: () => Promise<Readonly<Record<string, { rows: number; values: number }>>>
  /** Counts the definitions that name the person, for instance in an example. */
  countDefinitions: () => Promise<number>
}

export function createSearch(
  { locate, rows, change, estimate }: Warehouse,
  run: string,
  identities: readonly Identity[],
): Search {
  const { places, eventIds, isDefinition } = placesOf(locate, identities)
  const parameters = identityParameters(run, identities)
  const collected = locate(tables.erasure_events.name)
  const ofCollected = `SELECT event_id FROM ${collected} WHERE run_id = @run`

  const withSince = (since: string | undefined): Parameters =>
    since === undefined ? parameters : { ...parameters, since: ['TIMESTAMP', since] }
  const recent = ({ partition }: ErasableTable, since: string | undefined): string =>
    since !== undefined && partition ? ` AND t.${partition} >= TIMESTAMP_TRUNC(@since, DAY)` : ''
  const condition = (place: ErasableTable, ids: string, since?: string): string =>
    `(${place.isOf(ids)})${recent(place, since)}`
  const counting = (place: ErasableTable, ids: string, since?: string): string =>
    `SELECT COUNT(*) AS found FROM ${locate(place.name)} AS t WHERE ${condition(place, ids, since)}`

  const countRows = async (sql: string, values: Parameters): Promise<number> => {
    const [row] = await rows(sql, values)
    return Number(row?.['found'] ?? 0)
  }
  const countByTable = async (ids: string, since?: string): Promise<Counts> => {
    const counts: Record<string, number> = {}
    for (const place of places) {
      const rowCount = await countRows(counting(place, ids, since), withSince(since))
      if (rowCount > 0) counts[place.name] = rowCount
    }
    return counts
  }

  const statement = (place: ErasableTable, since?: string): string => {
    const where = condition(place, ofCollected, since)
    return place.emptied
      ? `UPDATE ${locate(place.name)} AS t SET ${place.emptied} WHERE ${where}`
      : `DELETE FROM ${locate(place.name)} AS t WHERE ${where}`
  }

  return {
    count: (since) => countByTable(ofCollected, since),
    collect: async () => {
      await change(
        `INSERT INTO ${collected} (run_id, event_id)
SELECT DISTINCT @run, event_id FROM (${eventIds})
WHERE event_id IS NOT NULL AND event_id NOT IN (${ofCollected})`,
        parameters,
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
    deleteCollected: async () => {
      // A run that was cancelled between two pushes has left its ids behind.
      const ended = `SELECT run_id FROM ${locate(tables.runs.name)} WHERE finished_at IS NOT NULL`
      await change(`DELETE FROM ${collected} WHERE run_id = @run OR run_id IN (${ended})`, parameters)
    },
    countDryRun: async () => {
      let bytes = 0
      for (const place of places) bytes += (await estimate(counting(place, eventIds), parameters)).bytes
      return { rows: await countByTable(eventIds), bytes }
    },
    countOtherIdentifiers: async () => {
      const sums = erasableFields.map(
        (field) => `COUNT(t.${field}) AS ${field}, COUNT(DISTINCT t.${field}) AS ${field}_values`,
      )
      const { isOf } = places.find(({ name }) => name === 'events')!
      const [row = {}] = await rows(
        `SELECT ${sums.join(', ')} FROM ${locate(tables.events.name)} AS t WHERE ${isOf(eventIds)}`,
        parameters,
      )
      return Object.fromEntries(
        erasableFields
          .map(
            (field) => [field, { rows: Number(row[field]), values: Number(row[`${field}_values`]) }] as const,
          )
          .filter(([, found]) => found.rows > 0),
      )
    },
    countDefinitions: () =>
      countRows(
        `SELECT COUNT(*) AS found FROM ${locate(tables.definitions.name)} AS t WHERE ${isDefinition}`,
        parameters,
      ),
  }
}
