/** Automations: shows the counts of a run, each with a link to its rows, if there are any. */
import { countsInOrder } from '../../schemas/run_counts.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { count, fromSnakeCase } from '../parts/format.ts'
import { link } from '../router.ts'
import { countLink } from './runs_of.ts'

export function CountLink({ run, name, value }: { run: RunSummary; name: string; value: number }) {
  const href = value === 0 ? undefined : countLink(run, name)
  if (href === undefined) return <>{count(value)}</>
  return (
    <a href={href} aria-label={`${count(value)} ${fromSnakeCase(name)}, run ${run.run_id}`}>
      {count(value)}
    </a>
  )
}

/** `12 added, 41 changed`, without zeros. */
export function RunCounts({ run }: { run: RunSummary }) {
  const shown = countsInOrder(run.counts).filter(
    ([name, value]) => value !== 0 && name !== 'bytes' && name !== 'sent',
  )
  if (shown.length === 0)
    return (
      <a href={link('runs', { run: run.run_id })}>nothing {run.kind === 'sync' ? 'changed' : 'matched'}</a>
    )
  return (
    <>
      {shown.map(([name, value], index) => (
        <span key={name} class="counted">
          {index > 0 && ', '}
          <CountLink run={run} name={name} value={value} /> {fromSnakeCase(name)}
        </span>
      ))}
    </>
  )
}
