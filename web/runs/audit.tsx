/** Runs: lists who asked for what, from table `audit`. It is read when the list is opened, because each reading costs a query. */
import { signal } from '@preact/signals'
import type { OperationSummary } from '../../schemas/operation.ts'
import type { Failure } from '../api.ts'
import { DataTable } from '../parts/data_table.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { time } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { forgetWhenSignedOut, getSignedIn } from '../signed_in_api.ts'

const listed = signal<readonly OperationSummary[] | undefined>(undefined)
const failure = signal<Failure | undefined>(undefined)
const isOpened = signal<true | undefined>(undefined)

forgetWhenSignedOut(listed, failure, isOpened)

async function readAudit(): Promise<void> {
  isOpened.value = true
  const result = await getSignedIn<{ operations: readonly OperationSummary[] }>('/v1/console/audit')
  failure.value = result.ok ? undefined : result.failure
  if (result.ok) listed.value = result.body.operations
}

export function Audit() {
  return (
    <Panel
      title="Who asked for what"
      hint="Runs, saved definitions, and what the command line paused, resumed and requeued, of the last 30 days."
    >
      <div class="below">
        <button type="button" onClick={() => void readAudit()}>
          {listed.value ? 'Read again' : 'Show'}
        </button>
      </div>
      {failure.value && (
        <FailureMessage failure={failure.value} what="the audit trail" again={() => void readAudit()} />
      )}
      {isOpened.value && !failure.value && <Entries />}
    </Panel>
  )
}

const columns = [
  { title: 'When', cell: ({ recorded_at: at }: OperationSummary) => <time dateTime={at}>{time(at)}</time> },
  { title: 'Who', cell: (each: OperationSummary) => each.requested_by },
  {
    title: 'What',
    cell: (each: OperationSummary) => [each.operation, each.target].filter(Boolean).join(' '),
  },
  {
    title: 'Outcome',
    cell: ({ outcome, reason }: OperationSummary) => (reason === null ? outcome : `${outcome}: ${reason}`),
  },
  { title: 'Through', cell: (each: OperationSummary) => each.client },
  { title: 'Run', cell: (each: OperationSummary) => each.run_id ?? '' },
] as const

function Entries() {
  if (!listed.value) return <p role="status">Loading</p>
  if (listed.value.length === 0) return <p class="muted">Nothing is recorded.</p>
  return <DataTable caption="Operations" columns={columns} rows={listed.value} />
}
