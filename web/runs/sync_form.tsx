/** Runs: starts a sync or its dry run. */
import { useState } from 'preact/hooks'
import { TextField } from '../parts/inputs.tsx'
import type { Submit } from './submit.ts'
import { runnableNames } from './state.ts'

export function SyncForm({ submit, isSending }: { submit: Submit; isSending: boolean }) {
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
          label="Sync name"
          isCode
          isRequired
          list={names}
          value={sync}
          hint="A sync configured in this environment."
          onInput={choose}
        />
      </div>
      <div class="below">
        <button type="submit" class="primary" disabled={isSending}>
          Start dry run
        </button>
        <button type="button" disabled={isSending || sync === ''} onClick={() => submit({ sync })}>
          Start sync
        </button>
        <span class="muted">A dry run counts, shows samples and sends nothing.</span>
      </div>
    </form>
  )
}
