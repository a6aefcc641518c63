/** Runs: renders the page. */
import { useEffect } from 'preact/hooks'
import type { WorkKind } from '../../schemas/run_summary.ts'
import { AutomationTabs } from '../automations/automation_tabs.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { Select } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { kinds } from './run.ts'
import { RunItem } from './run_item.tsx'
import { Start } from './start.tsx'
import {
  runsFailure,
  areRunsLoading,
  kind,
  opened,
  openFailure,
  refreshRuns,
  listedRuns,
  watchRuns,
} from './state.ts'

export function Runs() {
  useEffect(watchRuns, [])
  return (
    <div class="runs" aria-busy={areRunsLoading.value}>
      <header class="intro">
        <h1>Runs</h1>
        <p class="muted">
          Background jobs over the warehouse: replays, reprocessing, syncs, scheduled actions, erasures and
          checks.
        </p>
      </header>
      <AutomationTabs current="runs" />
      {runsFailure.value && (
        <FailureMessage failure={runsFailure.value} what="the runs" again={() => void refreshRuns()} />
      )}
      <Start />
      {listedRuns.value ? <List /> : !runsFailure.value && <p role="status">Loading</p>}
      <p class="muted">
        <a href="/console/changes">What was changed, and who asked for it</a>
      </p>
    </div>
  )
}

const choices = [['', 'All kinds'], ...Object.entries(kinds)] as const

function List() {
  const shown = listedRuns.value ?? []
  const isShown = shown.some(({ run_id: id }) => id === opened.value)
  return (
    <Panel title="Latest runs" hint="The latest 200 runs, newest first.">
      <div class="below">
        <Select
          label="Kind of run"
          isLabelHidden
          value={kind.value}
          options={choices}
          onChange={(value) => {
            kind.value = value as WorkKind | ''
          }}
        />
        <button type="button" onClick={() => void refreshRuns()}>
          Refresh
        </button>
      </div>
      {opened.value !== undefined && !isShown && openFailure.value && 'message' in openFailure.value && (
        <p class="fault" role="alert">
          {openFailure.value.message}
        </p>
      )}
      {shown.length === 0 ? (
        <p class="muted">There are no runs.</p>
      ) : (
        <ol class="run-list">
          {shown.map((run) => (
            <RunItem key={run.run_id} run={run} />
          ))}
        </ol>
      )}
    </Panel>
  )
}
