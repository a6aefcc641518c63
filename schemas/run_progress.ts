/** Runs: writes what an open run tells beside its counts. Pure. */
import type { RunSummary } from './run_summary.ts'

/** `3 of 11 tables, 41,000 rows read` of an erasure, `restricted: no_permit 400` of a replay; empty if it tells nothing. */
export function progressText({
  progress,
  finished_at,
}: Pick<RunSummary, 'progress' | 'finished_at'>): string {
  if (!progress || finished_at !== null) return ''
  const { tables_searched: searched, tables, rows_read: rows, ...rest } = progress
  const looked =
    searched === undefined || tables === undefined
      ? []
      : [`${searched} of ${tables} tables, ${(rows ?? 0).toLocaleString('en-US')} rows read`]
  return [...looked, ...Object.entries(rest).map(([name, count]) => `${name} ${count}`)].join(', ')
}
