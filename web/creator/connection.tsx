/** Creator: shows the endpoint of a saved translation with code snippets, and sends the payload as a test. */
import { signal } from '@preact/signals'
import type { Translation } from '../../schemas/translation.ts'
import type { Failure } from '../api.ts'
import { eventLink } from '../router.ts'
import { getSignedIn, forgetWhenSignedOut } from '../signed_in_api.ts'
import { fromSnakeCase } from '../parts/format.ts'
import { DataTable } from '../parts/data_table.tsx'
import { Permission } from '../parts/permission.tsx'
import { listing } from './saved.ts'
import { mediaType, shownPayload, snippetsOf } from './snippets.ts'
import { source, sourceText } from './source.ts'
import { results } from './state.ts'
import { CopyButton } from '../parts/copy_button.tsx'
import { TextTabs } from './tabs.tsx'

export function Deliver({ translation }: { translation: Translation }) {
  const { translateUrl = location.origin, hookUrl = '', webhooks = [] } = listing.value ?? {}
  const hook = `${hookUrl.replace(/\/$/, '')}/v1/hooks/${translation.name}`
  const endpoint = `${translateUrl.replace(/\/$/, '')}/v1/translators/${translation.name}`
  const payload = shownPayload(source.value?.body ?? sourceText.value, translation.input)
  return (
    <section class="deliver" aria-label="Endpoint">
      <h3>Your system sends here</h3>
      <p class="endpoint">
        <code>POST {endpoint}</code> <CopyButton text={endpoint} what="URL" />
      </p>
      <TextTabs label="How to send" texts={snippetsOf(endpoint, payload, translation.input)} />
      <p class="muted">
        <code>$TOKEN</code> is an OAuth access token of an account that may publish to the topic{' '}
        <code>events</code>.
      </p>
      {webhooks.includes(translation.name) && (
        <p class="muted">
          Webhooks use <code>POST {hook}</code> without a token. They are signed as the settings of this
          environment require. Anyone who can sign them can publish these events.
        </p>
      )}
      <div class="below">
        <button
          type="button"
          disabled={trial.value?.kind === 'waiting'}
          onClick={() => void sendTrial(translation, payload)}
        >
          Send this payload
        </button>
        <Trial />
      </div>
      {trial.value?.kind === 'arrived' && <Arrived rows={trial.value.rows} name={trial.value.name} />}
    </section>
  )
}

type Row = Readonly<Record<string, string | number | boolean | null>>

type TrialState =
  | { kind: 'waiting'; message: string }
  | { kind: 'arrived'; name: string; rows: readonly Row[]; quarantined: number }
  | { kind: 'failed'; message: string; lacksRights: boolean }

const trial = signal<TrialState | undefined>(undefined)
forgetWhenSignedOut(trial)

interface Accepted {
  accepted: number
  refused: number
  results: readonly { messageId?: string }[]
}

interface Arrival {
  rows: readonly Row[]
  quarantined: readonly { reason: string; suggestion: string | null }[]
}

const pollIntervalMs = 700
const timeoutMs = 60_000

async function sendTrial(translation: Translation, payload: string): Promise<void> {
  trial.value = { kind: 'waiting', message: 'Sending …' }
  const path = `/v1/console/translators/${translation.name}@${translation.version}`
  const sent = await getSignedIn<Accepted>(path, {
    post: { body: payload, type: mediaType(translation.input) },
  })
  if (!sent.ok) return refused(sent.failure)
  const ids = sent.body.results.flatMap(({ messageId }) => messageId ?? []).slice(0, 20)
  trial.value = { kind: 'waiting', message: `${sent.body.accepted} accepted. Waiting for BigQuery …` }
  return waitForRows(ids)
}

function failed(message: string, lacksRights = false): void {
  trial.value = { kind: 'failed', message, lacksRights }
}

/** Shows the error, unless the user has signed out. */
function refused(failure: Failure): void {
  return failure.kind === 'token refused' ? undefined : failed(failure.message, failure.kind === 'no rights')
}

/** Polls the view of the event type until it contains rows. */
async function waitForRows(ids: readonly string[]): Promise<void> {
  const name = String(results.value.find(({ event }) => event)?.event?.['event_name'])
  const search = new URLSearchParams({ event_name: name, message_ids: ids.join(',') })
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const result = await getSignedIn<Arrival>(`/v1/console/arrivals?${search}`)
    if (!result.ok) return refused(result.failure)
    const { rows, quarantined } = result.body
    if (quarantined.length > 0)
      return failed(`The event is in quarantine: ${fromSnakeCase(quarantined[0]!.reason)}.`)
    if (rows.length > 0) {
      trial.value = { kind: 'arrived', name, rows, quarantined: quarantined.length }
      return undefined
    }
    if (Date.now() > deadline) return failed(`View ${name} has no row after one minute. See the Overview.`)
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

function Trial() {
  const now = trial.value
  if (!now) return null
  if (now.kind === 'waiting')
    return (
      <span class="muted" role="status">
        {now.message}
      </span>
    )
  if (now.kind === 'failed')
    return (
      <div role="alert">
        <p class="fault">{now.message}</p>
        {now.lacksRights && <Permission />}
      </div>
    )
  return (
    <p class="fine" role="status">
      Stored in BigQuery.
    </p>
  )
}

/** Leads to the page of the event: what was checked, and what became of it at each destination. */
function EventLink({ row, name }: { row: Row; name: string }) {
  const id = String(row['event_id'])
  return (
    <a href={eventLink({ event_id: id, event_name: name, received_at: String(row['received_at']) })}>
      <span class="hidden">Open event </span>
      {id}
    </a>
  )
}

function Arrived({ rows, name }: { rows: readonly Row[]; name: string }) {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => rows.some((row) => row[column] !== null))
  return (
    <div class="arrived">
      <DataTable
        caption="Events in BigQuery"
        rows={rows}
        columns={columns.map((column) => ({
          title: column,
          cell: (row: Row) =>
            column === 'event_id' ? <EventLink row={row} name={name} /> : String(row[column] ?? ''),
        }))}
      />
    </div>
  )
}
