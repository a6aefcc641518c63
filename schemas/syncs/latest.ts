/** Syncs: generates GoogleSQL that models share. */
import { uniqueKey } from '../views/unique_key.ts'

/** Select list with the latest non-null value of each column. `id` breaks ties of events with the same time, so that the result is
 * deterministic. */
export function latest(columns: readonly string[], id = 'event_id'): string {
  return columns
    .map(
      (name) =>
        `ARRAY_AGG(${name} IGNORE NULLS ORDER BY event_time DESC, ${id} LIMIT 1)[SAFE_OFFSET(0)] AS ${name}`,
    )
    .join(',\n    ')
}

/** The columns that the decision layer needs. */
export const choiceColumns = ['consent', 'limited_data_use', 'tcf_string', 'gpp_string', 'gpc']

/** Select list with the latest choices of a person. An opt-out of one browser by GPC stays, whatever another browser sends. */
export const choiceSelectList = `${latest(choiceColumns.slice(0, -1))},
    LOGICAL_OR(gpc) AS gpc`

/** Each order once, even if it was sent under several event ids: user_id, order_id, event_time, value, currency. Of such events, the one
 * that was received first counts. */
export function paidOrders(purchase: string): string {
  const id = `IFNULL(${uniqueKey(['purchase'], (field) => field)}, event_id)`
  return `SELECT user_id, ${id} AS order_id, event_time, value, currency
  FROM ${purchase}
  WHERE user_id IS NOT NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY user_id, ${id} ORDER BY received_at, event_id) = 1`
}
