/** Automations: reads the rows of the questions about runs, and links their counts to rows. */
import type { RunSummary } from '../../schemas/run_summary.ts'
import { link } from '../router.ts'

/** A row of the questions `last_runs` and `automation_runs`. */
export interface RunRow extends Omit<RunSummary, 'counts' | 'request'> {
  /** JSON text. */
  counts: string
}

/** The run as lists and details show it. */
export function runOf({ counts, ...row }: RunRow): RunSummary {
  return { ...row, counts: JSON.parse(counts) as RunSummary['counts'], request: {} }
}

const minute = 60_000

/** Link to the rows that a count of a run is about. Undefined if the warehouse keeps none: a dry run sends nothing. */
export function countLink(run: RunSummary, name: string): string | undefined {
  const { kind, name: of, run_id: id, dry_run: isDry, requested_at: from, finished_at: to } = run
  if (isDry) return undefined
  if (kind === 'action' && of !== null)
    return link(`automations/${of}`, {
      outcome: ['fired', 'would_fire', 'restricted'].includes(name) ? name : 'withheld',
      run: id,
      since: new Date(Date.parse(from) - minute).toISOString(),
      until: new Date((to === null ? Date.now() : Date.parse(to)) + minute).toISOString(),
    })
  if (kind !== 'sync' && kind !== 'replay') return undefined
  if (['added', 'changed', 'removed', 'sent'].includes(name)) return link('runs', { run: id, rows: 'all' })
  if (kind === 'sync' && name === 'pending') return link(`automations/${of ?? ''}`)
  if (kind === 'sync' && ['delivered', 'refused', 'skipped', 'restricted', 'dead'].includes(name))
    return link('runs', { run: id, rows: name })
  return undefined
}
