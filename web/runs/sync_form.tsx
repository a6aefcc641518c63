/** Runs: asks for a run of a sync, dry or in earnest. */
import { useState } from 'preact/hooks'
import { TextField } from '../parts/inputs.tsx'
import type { Submit } from './start.tsx'
import { runnableNames } from './state.ts'

export function SyncForm({ submit, isAsking }: { submit: Submit; isAsking: boolean }) {
  const names = runnableNames('sync')
  const [chosen, choose] = useState<string | undefined>(undefined)
  const sync = chosen ?? names[0] ?? ''
  return (
    <form
      class="start"
      onSubmit={(event) => {
        event.preventDefault()
        submit({ sync, dry_run: true })
      }}
    >
      <div class="options">
        <TextField
          label="Name of the sync"
          isCode
          isRequired
          list={names}
          value={sync}
          hint="One that is in force here."
          onInput={choose}
        />
      </div>
      <div class="below">
        <button type="submit" class="primary" disabled={isAsking}>
          Dry run
        </button>
        <button type="button" disabled={isAsking || sync === ''} onClick={() => submit({ sync })}>
          Run now
        </button>
        <span class="muted">A dry run shows samples of what would be sent, and sends nothing.</span>
      </div>
    </form>
  )
}
