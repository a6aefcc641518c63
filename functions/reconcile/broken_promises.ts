/** Reconciliation: counts the broken promises as view `reconciliation` does, describes them, and keeps their numbers. Pure. */
import { promiseNames } from '../../schemas/views/promises.ts'
import { reconciliationSince } from '../../schemas/views/reconciliation.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
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

/** Counts for each day and destination; `@days` is the number of days before today. Unlike the view, reads only rows since `@since`: the start of
 * the day before the first of these days, which tells which destinations existed then, or of the oldest day that is kept. */
export function promisesQuery(locate: Locate): string {
  return `SELECT FORMAT_DATE('%F', checked.day) AS checked_day, checked.destination, ${promiseNames.map((name) => `checked.${name}`).join(', ')}
FROM (
${reconciliationSince(locate, '@since')}
) AS checked
WHERE checked.day >= DATE_SUB(CURRENT_DATE(), INTERVAL @days DAY)
ORDER BY checked_day, checked.destination`
}

/** Replaces the rows of the checked days in table `hourly_counts`, from which the Overview of an environment with many events reads them. `@counts`
 * has an element such as `{"day":"2026-03-14","destination":"crm","promise":"unexplained","count":3}` for each broken promise, and one without a
 * promise for each day and destination. */
export function keepPromisesStatement(locate: Locate): string {
  return `MERGE ${locate(tables.hourly_counts.name)} AS counted
USING (
  SELECT TIMESTAMP(JSON_VALUE(checked, '$.day')) AS hour, JSON_VALUE(checked, '$.destination') AS destination,
    JSON_VALUE(checked, '$.promise') AS reason, CAST(JSON_VALUE(checked, '$.count') AS INT64) AS pairs
  FROM UNNEST(@counts) AS checked
) AS fresh
ON FALSE
WHEN NOT MATCHED BY TARGET THEN
  INSERT (hour, subject, destination, reason, pairs, computed_at)
  VALUES (fresh.hour, 'promises', fresh.destination, fresh.reason, fresh.pairs, CURRENT_TIMESTAMP())
WHEN NOT MATCHED BY SOURCE AND counted.hour >= @from AND counted.subject = 'promises' THEN DELETE`
}

/** Counts the orders and refunds of the same days that were sent under several event ids. That breaks no promise. */
export function duplicateOrdersQuery(locate: Locate): string {
  return `SELECT COUNT(*) AS duplicate_orders
FROM ${locate('duplicate_orders')} AS duplicated
WHERE duplicated.last_received_at >= TIMESTAMP(DATE_SUB(CURRENT_DATE(), INTERVAL @days DAY))`
}

/** Returns each count of the rows that is not zero. */
export function brokenPromisesOf(rows: readonly WarehouseRow[]): readonly BrokenPromise[] {
  return rows.flatMap((row) =>
    promiseNames
      .map((promise) => ({ promise, ...placeOf(row), count: Number(row[promise]) }))
      .filter(({ count }) => count > 0),
  )
}

/** Returns the elements of `@counts`. */
export function keptPromises(rows: readonly WarehouseRow[]): readonly string[] {
  return [...rows.map((row) => ({ ...placeOf(row), count: 0 })), ...brokenPromisesOf(rows)].map((row) =>
    JSON.stringify(row),
  )
}

function placeOf(row: WarehouseRow): Pick<BrokenPromise, 'day' | 'destination'> {
  const { checked_day: day, destination } = row as { checked_day: string; destination: string | null }
  return { day, destination }
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
