/** Storage layer: how far back the views look, as GoogleSQL that reads no older partition.
 * https://cloud.google.com/bigquery/docs/querying-partitioned-tables */

/** For how many days the rows of a table are kept; 0 for ever. */
export interface Kept {
  events: number
  deliveries: number
}

/** How many days the views of the platform show. */
export const shownDays = 30

/** The earliest time of the last days, at the beginning of its hour or day. Constant, so that BigQuery can prune by it. */
export function daysAgo(days: number, from: 'HOUR' | 'DAY' = 'HOUR'): string {
  return `TIMESTAMP_SUB(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), ${from}), INTERVAL ${days} DAY)`
}

/** So many days, but none of which rows have expired: partitions expire by the beginning of their day. */
export function whileKept(days: number, ...kept: readonly number[]): number {
  return Math.min(days, ...kept.filter((each) => each > 0).map((each) => each - 1))
}
