/** Runs: shows one run of the list, with its details if it is open. */
import { useEffect, useId, useRef } from 'preact/hooks'
import { progressText } from '../../schemas/run_progress.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { time } from '../parts/format.ts'
import { runCountsText, tookText, runTitleOf } from './run.ts'
import { RunDetail } from './run_detail.tsx'
import { open, opened } from './state.ts'

export function RunItem({ run }: { run: RunSummary }) {
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  const isOpened = opened.value === run.run_id
  useEffect(() => {
    if (isOpened) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpened])
  const summary = [runCountsText(run), progressText(run), tookText(run, Date.now())]
    .filter(Boolean)
    .join(' · ')
  return (
    <li class="run" ref={item}>
      <div class="run-line">
        <h3>
          <button
            type="button"
            class="run-title"
            aria-expanded={isOpened}
            aria-controls={isOpened ? id : undefined}
            onClick={() => open(isOpened ? undefined : run.run_id)}
          >
            {runTitleOf(run)}
            <span class="hidden">, requested at {time(run.requested_at)}</span>
          </button>
        </h3>
        <State run={run} />
        <time dateTime={run.requested_at}>{time(run.requested_at)}</time>
      </div>
      <p class="muted">{summary === '' ? '\u00a0' : summary}</p>
      {run.reason !== null && <p class={isBad(run) ? 'fault' : 'muted'}>{run.reason}</p>}
      {isOpened && (
        <div id={id} class="run-detail">
          <RunDetail run={run} />
        </div>
      )}
    </li>
  )
}

function isBad({ state }: RunSummary): boolean {
  return state === 'blocked' || state === 'failed'
}

function State({ run }: { run: RunSummary }) {
  const isStopping = run.cancel_requested && run.finished_at === null
  return (
    <span class="badges">
      {run.dry_run && <span class="badge">dry run</span>}{' '}
      <span class={`badge state-${run.state}`}>{isStopping ? 'stopping' : run.state}</span>
    </span>
  )
}
