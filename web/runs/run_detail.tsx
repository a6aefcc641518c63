/** Runs: all that a run tells: what was asked for, its counts, what it found, and what can be done next: stop it, or do what a dry run
 * has told. */
import { useState } from 'preact/hooks'
import { countsInOrder } from '../../schemas/run_counts.ts'
import type { Failure } from '../api.ts'
import { count, fromSnakeCase } from '../parts/format.ts'
import { Facts, RunResult, resultText } from './run_result.tsx'
import { Refused } from './request_error.tsx'
import { laterRunOf, dryRunText, isOpen, meanings, requestWithoutDryRun, type RunSummary } from './run.ts'
import { startRun, cancel, openFailure, runnable, listedRuns, withResult } from './state.ts'

export function RunDetail({ run: listed }: { run: RunSummary }) {
  const run = withResult(listed)
  const { request, counts, result, state, dry_run: isDry } = run
  const forecast = isDry && state === 'finished' ? dryRunText(run) : undefined
  const isUnread = run.result === undefined && !isOpen(run)
  return (
    <>
      <p role="status">{forecast ?? meanings[state] ?? ''}</p>
      <Next run={run} />
      <section>
        <h4>Asked for</h4>
        <Facts
          facts={[
            ['run', run.run_id],
            ...Object.entries(request)
              .filter(([name]) => name !== 'dry_run')
              .map(([name, value]) => [fromSnakeCase(name), resultText(value)] as const),
          ]}
        />
      </section>
      {Object.keys(counts).length > 0 && (
        <section>
          <h4>Counted</h4>
          <Facts
            facts={countsInOrder(run.counts).map(([name, value]) => [
              name === 'bytes' ? 'bytes read' : fromSnakeCase(name),
              count(value),
            ])}
          />
        </section>
      )}
      {result && <RunResult result={result} counts={counts} />}
      {isUnread &&
        (openFailure.value && 'message' in openFailure.value ? (
          <p class="fault" role="alert">
            {openFailure.value.message}
          </p>
        ) : (
          <p class="muted">Reading what it found …</p>
        ))}
    </>
  )
}

/** What the buttons that do in earnest what a dry run has told are called. */
const doIt: Readonly<Partial<Record<RunSummary['kind'], string>>> = {
  replay: 'Send them',
  sync: 'Send them',
  reprocess: 'Reprocess them',
}

function Next({ run }: { run: RunSummary }) {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | undefined>(undefined)
  if (!runnable.value?.canRequest) return null
  const act = (asking: Promise<Failure | undefined>): void => {
    setAsking(true)
    void asking.then(setFailure).finally(() => setAsking(false))
  }
  const request = requestWithoutDryRun(run)
  const follower = request && laterRunOf(run, listedRuns.value ?? [])
  const canStop = isOpen(run) && run.state !== 'asked' && !run.cancel_requested
  return (
    <>
      <div class="below">
        {request && !follower && (
          <button
            type="button"
            class="primary"
            disabled={isAsking}
            onClick={() => act(startRun(run.kind, request))}
          >
            {doIt[run.kind]}
          </button>
        )}
        {follower && <span class="muted">{`Run ${follower.run_id} has been asked to do this.`}</span>}
        {canStop && (
          <button type="button" disabled={isAsking} onClick={() => act(cancel(run.run_id))}>
            Cancel this run
          </button>
        )}
        {canStop && <span class="muted">What it has sent stays sent.</span>}
      </div>
      {failure && <Refused failure={failure} />}
    </>
  )
}
