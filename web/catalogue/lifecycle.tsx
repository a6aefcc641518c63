/** Catalogue: shows how far an event type can be relied on, and deprecates a saved one, which is a new version with the same fields. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { noticeDays } from '../../schemas/lifecycle.ts'
import { nextVersion } from '../../schemas/version_change.ts'
import type { Failure } from '../api.ts'
import { reload } from '../creator/saved.ts'
import { TextField } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { Permission } from '../parts/permission.tsx'
import { link } from '../router.ts'
import { postSignedIn } from '../signed_in_api.ts'
import { cataloguedTypes, type KnownType } from './known_types.ts'

/** Marks a type that is not live. */
export function StatusBadge({ type: { status } }: { type: Pick<EventType, 'status'> }) {
  if (status === 'live') return null
  return (
    <>
      {' '}
      <span class="badge">{status}</span>
    </>
  )
}

export function LifecyclePanel({ known: { type, definition } }: { known: KnownType }) {
  const { name, status, owner, supersedes, deprecation } = type
  return (
    <Panel title="Lifecycle">
      <dl class="facts">
        <Fact title="Status">
          {status}
          {deprecation && `, since ${deprecation.since}`}
        </Fact>
        {deprecation && (
          <>
            <Fact title="Sunset">{deprecation.sunset}</Fact>
            <Fact title="Send instead">
              {deprecation.successor === undefined ? 'nothing' : <TypeLink name={deprecation.successor} />}
            </Fact>
          </>
        )}
        {supersedes !== undefined && (
          <Fact title="Supersedes">
            <TypeLink name={supersedes} />
          </Fact>
        )}
        <Fact title="Owner">{owner ?? 'not stated'}</Fact>
      </dl>
      {deprecation && (
        <p>
          Who still sends {name}: <code>SELECT * FROM deprecated_in_use WHERE event_name = '{name}'</code>
        </p>
      )}
      {definition && <Change definition={definition} />}
    </Panel>
  )
}

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TypeLink({ name }: { name: string }) {
  return <a href={link(`catalogue/${encodeURIComponent(name)}`)}>{name}</a>
}

function Change({ definition }: { definition: Definition }) {
  const { name, deprecation } = definition
  const [sunset, setSunset] = useState('')
  const [successor, setSuccessor] = useState('')
  const [failure, setFailure] = useState<Failure>()

  const save = async (changed: Definition): Promise<void> => {
    const version = nextVersion(definition.version, 'minor')
    const result = await postSignedIn('/v1/console/definitions', {
      event: { ...changed, version },
      expects: { latest: definition.version },
    })
    setFailure(result.ok ? undefined : result.failure)
    if (result.ok) await reload()
  }
  const deprecate = (): void => {
    const since = new Date().toISOString().slice(0, 10)
    const instead = successor.trim()
    void save({
      ...definition,
      status: 'deprecated',
      deprecation: { since, sunset: sunset.trim(), ...(instead !== '' && { successor: instead }) },
    })
  }
  const withdraw = (): void => {
    const { deprecation: _, status: __, ...live } = definition
    void save(live)
  }
  return (
    <>
      {deprecation ? (
        <div class="below">
          <button type="button" onClick={withdraw}>
            Withdraw the deprecation
          </button>
        </div>
      ) : (
        <form
          class="options"
          onSubmit={(event) => {
            event.preventDefault()
            deprecate()
          }}
        >
          <TextField
            label="Sunset"
            value={sunset}
            placeholder="2027-06-01"
            hint={`The day from which producers no longer send ${name}, at least ${noticeDays} days from today.`}
            onInput={setSunset}
            isRequired
          />
          <TextField
            label="Send instead"
            value={successor}
            hint="Another event type, or nothing."
            list={[...cataloguedTypes.value.keys()].filter((other) => other !== name)}
            onInput={setSuccessor}
            isCode
          />
          <button type="submit">Deprecate {name}</button>
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
