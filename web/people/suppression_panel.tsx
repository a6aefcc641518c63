/** People: whether the person is on the suppression list, and the acts that put them on it and lift that. */
import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { DataTable } from '../parts/data_table.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { utcTime } from '../parts/format.ts'
import { TextField } from '../parts/inputs.tsx'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { Permission } from '../parts/permission.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { session } from '../session.ts'
import { postSignedIn } from '../signed_in_api.ts'
import type { PersonIdentifier } from './person_address.ts'

interface ListRow {
  created_at: string
  created_by: string
  reason: string | null
  lifted: boolean
}

/** Response of `/v1/console/suppressions/look`. */
interface Listed {
  suppressed: boolean
  /** The latest first. */
  rows: readonly ListRow[]
}

const columns = [
  { title: 'When', cell: ({ created_at: at }: ListRow) => <time dateTime={at}>{utcTime(at)}</time> },
  { title: 'What', cell: ({ lifted }: ListRow) => (lifted ? 'Lifted' : 'Let nothing leave') },
  { title: 'Who', cell: ({ created_by: who }: ListRow) => who },
  { title: 'Why', cell: ({ reason }: ListRow) => reason ?? '' },
] as const

type State = { listed?: Listed; failure?: Failure; isFailedAct?: boolean }

export function SuppressionPanel({ person }: { person: PersonIdentifier }) {
  const [state, setState] = useState<State>({})
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { kind } = session.value

  const look = async (): Promise<void> => {
    const result = await postSignedIn<Listed>('/v1/console/suppressions/look', { ...person })
    setState(result.ok ? { listed: result.body } : { failure: result.failure })
  }
  useEffect(() => {
    if (kind === 'signed in') void look()
  }, [kind, person.field, person.value])

  const change = async (act: 'add' | 'lift'): Promise<void> => {
    setBusy(true)
    const result = await postSignedIn(`/v1/console/suppressions/${act}`, { ...person, reason: reason.trim() })
    setBusy(false)
    if (!result.ok) return setState({ ...state, failure: result.failure, isFailedAct: true })
    setReason('')
    await look()
  }

  const { listed, failure, isFailedAct = false } = state
  return (
    <Panel
      title="What leaves"
      hint="Their events are stored in any case. The list holds hashes, no identities."
    >
      {failure && (
        <>
          <FailureMessage
            failure={failure}
            what={isFailedAct ? 'this' : 'the suppression list'}
            isAct={isFailedAct}
            again={() => void look()}
          />
          {isFailedAct && <Permission to="change the list" />}
        </>
      )}
      {!listed && !failure && <Skeleton rows={1} />}
      {listed && (
        <>
          <p role="status">
            {listed.suppressed ? (
              <>
                <Mark outcome="restricted">Nothing leaves</Mark> Events with this {person.field} go to no
                destination, whatever the rules say.
              </>
            ) : (
              <>
                <Mark outcome="delivered">Events go out</Mark> Rules and consent decide.
              </>
            )}
          </p>
          {listed.rows.length > 0 && <DataTable caption="History" columns={columns} rows={listed.rows} />}
          <div class="options">
            <TextField
              label="Reason (optional)"
              value={reason}
              onInput={setReason}
              placeholder="objected on 14 March"
              hint="Without names: everybody who may read the list reads it."
            />
          </div>
          <div class="below">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void change(listed.suppressed ? 'lift' : 'add')}
            >
              {listed.suppressed ? 'Lift' : 'Let nothing leave'}
            </button>
            <span class="muted">
              Every function follows within 15 seconds. It is recorded that you asked.
            </span>
          </div>
        </>
      )}
    </Panel>
  )
}
