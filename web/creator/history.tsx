/** Creator: shows the saved versions with their changes, and restores earlier ones. */
import { useState } from 'preact/hooks'
import type { Definition } from '../../schemas/definition_schema.ts'
import { definitionChanges, translationChanges } from '../../schemas/definition_change.ts'
import type { Translation } from '../../schemas/translation.ts'
import { bumpOf, nextVersion, type DefinitionChange } from '../../schemas/version_change.ts'
import { postSignedIn } from '../signed_in_api.ts'
import { time } from '../parts/format.ts'
import { Changes } from './changes.tsx'
import { Select } from '../parts/inputs.tsx'
import { reload, savedVersionsOf, type SavedKind, type Version } from './saved.ts'
import { saving } from './choices.ts'
import { constantName } from './named_event.ts'

export function History() {
  const event = savedVersionsOf('event', constantName.value ?? '')
  const translation = saving.value.kind === 'version' ? savedVersionsOf('translation', saving.value.name) : []
  const extension = savedVersionsOf('extension', constantName.value ?? '')
  if (event.length + extension.length + translation.length === 0) return null
  return (
    <details class="history">
      <summary>History</summary>
      <Versions title="Event type" versions={event} />
      <Versions title="Own fields of" versions={extension} />
      <Versions title="Connection" versions={translation} />
    </details>
  )
}

function Versions({ title, versions }: { title: string; versions: readonly Version[] }) {
  const [status, setStatus] = useState('')
  if (versions.length === 0) return null
  return (
    <section>
      <h3>
        {title} {versions[0]!.name}
      </h3>
      <ol class="saved">
        {versions.map((version, index) => (
          <li key={version.version}>
            <p>
              <span class="badge">{version.version}</span> {time(version.created_at)} by {version.created_by}
              {version.comment !== null && <em> “{version.comment}”</em>}{' '}
              {index === 0 ? (
                <span class="muted">current</span>
              ) : (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void restore(version, versions[0]!).then(setStatus)}
                >
                  Restore {version.version}
                  <span class="hidden"> of {version.name}</span>
                </button>
              )}
            </p>
            {versions[index + 1] && <Changes changes={changesBetween(versions[index + 1]!, version)} />}
          </li>
        ))}
      </ol>
      {versions.length > 2 && <Comparison versions={versions} />}
      {status !== '' && <p role="status">{status}</p>}
    </section>
  )
}

/** The changes between any two versions. */
function Comparison({ versions }: { versions: readonly Version[] }) {
  const [from, setFrom] = useState(versions.at(-1)!.version)
  const [to, setTo] = useState(versions[0]!.version)
  const find = (name: string): Version => versions.find(({ version }) => version === name) ?? versions[0]!
  const { name } = versions[0]!
  const options = versions.map(({ version }) => [version, version] as const)
  const changes = changesBetween(find(from), find(to))
  return (
    <div class="options">
      <Select label={`Compare ${name}`} value={from} options={options} onChange={setFrom} />
      <Select label={`with ${name}`} value={to} options={options} onChange={setTo} />
      {changes.length > 0 ? <Changes changes={changes} /> : <p class="muted">No differences.</p>}
    </div>
  )
}

function changesBetween(
  before: Version,
  after: Pick<Version, 'kind' | 'definition'>,
): readonly DefinitionChange[] {
  return after.kind === 'translation'
    ? translationChanges(before.definition as Translation, after.definition as Translation)
    : definitionChanges(before.definition as Definition, after.definition as Definition)
}

/** Saves the content of an earlier version as a new version. Resolves to a status message. */
async function restore(earlier: Version, latest: Version): Promise<string> {
  const bump = bumpOf(changesBetween(latest, earlier))
  if (!bump) return `Version ${latest.version} has the same content as ${earlier.version}.`
  const version = nextVersion(latest.version, bump)
  const kind: SavedKind = earlier.kind
  const result = await postSignedIn('/v1/console/definitions', {
    [kind]: { ...earlier.definition, version },
    comment: `Restores ${earlier.version}`,
  })
  await reload()
  if (result.ok) return `Saved version ${version} with the content of ${earlier.version}.`
  return 'message' in result.failure ? result.failure.message : ''
}
