/** Runs: the page: what works over the warehouse, what came of it, and what can be started. */
import { useEffect } from 'preact/hooks'
import { FailureMessage } from '../parts/failure.tsx'
import { Select } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { kinds, type WorkKind } from './run.ts'
import { RunItem } from './run_item.tsx'
import { Start } from './start.tsx'
import { failure, isLoading, kind, opened, openFailure, refresh, runs, watch } from './state.ts'

export function Runs() {
  useEffect(watch, [])
  return (
    <div class="runs" aria-busy={isLoading.value}>
      <header class="intro">
        <h1>Runs</h1>
        <p class="muted">
          Whatever works over the warehouse: replays, reprocessing, syncs, scheduled actions, erasures,
          checks.
        </p>
      </header>
      {failure.value && (
        <FailureMessage failure={failure.value} what="the runs" again={() => void refresh()} />
      )}
      <Start />
      {runs.value ? <List /> : !failure.value && <p role="status">Loading</p>}
    </div>
  )
}

const choices = [['', 'All kinds'], ...Object.entries(kinds)] as const

function List() {
  const shown = runs.value ?? []
  const isShown = shown.some(({ run_id: id }) => id === opened.value)
  return (
    <Panel title="Latest runs" hint="The latest 200, the newest first.">
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
        <button type="button" onClick={() => void refresh()}>
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
