/** Connections: shows one connection: which addresses its senders use, what was refused, and its history. */
import { useEffect } from 'preact/hooks'
import { translationChanges } from '../../schemas/definition_change.ts'
import { noVersion, servedVersion } from '../../schemas/force.ts'
import type { Translation } from '../../schemas/translation.ts'
import { Changes } from '../creator/changes.tsx'
import { listing, reload } from '../creator/saved.ts'
import { CopyButton } from '../parts/copy_button.tsx'
import { DataTable } from '../parts/data_table.tsx'
import { count, fromSnakeCase, utcTime } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { link } from '../router.ts'
import { ConsentPanel } from './consent_panel.tsx'
import { InForce } from './in_force.tsx'
import { forceOf, type RefusalRow, type UseRow, type VersionRow } from './rows.ts'
import { TestPayload } from './test_payload.tsx'

interface ConnectionProps {
  name: string
  /** RFC 3339. */
  since: string
  period: preact.JSX.Element
}

export function Connection({ name, since, period }: ConnectionProps) {
  const versions = useQuestion<VersionRow>('connection_versions', { name })
  const use = useQuestion<UseRow>('connection_use', { name, since })
  const refusals = useQuestion<RefusalRow>('connection_refusals', { name, since })
  const translations = translationsOf(versions.answer?.rows ?? [])
  const [current] = translations
  return (
    <div class="runs">
      <header class="intro titled">
        <div>
          <p>
            <a href={link('connections')}>Connections</a>
          </p>
          <h1>{name}</h1>
        </div>
        {current && (
          <a class="button primary" href={link('creator', { connection: `${name}@${current.version}` })}>
            Change it
          </a>
        )}
      </header>
      <div class="below">{period}</div>
      <Panel title="In force" wide>
        <Answered asked={versions} what="this connection" empty={<p>No connection has this name.</p>}>
          {(rows) => <Versions name={name} rows={rows} again={() => versions.again()} />}
        </Answered>
      </Panel>
      <Panel title="Versions in use" hint="By the address that senders use." wide>
        <Answered asked={use} what="its requests" empty={<p class="muted">Nothing was received.</p>}>
          {(rows) => <DataTable caption="Requests by address" columns={useColumns(name)} rows={rows} />}
        </Answered>
      </Panel>
      <Panel title="Refused lately" hint="A sample: at most 20 of each request. Never the values." wide>
        <Answered asked={refusals} what="what was refused" empty={<p class="muted">Nothing was refused.</p>}>
          {(rows) => <DataTable caption="Sample of refusals" columns={refusalColumns} rows={rows} />}
        </Answered>
      </Panel>
      {current && (
        <>
          <ConsentPanel {...{ name, since, ...current }} />
          <TestPayload name={name} versions={translations} />
        </>
      )}
      <Addresses name={name} />
    </div>
  )
}

interface SavedVersion {
  version: string
  translation: Translation
}

/** The saved versions, the one in force first, then the newest. */
function translationsOf(rows: readonly VersionRow[]): readonly SavedVersion[] {
  const saved = rows.filter(({ kind }) => kind === 'translation')
  const force = forceOf(rows.find(({ kind }) => kind === 'force')?.version)
  const served = servedVersion(
    saved.map(({ version }) => version),
    force,
  )
  return saved
    .toSorted((one, other) => Number(other.version === served) - Number(one.version === served))
    .map(({ version, definition }) => ({ version, translation: JSON.parse(definition) as Translation }))
}

