/** Automations: the buttons that start a dry run or a back-test, and what it finds. */
import { useState } from 'preact/hooks'
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { RunSheet } from '../events/run_sheet.tsx'
import { Select } from '../parts/inputs.tsx'
import { backTestDays } from '../runs/back_test_form.tsx'
import { runnable } from '../runs/state.ts'

/** A run that a button asks for. It begins with its dry run. */
export interface AskedRun {
  work: 'sync' | 'action'
  title: string
  request: Readonly<Record<string, unknown>>
}

type ConfiguredSync = Pick<ShownAutomation, 'name' | 'configured'>

/** `customer_profiles`, and if it has several destinations, which one is meant. */
export function syncText({ name, configured }: ConfiguredSync, destination: string): string {
  return configured && configured.destinations.length > 1 ? `${name} for ${destination}` : name
}

/** A run of a sync is for one destination. */
export function dryRunOf(sync: ConfiguredSync, destination: string): AskedRun {
  return {
    work: 'sync',
    title: `Dry run of ${syncText(sync, destination)}`,
    request: { sync: sync.name, destination },
  }
}

/** Lets one run through a guard. */
export function letThrough(sync: ConfiguredSync, destination: string, once: object): AskedRun {
  return {
    work: 'sync',
    title: `Let ${syncText(sync, destination)} through once`,
    request: { sync: sync.name, destination, ...once },
  }
}

/** `days`: how many days of events it covers. */
export function backTestOf({ name }: Pick<ShownAutomation, 'name'>, days: number): AskedRun {
  return {
    work: 'action',
    title: `Back-test of ${name} over ${days === 1 ? 'one day' : `${days} days`}`,
    request: { action: name, days },
  }
}

interface AskedRunSheetProps {
  asked: AskedRun
  whenEnded: () => void
  close: () => void
}

export function AskedRunSheet({ asked, whenEnded, close }: AskedRunSheetProps) {
  return (
    <RunSheet
      key={JSON.stringify(asked)}
      {...asked}
      verb="Send"
      noun="change"
      whenEnded={whenEnded}
      close={close}
    />
  )
}

interface StarterProps {
  automation: ShownAutomation
  start: (asked: AskedRun) => void
}

/** What can be started of a configured sync or action. Says which right is missing. */
export function Starter({ automation, start }: StarterProps) {
  const [days, setDays] = useState('30')
  const options = runnable.value
  if (!options) return null
  if (!options.canRequest) return <p class="notice">{options.reason}</p>
  if (automation.kind === 'sync')
    return (
      <div class="below">
        {automation.configured?.destinations.map((destination, _, { length }) => (
          <button key={destination} type="button" onClick={() => start(dryRunOf(automation, destination))}>
            Dry run{length > 1 && ` for ${destination}`}
          </button>
        ))}
        <span class="muted">Counts what would be sent, and shows samples. Sends nothing.</span>
      </div>
    )
  return (
    <div class="below">
      {automation.rule?.on && (
        <Select label="Days of events" isLabelHidden value={days} options={backTestDays} onChange={setDays} />
      )}
      <button type="button" onClick={() => start(backTestOf(automation, Number(days)))}>
        Back-test
      </button>
      <span class="muted">
        Counts how often it would have fired{automation.rule?.on ? '' : ' for the rows of its query now'}.
        Sends nothing.
      </span>
    </div>
  )
}
