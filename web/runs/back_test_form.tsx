/** Runs: starts a back-test of an automated action. */
import { useState } from 'preact/hooks'
import { TextField } from '../parts/inputs.tsx'
import type { Submit } from './submit.ts'
import { runnableNames } from './state.ts'

export function BackTestForm({ submit, isSending }: { submit: Submit; isSending: boolean }) {
  const names = runnableNames('action')
  const [chosen, choose] = useState<string | undefined>(undefined)
  const [days, setDays] = useState('30')
  const action = chosen ?? names[0] ?? ''
  return (
    <form
      class="start"
      onSubmit={(event) => {
        event.preventDefault()
        submit({ action, dry_run: true, ...(days !== '' && { days: Number(days) }) })
      }}
    >
      <div class="options">
        <TextField
          label="Action name"
          isCode
          isRequired
          list={names}
          value={action}
          hint="An action configured in this environment."
          onInput={choose}
        />
        <TextField
          label="Days"
          type="number"
          value={days}
          hint="Number of days to test. Default: 30."
          onInput={setDays}
        />
      </div>
      <div class="below">
        <button type="submit" class="primary" disabled={isSending}>
          Start back-test
        </button>
      </div>
    </form>
  )
}
