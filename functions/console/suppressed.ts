/** Console: whether the people of some events are on the suppression list, without reading the list whole. */
import { hash } from 'node:crypto'
import { suppressionList, type IsSuppressed } from '../privacy/suppression.ts'
import type { ResultRow } from './rows.ts'
import { textParameter, type Statement } from './statement.ts'

/** The rows of the list that may be about people in these events. Values are asked for by their hashes, as the list holds them. */
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
      field: String(field),
      valueHash: String(value_hash),
      createdAt: Number(created_at),
      lifted: lifted === true,
    })
  return list.finish()
}

/** Producers may send a hash in place of what it is of. */
function hashesIn(event: unknown): readonly string[] {
  const own = membersOf(event)
  return [...Object.values(own), ...Object.values(membersOf(own['event_data']))].flatMap((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const normal = String(value).trim().toLowerCase()
    return [hash('sha256', normal), ...(/^[0-9a-f]{64}$/.test(normal) ? [normal] : [])]
  })
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
