/** Storage layer: limits the time that views cover, with GoogleSQL that prunes older partitions.
 * https://cloud.google.com/bigquery/docs/querying-partitioned-tables */

/** Retention of tables in days. 0: rows never expire. */
export interface Kept {
  events: number
  deliveries: number
}

/** Number of days that the platform's views cover. */
export const shownDays = 30

/** GoogleSQL for the start of a period of days, truncated to the hour or day. Constant, so that BigQuery can prune partitions. */
export function daysAgo(days: number, from: 'HOUR' | 'DAY' = 'HOUR'): string {
  return `TIMESTAMP_SUB(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), ${from}), INTERVAL ${days} DAY)`
}

/** The smaller of `days` and the days without expired rows. A partition expires by the start of its day. */
export function whileKept(days: number, ...kept: readonly number[]): number {
  return Math.min(days, ...kept.filter((each) => each > 0).map((each) => each - 1))
}
