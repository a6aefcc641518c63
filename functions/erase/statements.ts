/** Erasure: writes the statements of a search: one per table that finds the rows and saves their keys, one that deletes by these keys. Pure. */
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { bufferedMinutes, latestDays, type ErasableTable } from './table_conditions.ts'

interface Statements {
  /** Finds the rows and saves their keys as look `@look`. `since`: only partitions that can have got rows since then (`@since`). */
  collect: (place: ErasableTable, since?: string) => string
  /** The condition that a row `t` was found. */
  isCollected: (place: ErasableTable) => string
  remove: (place: ErasableTable) => string
  /** Deletes the rows that have left the streaming buffer. */
  removeOld: (place: ErasableTable) => string
}

export function statementsOf(locate: Locate): Statements {
  const collected = locate(tables.erasure_events.name)
  const eventIds = `SELECT event_id FROM ${collected} WHERE run_id = @run AND event_id != ''`

  const isCollected = (place: ErasableTable): string => {
    const keys = `SELECT row_key FROM ${collected} WHERE run_id = @run AND table_name = '${place.name}'`
    const days = place.partition
      ? `t.${place.partition} >= @first AND t.${place.partition} <= @last AND `
      : ''
    return `${days}${keyOf(place)} IN (${keys})`
  }
  const remove = (place: ErasableTable): string =>
    place.emptied
      ? `UPDATE ${locate(place.name)} AS t SET ${place.emptied} WHERE ${isCollected(place)}`
      : `DELETE FROM ${locate(place.name)} AS t WHERE ${isCollected(place)}`

  return {
    collect: (place, since) => {
      const recent =
        since !== undefined && place.partition
          ? `t.${place.partition} >= TIMESTAMP_SUB(TIMESTAMP_TRUNC(@since, DAY), INTERVAL ${latestDays} DAY)`
          : 'TRUE'
      return `INSERT INTO ${collected} (run_id, event_id, look, table_name, row_key, row_count, first_at, last_at)
SELECT @run, IFNULL(found_id, ''), @look, '${place.name}', found_key, row_count, first_at, last_at
FROM (
  ${place.inBytes === undefined ? ofRows(locate, place, `(${place.isOf(eventIds)}) AND ${recent}`) : ofMessages(locate, place, recent, place.isOf(eventIds))}
)`
    },
    isCollected,
    remove,
    removeOld: (place) =>
      `${remove(place)} AND t.${place.streamedAt} < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${bufferedMinutes} MINUTE)`,
  }
}

/** A hash, because some keys name the person. */
function keyOf({ key }: ErasableTable): string {
  return `TO_HEX(SHA256(TO_JSON_STRING(STRUCT(${key.map((each, index) => `${each} AS k${index}`).join(', ')}))))`
}

function timesOf(time: string, { partition }: ErasableTable): string {
  const [first, last] = partition
    ? [`MIN(${time})`, `MAX(${time})`]
    : ['CAST(NULL AS TIMESTAMP)', 'CAST(NULL AS TIMESTAMP)']
  return `COUNT(*) AS row_count, ${first} AS first_at, ${last} AS last_at`
}

function ofRows(locate: Locate, place: ErasableTable, condition: string): string {
  return `SELECT ${keyOf(place)} AS found_key, ${place.eventId ?? "''"} AS found_id, ${timesOf(`t.${place.partition}`, place)}
  FROM ${locate(place.name)} AS t
  WHERE ${condition}
  GROUP BY found_key, found_id`
}

/** The bytes of a large message are spread over several rows, so that its parts are joined before they are searched. */
function ofMessages(locate: Locate, place: ErasableTable, condition: string, isOf: string): string {
  return `SELECT found_key, found_id, row_count, first_at, last_at
  FROM (
    SELECT found_key, MAX(message_event) AS found_id, ${timesOf('partition_at', place)}, LOGICAL_OR(is_of) AS is_of,
      SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX(STRING_AGG(TO_HEX(original), '' ORDER BY part))) AS whole
    FROM (
      SELECT ${keyOf(place)} AS found_key, ${place.eventId} AS message_event, t.${place.partition} AS partition_at,
        t.original, t.part, (${isOf}) AS is_of
      FROM ${locate(place.name)} AS t
      WHERE ${condition}
    )
    GROUP BY found_key
  )
  WHERE is_of OR ${place.inBytes}`
}
