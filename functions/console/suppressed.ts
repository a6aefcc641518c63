/** Console: checks whether people in some events are on the suppression list, without reading the whole list. */
import { listedHashes, suppressionList, type IsSuppressed } from '../privacy/suppression.ts'
import { columnText, type ResultRow } from './rows.ts'
import { textParameter, type Statement } from './statement.ts'

/** Selects the rows of the list that can match people in these events, by the hashes of all values. */
export function suppressionsOf(events: readonly unknown[]): Statement {
  return {
    name: 'suppressions',
    sql: `SELECT field, value_hash, UNIX_MICROS(created_at) AS created_at, lifted
FROM suppressions
WHERE LOWER(value_hash) IN UNNEST(SPLIT(@hashes, ','))
LIMIT 5000`,
    parameters: { hashes: textParameter([...new Set(events.flatMap(hashesIn))].join(',')) },
  }
}

export function querySuppressions(rows: readonly ResultRow[]): IsSuppressed {
  const list = suppressionList()
  for (const { field, value_hash, created_at, lifted } of rows)
    list.add({
      field: columnText(field),
      valueHash: columnText(value_hash),
      createdAt: Number(created_at),
      lifted: lifted === true,
    })
  return list.finish()
}

/** Returns the hashes of all values. */
function hashesIn(event: unknown): readonly string[] {
  const members = membersOf(event)
  return [...Object.entries(members), ...Object.entries(membersOf(members['event_data']))].flatMap(
    ([field, value]) =>
      typeof value === 'string' || typeof value === 'number' ? listedHashes(field, String(value)) : [],
  )
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
