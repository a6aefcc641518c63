/** Erasure: finds the rows of a person, each table in one pass, and deletes what was found by its keys. */
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { Counts } from '../runs/run_log.ts'
import type { Identity } from './identity.ts'
import { statementsOf } from './statements.ts'
import { identityParameters, placesOf } from './table_conditions.ts'

/** BigQuery's error message for a statement that would change recently streamed rows. */
const buffered = /streaming buffer/i

/** How far a look has come. */
export interface LookProgress {
  /** Number of passes that are complete. */
  done: number
  /** Number of rows in the tables that were read. */
  rows: number
}

/** A look searches all tables. `look`: its number in the run. `since`, RFC 3339: only partitions of that day or later. */
export interface Search {
  /** Searches what a look has not searched yet, and saves the keys of the rows. `onProgress` is called after each table. */
  look: (
    look: { number: number; since?: string | undefined; done: LookProgress },
    onProgress: (progress: LookProgress) => Promise<void>,
  ) => Promise<void>
  /** Counts the rows that a look has found, by table. */
  found: (look: number) => Promise<Counts>
  /** Deletes the rows of some tables that all looks have found. `refused`: the tables of which BigQuery cannot delete some yet. */
  remove: (names: readonly string[]) => Promise<{ removed: Counts; refused: readonly string[] }>
  /** Deletes the keys. */
  deleteCollected: () => Promise<void>
  /** Estimates the bytes of one look at everything. */
  estimateBytes: () => Promise<number>
  /** Counts the rows and the distinct values of each identity field in the events that were found. */
  countOtherIdentifiers: () => Promise<Readonly<Record<string, { rows: number; values: number }>>>
  /** Counts the definitions that name the person, for instance in an example. */
  countDefinitions: () => Promise<number>
}

export function createSearch(
  { locate, rows, change, estimate }: Warehouse,
  run: string,
  identities: readonly Identity[],
): Search {
  const { places, isDefinition } = placesOf(identities)
  const parameters = identityParameters(run, identities)
  const sql = statementsOf(locate)
  const collected = locate(tables.erasure_events.name)
  const ofRun: Parameters = { run: ['STRING', run] }

  /** Days of the rows that were found, by table: the deletion reads only their partitions. */
  const foundDays = async (): Promise<ReadonlyMap<string, Parameters>> => {
    const found = await rows(
      `SELECT table_name, FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', MIN(first_at)) AS first_at,
  FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', MAX(last_at)) AS last_at
FROM ${collected} WHERE run_id = @run AND table_name IS NOT NULL GROUP BY table_name`,
      ofRun,
    )
    return new Map(
      found.map((row) => [
        String(row['table_name']),
        {
          ...ofRun,
          ...(row['first_at'] !== null && {
            first: ['TIMESTAMP', row['first_at']],
            last: ['TIMESTAMP', row['last_at']],
          }),
        },
      ]),
    )
  }

  return {
    look: async ({ number, since, done: { done, rows: rowsRead } }, onProgress) => {
      const values: Parameters = {
        ...parameters,
        look: ['INT64', number],
        ...(since !== undefined && { since: ['TIMESTAMP', since] }),
      }
      let rowCount = rowsRead
      for (const [index, place] of places.entries()) {
        if (index < done) continue
        await change(sql.collect(place, since), values)
        // Counting all rows of a table reads no column, so it costs nothing.
        if (!place.isLinked) {
          const [row] = await rows(`SELECT COUNT(*) AS n FROM ${locate(place.name)}`)
          rowCount += Number(row?.['n'] ?? 0)
        }
        await onProgress({ done: index + 1, rows: rowCount })
      }
    },
    found: async (look) => {
      // A pass that was interrupted is repeated, so that a key can be there twice.
      const found = await rows(
        `SELECT table_name, SUM(row_count) AS found
FROM (
  SELECT table_name, row_key, MAX(row_count) AS row_count
  FROM ${collected} WHERE run_id = @run AND look = @look GROUP BY table_name, row_key
)
GROUP BY table_name`,
        { ...ofRun, look: ['INT64', look] },
      )
      return Object.fromEntries(found.map((row) => [String(row['table_name']), Number(row['found'])]))
    },
    remove: async (names) => {
      const days = await foundDays()
      const removed: Record<string, number> = {}
      const refused: string[] = []
      for (const place of places) {
        const values = days.get(place.name)
        if (!values || place.isLinked || !names.includes(place.name)) continue
        try {
          removed[place.name] = await change(sql.remove(place), values)
        } catch (error) {
          if (!buffered.test((error as Error).message)) throw error
          refused.push(place.name)
          if (place.streamedAt) removed[place.name] = await change(sql.removeOld(place), values)
        }
      }
      return { removed, refused }
    },
    deleteCollected: async () => {
      // A run that was cancelled between two pushes has left its keys behind.
      const ended = `SELECT run_id FROM ${locate(tables.runs.name)} WHERE finished_at IS NOT NULL`
      await change(`DELETE FROM ${collected} WHERE run_id = @run OR run_id IN (${ended})`, ofRun)
    },
    estimateBytes: async () => {
      let bytes = 0
      for (const place of places)
        bytes += (await estimate(sql.collect(place), { ...parameters, look: ['INT64', 0] })).bytes
      return bytes
    },
    countOtherIdentifiers: async () => {
      const values = (await foundDays()).get(tables.events.name)
      if (!values) return {}
      const sums = erasableFields.map(
        (field) => `COUNT(t.${field}) AS ${field}, COUNT(DISTINCT t.${field}) AS ${field}_values`,
      )
      const events = places.find(({ name }) => name === 'events')!
      const [row = {}] = await rows(
        `SELECT ${sums.join(', ')} FROM ${locate(events.name)} AS t WHERE ${sql.isCollected(events)}`,
        values,
      )
      return Object.fromEntries(
        erasableFields
          .map(
            (field) => [field, { rows: Number(row[field]), values: Number(row[`${field}_values`]) }] as const,
          )
          .filter(([, found]) => found.rows > 0),
      )
    },
    countDefinitions: async () => {
      const [row] = await rows(
        `SELECT COUNT(*) AS found FROM ${locate(tables.definitions.name)} AS t WHERE ${isDefinition}`,
        parameters,
      )
      return Number(row?.['found'] ?? 0)
    },
  }
}
