/** Reconciliation: reads the broken promises from view `reconciliation` and describes them. Pure. */
import { reconciliation } from '../../schemas/views/reconciliation.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { WarehouseRow } from '../google/warehouse.ts'

/** A promise that was not kept. */
interface BrokenPromise {
  /** Column of the view, such as `unexplained`. */
  promise: string
  /** Id of the destination; null for a promise about messages. */
  destination: string | null
  /** Day, UTC, on which the bus accepted the events: `2026-03-14`. */
  day: string
  /** Number of pairs or messages that break it. */
  count: number
}

/** Columns of the promises. The table names do not affect them. */
const promises: readonly string[] = reconciliation((name) => name, { events: 0, deliveries: 0 })
  .columns.filter(({ type }) => type === 'INT64')
  .map(({ name }) => name)

/** Reads the days and destinations on which a promise is broken; `@days` is the number of days before today. */
export function brokenPromisesQuery(locate: Locate): string {
  return `SELECT FORMAT_DATE('%F', checked.day) AS checked_day, checked.destination, ${promises.map((name) => `checked.${name}`).join(', ')}
FROM ${locate('reconciliation')} AS checked
WHERE checked.day >= DATE_SUB(CURRENT_DATE(), INTERVAL @days DAY)
  AND GREATEST(${promises.map((name) => `checked.${name}`).join(', ')}) > 0
ORDER BY checked_day, checked.destination`
}

/** Counts the orders and refunds of the same days that were sent under several event ids. That breaks no promise. */
export function duplicateOrdersQuery(locate: Locate): string {
  return `SELECT COUNT(*) AS duplicate_orders
FROM ${locate('duplicate_orders')} AS duplicated
WHERE duplicated.last_received_at >= TIMESTAMP(DATE_SUB(CURRENT_DATE(), INTERVAL @days DAY))`
}

/** Returns each count of the rows that is not zero. */
export function brokenPromisesOf(rows: readonly WarehouseRow[]): readonly BrokenPromise[] {
  return rows.flatMap((row) => {
    const { checked_day: day, destination } = row as { checked_day: string; destination: string | null }
    return promises
      .map((promise) => ({ promise, destination, day, count: Number(row[promise]) }))
      .filter(({ count }) => count > 0)
  })
}

/** Entries in one text; all of them are in the result of the run. */
const maxEntries = 20

/** Returns `unexplained of crm on 2026-03-14: 3; …`. */
export function describeBroken(broken: readonly BrokenPromise[]): string {
  const entries = broken
    .slice(0, maxEntries)
    .map(
      ({ promise, destination, day, count }) => `${promise} of ${destination ?? 'all'} on ${day}: ${count}`,
    )
  const more = broken.length - entries.length
  return [...entries, ...(more > 0 ? [`and ${more} more in result.broken`] : [])].join('; ')
}
