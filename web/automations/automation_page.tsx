/** Automations: renders one sync or action: what it does, what it did, and how to try it. */
import { useState } from 'preact/hooks'
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { link } from '../router.ts'
import { runnable } from '../runs/state.ts'
import { ActionHistory } from './action_history.tsx'
import { AskedRunSheet, letThrough, Starter, type AskedRun } from './asked_run.tsx'
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
  const last = runs.answer?.rows.map(runOf).find((run) => !run.dry_run)
  const state: MarkedState | undefined = !configured
    ? undefined
    : kind === 'sync'
      ? runs.answer && stateOfSync(automation, last)
      : isDefined
        ? configured.state
        : 'undefined'
  return (
    <>
      <header class="intro">
        <p>
          <a href="/console/automations">Automations</a>
        </p>
        <h1>{name}</h1>
        <p class="muted">
          {state && <AutomationMark state={state} />} {description}
        </p>
      </header>
      {last && <Blocked automation={automation} last={last} start={setAsked} />}
      {configured ? (
        <Panel title={kind === 'sync' ? 'Sync' : 'Action'}>
          <dl class="facts">
            <div>
              <dt>Destination</dt>
              <dd>
                <a href={link(`destinations/${configured.destination}`)}>{configured.destination}</a>
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

interface BlockedProps {
  automation: ShownAutomation
  last: Parameters<typeof guardOf>[0]
  start: (asked: AskedRun) => void
}

/** The guard that blocked the latest run, and the way to let one run through. */
function Blocked({ automation, last, start }: BlockedProps) {
  const guard = guardOf(last)
  if (!guard) return null
  const { once } = guard
  return (
    <section class="panel message bad" aria-label="Blocked">
      <p>
        <strong>A guard stopped the latest run before anything was sent:</strong> {guard.message}
      </p>
      <p>{guard.advice}</p>
      {once && runnable.value?.canRequest && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => start(letThrough(automation, once))}>
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
