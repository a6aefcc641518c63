/** Storage layer: finds the rows of a page of a list that have ended, when the page as a whole is a dead letter. */
import type { PushMessage } from '../bus/push.ts'
import { isPage, parsePage } from '../bus/page.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { Parameters } from '../google/warehouse.ts'

/** Rows of a page for one destination. */
export interface SoughtRows {
  destination: string
  rows: readonly StoredEvent[]
}

/** Returns the rows of a message that is a page; undefined for another one, and for a page that cannot be read. */
export function rowsOfPage(message: PushMessage): readonly StoredEvent[] | undefined {
  if (!isPage(message)) return undefined
  try {
    return parsePage(message)
  } catch {
    return undefined
  }
}

/** Returns the function that finds the ids of the rows that have an outcome in their run. `table`: full name of `deliveries`. */
export function endedRows(
  table: string,
  run: (sql: string, parameters: Parameters) => Promise<readonly (readonly (string | null)[])[]>,
) {
  return async ({ destination, rows }: SoughtRows): Promise<ReadonlySet<string>> => {
    const [first] = rows
    if (!first?.replayId) return new Set()
    const since = rows.reduce((least, { storedAt }) => (storedAt < least ? storedAt : least), first.storedAt)
    const found = await run(
      `SELECT DISTINCT event_id FROM ${table}
WHERE settled_at >= TIMESTAMP_SUB(@since, INTERVAL 1 HOUR) AND destination = @destination AND outcome != 'deferred'
  AND replay_id = @run AND event_id IN UNNEST(@ids)`,
      {
        since: ['TIMESTAMP', since],
        destination: ['STRING', destination],
        run: ['STRING', first.replayId],
        ids: [['STRING'], rows.map(({ id }) => id)],
      },
    )
    return new Set(found.map(([id]) => String(id)))
  }
}
