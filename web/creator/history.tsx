/** Creator: the versions of what is open, what each changed, and a way back to any of them. */
import { useState } from 'preact/hooks'
import type { Definition } from '../../schemas/definition.ts'
import {
  bumpOf,
  definitionChanges,
  nextVersion,
  translationChanges,
  type DefinitionChange,
} from '../../schemas/definition_change.ts'
import type { Translation } from '../../schemas/translation.ts'
import { postSignedIn } from '../signed_in_api.ts'
import { time } from '../parts/format.ts'
import { Changes } from './changes.tsx'
import { Select } from '../parts/inputs.tsx'
import { reload, savedVersionsOf, type SavedKind, type Version } from './saved.ts'
import { constantName, translationName } from './state.ts'

export function History() {
  const event = savedVersionsOf('event', constantName.value ?? '')
  const translation = savedVersionsOf('translation', translationName.value)
  if (event.length + translation.length === 0) return null
  return (
    <details class="history">
      <summary>History</summary>
      <Versions title="Event type" versions={event} />
      <Versions title="Connection" versions={translation} />
    </details>
  )
}

function Versions({ title, versions }: { title: string; versions: readonly Version[] }) {
  const [told, setTold] = useState('')
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
                <span class="muted">in force</span>
              ) : (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void backTo(version, versions[0]!).then((words) => setTold(words))}
                >
                  Go back to {version.version}
                  <span class="hidden"> of {version.name}</span>
                </button>
              )}
            </p>
            {versions[index + 1] && <Changes changes={changesBetween(versions[index + 1]!, version)} />}
          </li>
        ))}
      </ol>
      {versions.length > 2 && <Comparison versions={versions} />}
      {told !== '' && <p role="status">{told}</p>}
    </section>
  )
}

/** What lies between any two versions; the list tells it of neighbours. */
function Comparison({ versions }: { versions: readonly Version[] }) {
  const [from, setFrom] = useState(versions.at(-1)!.version)
  const [to, setTo] = useState(versions[0]!.version)
  const find = (wanted: string): Version => versions.find(({ version }) => version === wanted) ?? versions[0]!
  const { name } = versions[0]!
  const options = versions.map(({ version }) => [version, version] as const)
  const changes = changesBetween(find(from), find(to))
  return (
    <div class="options">
      <Select label={`Compare ${name}`} value={from} options={options} onChange={setFrom} />
      <Select label={`with ${name}`} value={to} options={options} onChange={setTo} />
      {changes.length > 0 ? <Changes changes={changes} /> : <p class="muted">They say the same.</p>}
    </div>
  )
}

function changesBetween(
  before: Version,
  after: Pick<Version, 'kind' | 'definition'>,
): readonly DefinitionChange[] {
  return after.kind === 'event'
    ? definitionChanges(before.definition as Definition, after.definition as Definition)
    : translationChanges(before.definition as Translation, after.definition as Translation)
}

/** Saves an earlier version's content as the next one: nothing is ever taken away. Resolves to what came of it. */
async function backTo(earlier: Version, latest: Version): Promise<string> {
  const bump = bumpOf(changesBetween(latest, earlier))
  if (!bump) return `Version ${latest.version} says the same as ${earlier.version}.`
  const version = nextVersion(latest.version, bump)
  const kind: SavedKind = earlier.kind
  const asked = await postSignedIn('/v1/console/definitions', {
    [kind]: { ...earlier.definition, version },
    comment: `Back to ${earlier.version}`,
  })
  await reload()
  if (asked.ok) return `Version ${version} says what ${earlier.version} said.`
  return 'message' in asked.failure ? asked.failure.message : ''
}
