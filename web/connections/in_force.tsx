/** Connections: puts a major version in force, retires a connection, and undoes both. The server asks for the name if senders are concerned. */
import { useState } from 'preact/hooks'
import { maxForceReason, majorOf, noVersion, readForce } from '../../schemas/force.ts'
import { TextField } from '../parts/inputs.tsx'
import { Permission } from '../parts/permission.tsx'
import type { Failure } from '../api.ts'
import { postSignedIn } from '../signed_in_api.ts'
import type { VersionRow } from './rows.ts'

interface InForceProps {
  name: string
  versions: readonly string[]
  /** The latest row of kind `force`. */
  latest: VersionRow | undefined
  served: string | undefined
  /** Reads the versions again. */
  done: () => void
}

/** What is asked for: the major version, null to retire; undefined for nothing. */
type Wanted = number | null | undefined

export function InForce({ name, versions, latest, served, done }: InForceProps) {
  const [wanted, setWanted] = useState<Wanted>()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [undo, setUndo] = useState<number | null>()
  const isRetired = latest?.version === noVersion
  const now = isRetired ? null : served === undefined ? undefined : majorOf(served)
  const majors = [...new Set(versions.map(majorOf))].toSorted((a, b) => b - a)

  const send = async (major: number | null, confirm: string, why: string): Promise<void> => {
    const result = await postSignedIn(`/v1/console/connections/${name}`, {
      major,
      expects: latest?.version ?? null,
      ...(confirm !== '' && { confirm }),
      ...(why !== '' && { reason: why }),
    })
    if (result.ok) {
      setUndo(now)
      setWanted(undefined)
      setTyped('')
      setReason('')
    }
    setFailure(result.ok ? undefined : result.failure)
    done()
  }
  const ask = (major: number | null): void => {
    setFailure(undefined)
    setWanted(major)
    // Nothing that comes is refused by most versions: the server says if a name must be typed.
    if (major !== null) void send(major, '', '')
  }
  return (
    <>
      <p role="status">
        {isRetired ? (
          <>Retired: {readForce(latest.definition)?.reason} All its addresses answer 410.</>
        ) : (
          <>
            <code>{name}</code> without a version serves <strong>{served ?? 'nothing'}</strong>: the newest
            minor version of the major version in force.
          </>
        )}
      </p>
      <div class="below">
        {majors
          .filter((major) => major !== now)
          .map((major) => (
            <button key={major} type="button" onClick={() => ask(major)}>
              Put {major}.x in force
            </button>
          ))}
        {!isRetired && (
          <button type="button" onClick={() => ask(null)}>
            Retire …
          </button>
        )}
        {undo !== undefined && undo !== now && (
          <button type="button" onClick={() => void send(undo, name, undo === null ? 'Retired again.' : '')}>
            Undo
          </button>
        )}
      </div>
      {wanted !== undefined &&
        (wanted === null || messageOf(failure).startsWith('Invalid value for confirm')) && (
          <form
            class="options"
            onSubmit={(event) => {
              event.preventDefault()
              void send(wanted, typed.trim(), reason.trim())
            }}
          >
            {wanted === null && (
              <TextField
                label="Reason"
                value={reason}
                hint={`Senders get it with 410. At most ${maxForceReason} characters.`}
                onInput={setReason}
                isRequired
              />
            )}
            <TextField label={`Type ${name} to confirm`} value={typed} onInput={setTyped} isCode isRequired />
            <button type="submit" class="primary" disabled={typed.trim() !== name}>
              {wanted === null ? `Retire ${name}` : `Put ${wanted}.x in force`}
            </button>
          </form>
        )}
      {failure && failure.kind !== 'token refused' && (
        <div class="panel message bad" role="alert">
          <p>{failure.message}</p>
          {failure.kind === 'no rights' && <Permission />}
        </div>
      )}
    </>
  )
}

function messageOf(failure: Failure | undefined): string {
  return failure && 'message' in failure ? failure.message : ''
}
