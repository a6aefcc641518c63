/** Automations: the table of the configured syncs, those with a problem first. */
import type { ShownSync } from '../../schemas/shown_automation.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { DataTable } from '../parts/data_table.tsx'
import { utcTime } from '../parts/format.ts'
import { link } from '../router.ts'
import { tookText } from '../runs/run.ts'
import { dryRunOf, letThrough, type AskedRun } from './asked_run.tsx'
import { AutomationMark, type MarkedState } from './automation_mark.tsx'
import { RunCounts } from './counts.tsx'
import { guardOf } from './guards.ts'
import { NameCell } from './name_cell.tsx'
import { NextRun } from './next_run.tsx'
import { runOf, type RunRow } from './runs_of.ts'

interface SyncTableProps {
  syncs: readonly ShownSync[]
  /** The latest run of each. */
  rows: readonly RunRow[]
  openedAt: number
  /** Undefined if the account may not request runs. */
  start: ((asked: AskedRun) => void) | undefined
}

interface Line {
  sync: ShownSync
  last: RunSummary | undefined
}

export function SyncTable({ syncs, rows, openedAt, start }: SyncTableProps) {
  const lines = syncs
    .map((sync): Line => {
      const row = rows.find(({ kind, name }) => kind === 'sync' && name === sync.name)
      return { sync, last: row && runOf(row) }
    })
    .toSorted((one, other) => Number(isBad(other)) - Number(isBad(one)))
  return (
    <DataTable
      caption="Configured syncs"
      rows={lines}
      columns={[
        { title: 'Sync', cell: ({ sync }) => <NameCell automation={sync} about={sync.rows?.mode} /> },
        { title: 'State', cell: ({ sync, last }) => <State sync={sync} last={last} /> },
        { title: 'Last run', cell: ({ last }) => <LastRun last={last} /> },
        { title: 'Next run', cell: ({ sync }) => <NextRun automation={sync} now={openedAt} /> },
        ...(start ? [{ title: 'Try', cell: (line: Line) => <Try {...line} start={start} /> }] : []),
      ]}
    />
  )
}

function isBad({ last, sync }: Line): boolean {
  return !sync.isDefined || last?.state === 'blocked' || last?.state === 'failed'
}

/** A sync that the settings pause, one without a definition, or the state of the last run. */
export function stateOfSync(sync: ShownSync, last: RunSummary | undefined): MarkedState {
  if (!sync.isDefined) return 'undefined'
  if (last?.state === 'blocked' || last?.state === 'failed') return last.state
  if (sync.configured?.state === 'paused') return 'paused'
  return last?.state ?? 'never'
}

function State({ sync, last }: Line) {
  return (
    <>
      <AutomationMark state={stateOfSync(sync, last)} />
      {last && (
        <span class="beneath">
          <a href={link('runs', { run: last.run_id })}>{utcTime(last.requested_at)}</a>{' '}
          {tookText(last, Date.now())}
        </span>
      )}
    </>
  )
}

function LastRun({ last }: Pick<Line, 'last'>) {
  if (!last) return <span class="muted">none</span>
  const guard = guardOf(last)
  if (guard)
    return (
      <>
        {guard.message}
        <span class="beneath">Nothing was sent.</span>
      </>
    )
  return last.state === 'failed' ? <>{last.reason}</> : <RunCounts run={last} />
}

function Try({ sync, last, start }: Line & { start: (asked: AskedRun) => void }) {
  if (!sync.isDefined) return null
  const once = last && guardOf(last)?.once
  return once ? (
    <button type="button" onClick={() => start(letThrough(sync, once))}>
      Look, let through …<span class="hidden"> {sync.name}</span>
    </button>
  ) : (
    <button type="button" onClick={() => start(dryRunOf(sync))}>
      Dry run<span class="hidden"> of {sync.name}</span>
    </button>
  )
}
