/** Runs: starts runs, if the account may publish run requests. */
import { useState } from 'preact/hooks'
import type { WorkKind } from '../../schemas/run_summary.ts'
import type { Failure } from '../api.ts'
import { Panel } from '../parts/panel.tsx'
import { BackTestForm } from './back_test_form.tsx'
import { EventsForm } from './events_form.tsx'
import { Refused } from './request_error.tsx'
import { startRun, runsFailure as listFailure, runnable, runnableFailure, listedRuns } from './state.ts'
import { SyncForm } from './sync_form.tsx'
import type { Submit } from './submit.ts'

const works = {
  replay: {
    title: 'Replay',
    hint: 'Sends stored events to a destination again. Rules, consent and suppressions are evaluated again.',
  },
  reprocess: {
    title: 'Reprocess',
    hint: 'Republishes quarantined messages that are now valid.',
  },
  sync: {
    title: 'Sync',
    hint: 'Sends the changes of a model to its destination now, independent of the schedule.',
  },
  action: { title: 'Back-test', hint: 'Counts how often an action would have fired. Nothing is sent.' },
} as const satisfies Partial<Record<WorkKind, { title: string; hint: string }>>

type Startable = keyof typeof works

export function Start() {
  const [work, setWork] = useState<Startable>('replay')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | undefined>(undefined)
  const options = runnable.value
  if (!options) return <Unknown />
  if (!options.canRequest)
    return (
      <Panel title="Start a run">
        <p class="notice">{options.reason}</p>
      </Panel>
    )
  const submit: Submit = (request) => {
    setSending(true)
    void startRun(work, request)
      .then(setFailure)
      .finally(() => setSending(false))
  }
  return (
    <Panel title="Start a run" hint={works[work].hint}>
      <fieldset class="ranges">
        <legend class="hidden">Kind of run</legend>
        {Object.entries(works).map(([name, { title }]) => (
          <label key={name}>
            <input
              type="radio"
              name="work"
              value={name}
              checked={work === name}
              onChange={() => {
                setWork(name as Startable)
                setFailure(undefined)
              }}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {work === 'sync' ? (
        <SyncForm submit={submit} isSending={isSending} />
      ) : work === 'action' ? (
        <BackTestForm submit={submit} isSending={isSending} />
      ) : (
        <EventsForm key={work} work={work} submit={submit} isSending={isSending} />
      )}
      {failure && <Refused failure={failure} />}
    </Panel>
  )
}

/** Shown until the options are read, or if they could not be read. */
function Unknown() {
  // The list shows its own error, which mostly has the same cause.
  if (listFailure.value) return null
  if (!runnableFailure.value || !listedRuns.value) return <div class="panel loading" aria-hidden="true" />
  return (
    <Panel title="Start a run">
      <Refused failure={runnableFailure.value} />
    </Panel>
  )
}
