/** Automations: renders one sync or action: what it does, what it did, and how to try it. */
import { useState } from 'preact/hooks'
import type { RunSummary } from '../../schemas/run_summary.ts'
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { utcTime } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { link } from '../router.ts'
import { runnable } from '../runs/state.ts'
import { ActionHistory } from './action_history.tsx'
import { AskedRunSheet, letThrough, Starter, syncText, type AskedRun } from './asked_run.tsx'
import { AutomationMark, type MarkedState } from './automation_mark.tsx'
import { guardOf } from './guards.ts'
import { NextRun } from './next_run.tsx'
import { SettingToCopy } from './not_configured.tsx'
import { RunList } from './run_list.tsx'
import { runOf, type RunRow } from './runs_of.ts'
import { removeCommands, stateCommands } from './settings_commands.ts'
import { SyncRows } from './sync_rows.tsx'
import { stateOfSync } from './sync_table.tsx'
import { WhatItDoes } from './what_it_does.tsx'

export function AutomationPage({ automation }: { automation: ShownAutomation }) {
  const { kind, name, description, configured, isDefined } = automation
  const [openedAt] = useState(Date.now)
  const [asked, setAsked] = useState<AskedRun>()
  const runs = useQuestion<RunRow>('automation_runs', { kind, name })
  const destinations = configured?.destinations ?? []
  const lines = destinations.map((destination): SyncLine => {
    const last = runs.answer?.rows.map(runOf).find((run) => !run.dry_run && run.destination === destination)
    return { destination, last, state: kind === 'sync' && runs.answer && stateOfSync(automation, last) }
  })
  const state = kind === 'sync' ? lines.length === 1 && lines[0]!.state : configured?.state
  return (
    <>
      <header class="intro">
        <p>
          <a href="/console/automations">Automations</a>
        </p>
        <h1>{name}</h1>
        <p class="muted">
          {state && <AutomationMark state={isDefined ? state : 'undefined'} />} {description}
        </p>
      </header>
      {lines.map((line) => (
        <Blocked key={line.destination} automation={automation} line={line} start={setAsked} />
      ))}
      {configured ? (
        <Panel title={kind === 'sync' ? 'Sync' : 'Action'}>
          <dl class="facts">
            <div>
              <dt>{lines.length === 1 ? 'Destination' : 'Destinations'}</dt>
              <dd>
                {lines.map(({ destination, last, state: own }) => (
                  <div key={destination}>
                    <a href={link(`destinations/${destination}`)}>{destination}</a>{' '}
                    {own && lines.length > 1 && <AutomationMark state={own} />}
                    {last && lines.length > 1 && <span class="beneath">{utcTime(last.requested_at)}</span>}
                  </div>
                ))}
              </dd>
            </div>
            <div>
              <dt>Next run</dt>
              <dd>
                <NextRun automation={automation} now={openedAt} />
              </dd>
            </div>
          </dl>
          {isDefined ? (
            <Starter automation={automation} start={setAsked} />
          ) : (
            <Undefined automation={automation} />
          )}
          {asked && (
            <AskedRunSheet asked={asked} whenEnded={() => runs.again()} close={() => setAsked(undefined)} />
          )}
        </Panel>
      ) : (
        <Panel title="Not configured" hint="It does nothing until the settings name a destination.">
          <SettingToCopy automation={automation} />
        </Panel>
      )}
      {kind === 'action' && <ActionHistory action={automation} openedAt={openedAt} />}
      <Panel
        title="Runs"
        hint={kind === 'action' ? 'Of its schedule, and its back-tests.' : 'The latest 50.'}
      >
        <Answered asked={runs} what="the runs" empty={<p>It has not run yet.</p>}>
          {(rows) => <RunList runs={rows.map(runOf)} />}
        </Answered>
      </Panel>
      {kind === 'sync' && <SyncRows sync={automation} openedAt={openedAt} />}
      {isDefined && <WhatItDoes automation={automation} />}
      {configured && isDefined && <StateSettings automation={automation} />}
    </>
  )
}

/** One destination of an automation. */
interface SyncLine {
  destination: string
  /** Its latest run that was no dry run. */
  last: RunSummary | undefined
  /** Only of a sync whose runs are read. */
  state: MarkedState | false | undefined
}

interface BlockedProps {
  automation: ShownAutomation
  line: SyncLine
  start: (asked: AskedRun) => void
}

/** The guard that blocked the latest run, and the way to let one run through. */
function Blocked({ automation, line: { destination, last }, start }: BlockedProps) {
  const guard = last && guardOf(last)
  if (!guard) return null
  const { once } = guard
  return (
    <section class="panel message bad" aria-label={`Blocked: ${syncText(automation, destination)}`}>
      <p>
        <strong>
          A guard stopped the latest run of {syncText(automation, destination)} before anything was sent:
        </strong>{' '}
        {guard.message}
      </p>
      <p>{guard.advice}</p>
      {once && runnable.value?.canRequest && (
        <div class="actions">
          <button
            type="button"
            class="primary"
            onClick={() => start(letThrough(automation, destination, once))}
          >
            Look, let through once …
          </button>
        </div>
      )}
    </section>
  )
}

function Undefined({ automation }: { automation: ShownAutomation }) {
  return (
    <>
      <p>
        The settings name it, but the deployed program defines no {automation.kind} with this name, so it does
        nothing. Deploy a version that defines it, or remove the setting:
      </p>
      <CodeBlock label="the commands that remove the setting" text={removeCommands(automation)} />
    </>
  )
}

function StateSettings({ automation }: { automation: ShownAutomation }) {
  const { kind, configured } = automation
  const states = kind === 'sync' ? (['live', 'paused'] as const) : (['live', 'shadow', 'paused'] as const)
  const titles = {
    live: kind === 'sync' ? 'To run on schedule' : 'To send',
    shadow: 'To count only',
    paused: 'To pause',
  }
  return (
    <Panel title="Change its state" hint="The settings are the only place where it is switched.">
      {states
        .filter((state) => state !== configured?.state)
        .map((state) => (
          <div key={state} class="setting-to-copy">
            <p>{titles[state]}:</p>
            <CodeBlock label={`the commands that make it ${state}`} text={stateCommands(automation, state)} />
          </div>
        ))}
    </Panel>
  )
}
