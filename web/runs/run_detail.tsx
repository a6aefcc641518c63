/** Runs: shows the details of a run: request, counts and result, with buttons to cancel it or to start the run after a dry run. */
import { useState } from 'preact/hooks'
import { countsInOrder } from '../../schemas/run_counts.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import type { Failure } from '../api.ts'
import { RunCountLink } from '../automations/counts.tsx'
import { fromSnakeCase } from '../parts/format.ts'
import { link, pageAddress } from '../router.ts'
import { Facts, RunResult, resultText } from './run_result.tsx'
import { RunRows } from './run_rows.tsx'
import { WhoAsked } from './who_asked.tsx'
import { Refused } from './request_error.tsx'
import { laterRunOf, dryRunText, isOpen, meanings, requestWithoutDryRun } from './run.ts'
import { startRun, cancel, openFailure, runnable, listedRuns, withResult } from './state.ts'

export function RunDetail({ run: listed }: { run: RunSummary }) {
  const run = withResult(listed)
  const { request, counts, result, state, dry_run: isDry } = run
  const summary = isDry && state === 'finished' ? dryRunText(run) : undefined
  const { query } = pageAddress.value
  const which = query.get('run') === run.run_id ? query.get('rows') : null
  const isUnread = run.result === undefined && !isOpen(run)
  return (
    <>
      <p role="status">{summary ?? meanings[state] ?? ''}</p>
      <Next run={run} />
      <section>
        <h4>Request</h4>
        <Facts
          facts={[
            ['run', run.run_id],
            ['requested by', run.requested_by ?? 'not proved'],
            ...Object.entries(request)
              .filter(([name]) => name !== 'dry_run')
              .map(([name, value]) => [fromSnakeCase(name), <Asked name={name} value={value} />] as const),
          ]}
        />
      </section>
      {state !== 'requested' && <WhoAsked run={run} />}
      {Object.keys(counts).length > 0 && (
        <section>
          <h4>Counts</h4>
          <Facts
            facts={countsInOrder(run.counts).map(([name, value]) => [
              name === 'bytes' ? 'bytes read' : fromSnakeCase(name),
              <RunCountLink run={run} name={name} value={value} />,
            ])}
          />
        </section>
      )}
      {which !== null && <RunRows run={run} which={which} />}
      {result && <RunResult result={result} counts={counts} />}
      {isUnread &&
        (openFailure.value && 'message' in openFailure.value ? (
          <p class="fault" role="alert">
            {openFailure.value.message}
          </p>
        ) : (
          <p class="muted">Loading the result …</p>
        ))}
    </>
  )
}

/** Members of a request that name something with a page → that page. */
const pagesOf: Readonly<Record<string, string>> = {
  sync: 'automations',
  action: 'automations',
  destination: 'destinations',
}

function Asked({ name, value }: { name: string; value: unknown }) {
  const page = pagesOf[name]
  const text = resultText(value)
  return page === undefined ? <>{text}</> : <a href={link(`${page}/${encodeURIComponent(text)}`)}>{text}</a>
}

/** Labels of the button that starts the run after a dry run. */
const startTitles: Readonly<Partial<Record<RunSummary['kind'], string>>> = {
  replay: 'Start replay',
  sync: 'Start sync',
  reprocess: 'Start reprocessing',
}

function Next({ run }: { run: RunSummary }) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | undefined>(undefined)
  if (!runnable.value?.canRequest) return null
  const act = (result: Promise<Failure | undefined>): void => {
    setSending(true)
    void result.then(setFailure).finally(() => setSending(false))
  }
  const request = requestWithoutDryRun(run)
  const follower = request && laterRunOf(run, listedRuns.value ?? [])
  const canCancel = isOpen(run) && run.state !== 'requested' && !run.cancel_requested
  return (
    <>
      <div class="below">
        {request && !follower && (
          <button
            type="button"
            class="primary"
            disabled={isSending}
            onClick={() => act(startRun(run.kind, request))}
          >
            {startTitles[run.kind]}
          </button>
        )}
        {follower && <span class="muted">{`Started as run ${follower.run_id}.`}</span>}
        {canCancel && (
          <button type="button" disabled={isSending} onClick={() => act(cancel(run.run_id))}>
            Cancel run
          </button>
        )}
        {canCancel && <span class="muted">Events already sent are not recalled.</span>}
      </div>
      {failure && <Refused failure={failure} />}
    </>
  )
}
