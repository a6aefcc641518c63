/** Automations: the table of the runs of one sync or action. A sync has runs for each of its destinations. */
import type { RunSummary } from '../../schemas/run_summary.ts'
import { schedulerName } from '../../schemas/run_request.ts'
import { DataTable } from '../parts/data_table.tsx'
import { utcTime } from '../parts/format.ts'
import { link } from '../router.ts'
import { tookText } from '../runs/run.ts'
import { AutomationMark } from './automation_mark.tsx'
import { RunCounts } from './counts.tsx'

export function RunList({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <DataTable
      caption="Latest runs"
      rows={runs}
      columns={[
        {
          title: 'Requested',
          cell: ({ run_id: id, requested_at: at, dry_run: isDry, kind }) => (
            <>
              <a href={link('runs', { run: id })}>{utcTime(at)}</a>
              {isDry && (
                <>
                  {' '}
                  <span class="badge">{kind === 'action' ? 'back-test' : 'dry run'}</span>
                </>
              )}
            </>
          ),
        },
        {
          title: 'State',
          cell: (run) => (
            <>
              <AutomationMark state={run.state} />
              <span class="beneath">{tookText(run, Date.now())}</span>
            </>
          ),
        },
        ...(new Set(runs.map(({ destination }) => destination)).size > 1
          ? [{ title: 'To', cell: ({ destination }: RunSummary) => destination }]
          : []),
        { title: 'Counts', cell: (run) => run.reason ?? <RunCounts run={run} /> },
        {
          title: 'Asked for by',
          cell: ({ requested_by: who }) => askedByText(who),
        },
      ]}
    />
  )
}

/** Who asked for a run: an account, the schedule, or nobody who can be proved. */
export function askedByText(requestedBy: string | null): string {
  if (requestedBy === null) return 'not proved'
  return requestedBy === schedulerName ? 'the schedule' : requestedBy
}
