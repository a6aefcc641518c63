/** Syncs: the GoogleSQL by which a model takes what was last said of someone. */

/** A column each: the value of the latest event that has one. Two events of the same moment are told apart by `id`, so that a run that
 * finds nothing new finds nothing changed. */
export function latest(columns: readonly string[], id = 'event_id'): string {
  return columns
    .map(
      (name) =>
        `ARRAY_AGG(${name} IGNORE NULLS ORDER BY event_time DESC, ${id} LIMIT 1)[SAFE_OFFSET(0)] AS ${name}`,
    )
    .join(',\n    ')
}

/** Orders, once each however often their event came: user_id, transaction_id, event_time, value, currency. */
export function paidOrders(purchase: string): string {
  return `SELECT user_id, transaction_id,
    MAX(event_time) AS event_time, MAX(value) AS value, MAX(currency) AS currency
  FROM ${purchase}
  WHERE user_id IS NOT NULL AND transaction_id IS NOT NULL
  GROUP BY user_id, transaction_id`
}
