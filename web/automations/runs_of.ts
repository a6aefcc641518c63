/** Automations: reads the rows of the questions about runs and firings. Pure. */
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

/** A row of the question `firing_counts`. */
export interface FiringCount {
  action: string
  state: string
  outcome: string
  reason: string
  effect: string | null
  recent: number
  total: number
}

/** How often an action matched, in the words of the page. */
export interface FiringFigure {
  /** `fired`, `would fire`, `delivered`, … */
  word: string
  matches: number
  filters: { outcome?: string; effect?: string }
}

const outcomes = ['fired', 'would_fire', 'restricted', 'withheld'] as const

/** Adds up the rows of an action: what became of the matches, and of what was sent. */
export function firingFigures(
  rows: readonly FiringCount[],
  period: 'recent' | 'total',
): readonly FiringFigure[] {
  const sum = (which: (row: FiringCount) => boolean): number =>
    rows.filter(which).reduce((total, row) => total + row[period], 0)
  const effects = [...new Set(rows.flatMap(({ effect }) => (effect === null ? [] : [effect])))].toSorted()
  return [
    ...outcomes.map((outcome) => ({
      word: outcome.replace('_', ' '),
      matches: sum((row) => row.outcome === outcome),
      filters: { outcome },
    })),
    ...effects.map((effect) => ({
      word: effect === 'restricted' ? 'restricted before it was sent' : effect,
      matches: sum((row) => row.effect === effect),
      filters: { effect },
    })),
  ].filter(({ matches }) => matches > 0)
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
