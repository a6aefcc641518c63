/** Runs: starts a sync or its dry run. */
import { useState } from 'preact/hooks'
import { Select } from '../parts/inputs.tsx'
import type { Submit } from './submit.ts'
import { runnable } from './state.ts'

export function SyncForm({ submit, isSending }: { submit: Submit; isSending: boolean }) {
  const { syncs = [], syncDestinations = {} } = runnable.value ?? {}
  const [chosen, choose] = useState<string | undefined>(undefined)
  const [to, chooseTo] = useState<string | undefined>(undefined)
  const sync = chosen ?? syncs[0]
  if (sync === undefined)
    return (
      <p class="muted">
        No sync is configured. See <a href="/console/automations">Automations</a>.
      </p>
    )
  const destinations = syncDestinations[sync] ?? []
  const destination = destinations.find((each) => each === to) ?? destinations[0]
  const request = { sync, destination }
  return (
    <form
      class="start"
      onSubmit={(event) => {
        event.preventDefault()
        submit({ ...request, dry_run: true })
      }}
    >
      <div class="options">
        <Select
          label="Name of the sync"
          value={sync}
          options={syncs.map((name) => [name, name] as const)}
          onChange={choose}
        />
        {destination !== undefined && destinations.length > 1 && (
          <Select
            label="Destination"
            value={destination}
            options={destinations.map((id) => [id, id] as const)}
            onChange={chooseTo}
          />
        )}
      </div>
      <div class="below">
        <button type="submit" class="primary" disabled={isSending}>
          Start dry run
        </button>
        <button type="button" disabled={isSending} onClick={() => submit(request)}>
          Start sync
        </button>
        <span class="muted">A dry run counts, shows samples and sends nothing.</span>
      </div>
    </form>
  )
}
