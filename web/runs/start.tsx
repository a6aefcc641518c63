/** Runs: what can be started from here, for those whom the bus would let. */
import { useState } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { Panel } from '../parts/panel.tsx'
import { BackTestForm } from './back_test_form.tsx'
import { EventsForm } from './events_form.tsx'
import { Refused } from './request_error.tsx'
import type { WorkKind } from './run.ts'
import { startRun, runsFailure as listFailure, runnable, runnableFailure, listedRuns } from './state.ts'
import { SyncForm } from './sync_form.tsx'

/** What a form asks for. */
export type Submit = (request: Readonly<Record<string, unknown>>) => void

const works = {
  replay: {
    title: 'Replay',
    hint: 'Sends stored events to a destination again. Everything is decided anew.',
  },
  reprocess: {
    title: 'Reprocess',
    hint: 'Takes messages out of quarantine that can be read now, and sends them the way of every event.',
  },
  sync: {
    title: 'Sync',
    hint: 'Brings a destination up to date with the model of a sync, whatever its schedule says.',
  },
  action: { title: 'Back-test', hint: 'Tells how often an action would have fired. Nothing is sent.' },
} as const satisfies Partial<Record<WorkKind, { title: string; hint: string }>>

type Startable = keyof typeof works

export function Start() {
  const [work, setWork] = useState<Startable>('replay')
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | undefined>(undefined)
  const told = runnable.value
  if (!told) return <Unknown />
  if (!told.canRequest)
    return (
      <Panel title="Start a run">
        <p class="notice">{told.reason}</p>
      </Panel>
    )
  const submit: Submit = (request) => {
    setAsking(true)
    void startRun(work, request)
      .then(setFailure)
      .finally(() => setAsking(false))
  }
  return (
    <Panel title="Start a run" hint={works[work].hint}>
      <fieldset class="ranges">
        <legend class="hidden">What to start</legend>
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
        <SyncForm submit={submit} isAsking={isAsking} />
      ) : work === 'action' ? (
        <BackTestForm submit={submit} isAsking={isAsking} />
      ) : (
        <EventsForm key={work} work={work} submit={submit} isAsking={isAsking} />
      )}
      {failure && <Refused failure={failure} />}
    </Panel>
  )
}

/** Before it is known what can be started, and when that could not be read. */
function Unknown() {
  // What keeps somebody from reading the runs mostly keeps them from asking for one, too: said once is enough.
  if (listFailure.value) return null
  if (!runnableFailure.value || !listedRuns.value) return <div class="panel loading" aria-hidden="true" />
  return (
    <Panel title="Start a run">
      <Refused failure={runnableFailure.value} />
    </Panel>
  )
}
