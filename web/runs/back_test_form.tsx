/** Runs: asks for the back-test of an automated action. */
import { useState } from 'preact/hooks'
import { TextField } from '../parts/inputs.tsx'
import type { Submit } from './start.tsx'
import { runnableNames } from './state.ts'

export function BackTestForm({ submit, isAsking }: { submit: Submit; isAsking: boolean }) {
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
          label="Name of the action"
          isCode
          isRequired
          list={names}
          value={action}
          hint="One that is in force here, shadowed or live."
          onInput={choose}
        />
        <TextField
          label="Days"
          type="number"
          value={days}
          hint="How many days of events it goes through."
          onInput={setDays}
        />
      </div>
      <div class="below">
        <button type="submit" class="primary" disabled={isAsking}>
          Back-test
        </button>
      </div>
    </form>
  )
}
