/** Syncs: generates GoogleSQL that models share. */

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
export const choices = ['consent', 'limited_data_use', 'tcf_string', 'gpp_string', 'gpc']

/** Select list with the latest choices of a person. An opt-out of one browser by GPC stays, whatever another browser sends. */
export const latestChoices = `${latest(choices.slice(0, -1))},
    LOGICAL_OR(gpc) AS gpc`

/** Each order once, even if its event was sent several times: user_id, transaction_id, event_time, value, currency. */
export function paidOrders(purchase: string): string {
  return `SELECT user_id, transaction_id,
    MAX(event_time) AS event_time, MAX(value) AS value, MAX(currency) AS currency
  FROM ${purchase}
  WHERE user_id IS NOT NULL AND transaction_id IS NOT NULL
  GROUP BY user_id, transaction_id`
}
