/** Runs: starts a back-test of an automated action. */
import { useState } from 'preact/hooks'
import { Select } from '../parts/inputs.tsx'
import type { Submit } from './submit.ts'
import { runnable } from './state.ts'

/** Days of events that a back-test can cover. */
export const backTestDays = [
  ['1', 'Last day'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 365 days'],
] as const

export function BackTestForm({ submit, isSending }: { submit: Submit; isSending: boolean }) {
  const { actions = [] } = runnable.value ?? {}
  const [chosen, choose] = useState<string | undefined>(undefined)
  const [days, setDays] = useState('30')
  const action = chosen ?? actions[0]
  if (action === undefined)
    return (
      <p class="muted">
        No action is configured. See <a href="/console/automations">Automations</a>.
      </p>
    )
  return (
    <form
      class="start"
      onSubmit={(event) => {
        event.preventDefault()
        submit({ action, dry_run: true, days: Number(days) })
      }}
    >
      <div class="options">
        <Select
          label="Name of the action"
          value={action}
          options={actions.map((name) => [name, name] as const)}
          onChange={choose}
        />
        <Select label="Events" value={days} options={backTestDays} onChange={setDays} />
      </div>
      <div class="below">
        <button type="submit" class="primary" disabled={isSending}>
          Start back-test
        </button>
      </div>
    </form>
  )
}
