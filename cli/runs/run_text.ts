/** Command line: a run as lines of text. */
import { countsInOrder } from '../../schemas/run_counts.ts'
import { progressText } from '../../schemas/run_progress.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'

/** `selected 10, sent 8` */
export function countsText(counts: Readonly<Record<string, unknown>>): string {
  return (
    countsInOrder(counts)
      .map(([name, count]) => `${name} ${String(count)}`)
      .join(', ') || 'nothing yet'
  )
}

/** `running: sent 8`, or `running: 3 of 11 tables, 41,000 rows read` */
export function openText(run: RunSummary): string {
  const progress = progressText(run)
  const counted = Object.keys(run.counts).length > 0 || progress === '' ? [countsText(run.counts)] : []
  return `${run.state}: ${[...counted, ...(progress === '' ? [] : [progress])].join('; ')}`
}

/** `replay to meta (dry run)` */
export function titleOf({ kind, name, destination, dry_run: isDry }: RunSummary): string {
  return [
    kind,
    ...(name === null ? [] : [name]),
    ...(destination === null ? [] : ['to', destination]),
    ...(isDry ? ['(dry run)'] : []),
  ].join(' ')
}

/** A run that has ended: its state, its counts, one a line, and its result. */
export function endingOf({ state, reason, counts, result, started_at, finished_at }: RunSummary): string[] {
  const seconds = (Date.parse(finished_at ?? new Date().toISOString()) - Date.parse(started_at)) / 1000
  const width = Math.max(0, ...Object.keys(counts).map(({ length }) => length))
  return [
    `${state} after ${seconds.toFixed(1)} s${reason === null ? '' : `: ${reason}`}`,
    ...countsInOrder(counts).map(([name, count]) => `  ${name.padEnd(width)}  ${count}`),
    ...Object.entries(result ?? {}).flatMap(([name, value]) => resultLines(name, value)),
  ]
}

function resultLines(name: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return []
    return [`${name}:`, ...value.map((each) => `  ${typeof each === 'string' ? each : JSON.stringify(each)}`)]
  }
  if (typeof value !== 'object' || value === null) return [`${name}: ${String(value)}`]
  const entries = Object.entries(value)
  if (entries.length === 0) return []
  return entries.every(([, each]) => typeof each !== 'object')
    ? [`${name}: ${countsText(value as Record<string, unknown>)}`]
    : [`${name}: ${JSON.stringify(value)}`]
}