function Versions({ name, rows, again }: { name: string; rows: readonly VersionRow[]; again: () => void }) {
  const translations = rows.filter(({ kind }) => kind === 'translation')
  const latest = rows.find(({ kind }) => kind === 'force')
  const numbers = translations.map(({ version }) => version)
  const served = servedVersion(numbers, forceOf(latest?.version))
  return (
    <>
      <InForce name={name} versions={numbers} latest={latest} served={served} done={again} />
      <h3>History</h3>
      <ul class="versions">
        {rows.map((row) => (
          <li key={`${row.kind}${row.created_at}`}>
            <p>
              {row.kind === 'translation' ? (
                <>
                  Saved <span class="badge">{row.version}</span>
                </>
              ) : row.version === noVersion ? (
                'Retired'
              ) : (
                <>
                  Put in force <span class="badge">{row.version}.x</span>
                </>
              )}{' '}
              <span class="muted">
                {utcTime(row.created_at)}, {row.created_by} {row.comment}
              </span>{' '}
              {row.kind === 'translation' && (
                <a href={link('creator', { connection: `${name}@${row.version}` })}>
                  Open<span class="hidden"> version {row.version}</span> in the creator
                </a>
              )}
            </p>
            {row.kind === 'translation' && row.version !== served && (
              <Compare from={translations.find(({ version }) => version === served)} to={row} />
            )}
          </li>
        ))}
      </ul>
      <p class="muted">
        Raw records are not kept, so a new version cannot be tried on what came before. Try one below, or send
        it to <code>{name}@version?validateOnly=true</code>.
      </p>
    </>
  )
}

/** What differs from the version that the address serves. */
function Compare({ from, to }: { from: VersionRow | undefined; to: VersionRow }) {
  if (!from) return null
  const [before, after] = [from, to].map(({ definition }) => JSON.parse(definition) as Translation)
  const changes = translationChanges(before!, after!)
  if (changes.length === 0) return null
  return (
    <details>
      <summary>Compared with {from.version}</summary>
      <Changes changes={changes} />
    </details>
  )
}

function useColumns(name: string) {
  return [
    {
      title: 'Address',
      cell: ({ via, pinned }: UseRow) => (
        <code>
          /v1/{via === 'hook' ? 'hooks' : 'translators'}/{name}
          {pinned !== null && `@${pinned}`}
        </code>
      ),
    },
    { title: 'Version', cell: ({ version }: UseRow) => version ?? 'none: refused' },
    { title: 'Requests', numeric: true, cell: ({ requests }: UseRow) => count(requests) },
    { title: 'Records', numeric: true, cell: ({ records }: UseRow) => count(records) },
    { title: 'Events', numeric: true, cell: ({ accepted }: UseRow) => count(accepted) },
    { title: 'Refused', numeric: true, cell: ({ refused }: UseRow) => count(refused) },
    { title: 'Left out', numeric: true, cell: ({ left_out }: UseRow) => count(left_out) },
    { title: 'Last', cell: ({ last_received: at }: UseRow) => utcTime(at) },
  ]
}

const refusalColumns = [
  { title: 'When', cell: ({ received_at: at }: RefusalRow) => utcTime(at) },
  { title: 'Row', numeric: true, cell: ({ row_number }: RefusalRow) => row_number ?? '–' },
  { title: 'Field', cell: ({ field }: RefusalRow) => (field === null ? '–' : <code>{field}</code>) },
  { title: 'Reason', cell: ({ code }: RefusalRow) => fromSnakeCase(code) },
  { title: 'Asked for', cell: ({ expected }: RefusalRow) => expected ?? '–' },
  { title: 'Came', cell: ({ got }: RefusalRow) => got ?? '–' },
]

function Addresses({ name }: { name: string }) {
  useEffect(() => {
    if (!listing.peek()) void reload()
  }, [])
  const known = listing.value
  if (!known) return null
  const urls = [
    `${known.translateUrl.replace(/\/$/, '')}/v1/translators/${name}`,
    ...(known.webhooks.includes(name) ? [`${known.hookUrl.replace(/\/$/, '')}/v1/hooks/${name}`] : []),
  ]
  return (
    <Panel title="Addresses" hint="Add @ and a version to stay with that version." wide>
      {urls.map((url) => (
        <p key={url} class="endpoint">
          <code>POST {url}</code> <CopyButton text={url} what="URL" />
        </p>
      ))}
    </Panel>
  )
}
