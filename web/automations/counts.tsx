/** Automations: shows the counts of a run, each with a link to its rows, if there are any. */
import { countsInOrder } from '../../schemas/run_counts.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { count, fromSnakeCase, withCount } from '../parts/format.ts'
import { countLink } from './runs_of.ts'

export function RunCountLink({ run, name, value }: { run: RunSummary; name: string; value: number }) {
  const href = value === 0 ? undefined : countLink(run, name)
  if (href === undefined) return <>{count(value)}</>
  return (
    <a href={href} aria-label={`${count(value)} ${fromSnakeCase(name)}, run ${run.run_id}`}>
      {count(value)}
    </a>
  )
}

/** Counts that are not changes. */
const beside = ['bytes', 'sent', 'model', 'unchanged']

/** `12 added, 41 changed`, without zeros, and of how many rows. */
export function RunCounts({ run }: { run: RunSummary }) {
  const { model } = run.counts
  const shown = countsInOrder(run.counts).filter(([name, value]) => value !== 0 && !beside.includes(name))
  return (
    <>
      {shown.length === 0 && (run.finished_at === null ? 'nothing yet' : 'nothing')}
      {shown.map(([name, value], index) => (
        <span key={name}>
          {index > 0 && ', '}
          <RunCountLink run={run} name={name} value={value} /> {fromSnakeCase(name)}
        </span>
      ))}
      {model !== undefined && <span class="beneath">the query has {withCount(model, 'row')}</span>}
    </>
  )
}
