/** Automations: the table of the configured syncs, a line for each destination, those with a problem first. */
import type { ShownSync } from '../../schemas/shown_automation.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { DataTable } from '../parts/data_table.tsx'
import { utcTime } from '../parts/format.ts'
import { link } from '../router.ts'
import { tookText } from '../runs/run.ts'
import { dryRunOf, letThrough, syncText, type AskedRun } from './asked_run.tsx'
import { AutomationMark, type MarkedState } from './automation_mark.tsx'
import { RunCounts } from './counts.tsx'
import { guardOf } from './guards.ts'
import { NameCell } from './name_cell.tsx'
import { NextRun } from './next_run.tsx'
import { runOf, type RunRow } from './runs_of.ts'

interface SyncTableProps {
  syncs: readonly ShownSync[]
  /** The latest run of each sync for each destination. */
  rows: readonly RunRow[]
  openedAt: number
  /** Undefined if the account may not request runs. */
  start: ((asked: AskedRun) => void) | undefined
}

interface Line {
  sync: ShownSync
  destination: string
  last: RunSummary | undefined
}

export function SyncTable({ syncs, rows, openedAt, start }: SyncTableProps) {
  const lines = syncs
    .flatMap((sync) =>
      (sync.configured?.destinations ?? []).map((destination): Line => {
        const row = rows.find(
          (each) => each.kind === 'sync' && each.name === sync.name && each.destination === destination,
        )
        return { sync, destination, last: row && runOf(row) }
      }),
    )
    .toSorted((one, other) => Number(isBad(other)) - Number(isBad(one)))
  return (
    <DataTable
      caption="Configured syncs"
      rows={lines}
      columns={[
        {
          title: 'Sync',
          cell: ({ sync, destination }) => (
            <NameCell automation={sync} about={sync.rows?.mode} destination={destination} />
          ),
        },
        { title: 'State', cell: (line) => <State {...line} /> },
        { title: 'Last run', cell: ({ last }) => <LastRun last={last} /> },
        { title: 'Next run', cell: ({ sync }) => <NextRun automation={sync} now={openedAt} /> },
        ...(start ? [{ title: 'Try', cell: (line: Line) => <Try {...line} start={start} /> }] : []),
      ]}
    />
  )
}

function isBad({ last, sync }: Pick<Line, 'last' | 'sync'>): boolean {
  return !sync.isDefined || last?.state === 'blocked' || last?.state === 'failed'
}

/** A sync that the settings pause, one without a definition, or the state of the last run. */
export function stateOfSync(sync: ShownSync, last: RunSummary | undefined): MarkedState {
  if (!sync.isDefined) return 'undefined'
  if (last?.state === 'blocked' || last?.state === 'failed') return last.state
  if (sync.configured?.state === 'paused') return 'paused'
  return last?.state ?? 'never'
}

function State({ sync, last }: Pick<Line, 'last' | 'sync'>) {
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

function Try({ sync, destination, last, start }: Line & { start: (asked: AskedRun) => void }) {
  if (!sync.isDefined) return null
  const once = last && guardOf(last)?.once
  return once ? (
    <button type="button" onClick={() => start(letThrough(sync, destination, once))}>
      Look, let through …<span class="hidden"> {syncText(sync, destination)}</span>
    </button>
  ) : (
    <button type="button" onClick={() => start(dryRunOf(sync, destination))}>
      Dry run<span class="hidden"> of {syncText(sync, destination)}</span>
    </button>
  )
}
