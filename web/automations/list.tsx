/** Automations: lists the syncs and actions: what each did last, when it runs next, and what is not configured. */
import { useState } from 'preact/hooks'
import type { ShownAction, ShownAutomation, ShownSync } from '../../schemas/shown_automation.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { runnable } from '../runs/state.ts'
import { ActionTable } from './action_table.tsx'
import { AskedRunSheet, type AskedRun } from './asked_run.tsx'
import { AutomationTabs } from './automation_tabs.tsx'
import { NotConfigured } from './not_configured.tsx'
import { firingPeriod } from './firing_period.ts'
import type { FiringCount } from './firing_figures.ts'
import type { RunRow } from './runs_of.ts'
import { SyncTable } from './sync_table.tsx'

export function AutomationList({ automations }: { automations: readonly ShownAutomation[] }) {
  const [openedAt] = useState(Date.now)
  const [asked, setAsked] = useState<AskedRun>()
  const period = firingPeriod(openedAt)
  const configured = automations.filter((each) => each.configured !== undefined)
  const syncs = configured.filter((each): each is ShownSync => each.kind === 'sync')
  const actions = configured.filter((each): each is ShownAction => each.kind === 'action')
  const others = automations.filter((each) => each.configured === undefined)
  const runs = useQuestion<RunRow>('last_runs', configured.length > 0 ? {} : undefined)
  const firings = useQuestion<FiringCount>('firing_counts', actions.length > 0 ? period : undefined)
  const sheet = (work: AskedRun['work']) =>
    asked?.work === work && (
      <AskedRunSheet asked={asked} whenEnded={() => runs.again()} close={() => setAsked(undefined)} />
    )
  const start = runnable.value?.canRequest ? setAsked : undefined
  return (
    <>
      <header class="intro">
        <h1>Automations</h1>
        <p class="muted">What leaves the warehouse by itself: syncs, actions, and every run of them.</p>
      </header>
      <AutomationTabs current="automations" />
      {runnable.value?.canRequest === false && <p class="notice">{runnable.value.reason}</p>}
      {configured.length === 0 && <NothingConfigured hasOthers={others.length > 0} />}
      {syncs.length > 0 && (
        <Panel title="Syncs" hint="A query keeps a destination up to date. Only differences are sent.">
          <Answered
            asked={runs}
            what="the runs"
            empty={<SyncTable {...{ syncs, openedAt, start }} rows={[]} />}
          >
            {(rows) => <SyncTable {...{ syncs, rows, openedAt, start }} />}
          </Answered>
          {sheet('sync')}
        </Panel>
      )}
      {actions.length > 0 && (
        <Panel title="Actions" hint="An event or a query sets them off, once for each subject in a window.">
          <Answered
            asked={firings}
            what="the firings"
            empty={<ActionTable {...{ actions, period, openedAt, start }} rows={[]} />}
          >
            {(rows) => <ActionTable {...{ actions, rows, period, openedAt, start }} />}
          </Answered>
          {sheet('action')}
        </Panel>
      )}
      {others.length > 0 && <NotConfigured automations={others} />}
    </>
  )
}

function NothingConfigured({ hasOthers }: { hasOthers: boolean }) {
  return (
    <section class="panel">
      <h2>Nothing is sent by itself</h2>
      <p>
        No sync and no action is configured in this environment.{' '}
        {hasOthers
          ? 'The program has some that you can configure: see below.'
          : 'The program defines none, either. Write a sync first: one query in schemas/syncs.'}
      </p>
      <p class="muted">
        How to write one: <code>docs/reverse_etl.md</code> for a sync, <code>docs/actions.md</code> for an
        action.
      </p>
    </section>
  )
}
