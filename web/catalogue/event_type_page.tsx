/** Catalogue: renders one event type: volume, fields, violations, hints, versions, and where it goes. */
import { useState } from 'preact/hooks'
import { extendedViewName } from '../../schemas/definition_extension.ts'
import { savedVersionsOf, type Version } from '../creator/saved.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { count, percentage, utcTime } from '../parts/format.ts'
import { lastDay, type DayPeriod } from '../parts/last_day.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { link } from '../router.ts'
import { Downloads } from './downloads.tsx'
import { FieldList } from './field_list.tsx'
import { Hints } from './hints.tsx'
import { cataloguedTypes, type KnownType } from './known_types.ts'
import { LifecyclePanel, StatusBadge } from './lifecycle.tsx'
import { Violations } from './violations.tsx'
import { volumeOf, type CatalogueRow, type ReachedRow } from './volume.ts'

export function EventTypePage({ name }: { name: string }) {
  const known = cataloguedTypes.value.get(name)
  const [period] = useState(() => lastDay(Date.now()))
  if (!known)
    return (
      <>
        <p>
          <a href="/console/catalogue">Catalogue</a>
        </p>
        <h1>No event type has the name {name}</h1>
        <p>
          Events of this name go to quarantine. <a href="/console/creator">Define an event type</a>
        </p>
      </>
    )
  const { type, definition } = known
  return (
    <>
      <header class="intro">
        <p>
          <a href="/console/catalogue">Catalogue</a>
        </p>
        <h1>{name}</h1>
        <p class="muted">
          <span class="badge">{definition ? 'own' : 'standard'}</span>
          <StatusBadge type={type} /> {type.description} Checked as{' '}
          <code>
            {name}@{type.version}
          </code>
          , {type.mode}. {definition && <a href={link('creator', { type: name })}>Open in the creator</a>}
        </p>
      </header>
      <Volume name={name} period={period} />
      <FieldList type={type} period={period} />
      <Violations name={name} period={period} />
      <Hints name={name} period={period} />
      <LifecyclePanel known={known} />
      <Versions name={name} known={known} />
      <Panel title="Example">
        <CodeBlock label="the example" text={JSON.stringify(type.examples[0], null, 2)} />
        <Downloads type={type} />
      </Panel>
    </>
  )
}

function Volume({ name, period }: { name: string; period: DayPeriod }) {
  const asked = useQuestion<CatalogueRow>('catalogue', { ...period, type: name })
  const reached = useQuestion<ReachedRow>('catalogue_reached', { ...period, type: name })
  const destinations = reached.answer?.rows ?? []
  return (
    <Panel title="The last 24 hours">
      <Answered asked={asked} what="the events" empty={<p>No event of this type was received.</p>}>
        {(rows) => {
          const { events, violating, connections, definitions, latest } = volumeOf(rows)
          return (
            <dl class="figures flow">
              <div class="figure">
                <dt>Events</dt>
                <dd class="value">
                  <a href={link('events', { type: name, since: period.since, until: period.until })}>
                    {count(events)}
                  </a>
                </dd>
                <dd class="muted">last {utcTime(latest)}</dd>
              </div>
              <div class="figure">
                <dt>With violations</dt>
                <dd class="value">{percentage(violating, events)}</dd>
                <dd class="muted">{count(violating)} events</dd>
              </div>
              <div class="figure">
                <dt>Sent by</dt>
                {connections.map(([connection, sent]) => (
                  <dd key={connection}>
                    {connection === '' ? 'producers' : connection} <span class="muted">{count(sent)}</span>
                  </dd>
                ))}
                {definitions.length > 1 && (
                  <dd class="muted">checked as {definitions.map(([each]) => each).join(', ')}</dd>
                )}
              </div>
              <div class="figure">
                <dt>Accepted by</dt>
                {destinations.length === 0 && <dd>{reached.answer ? 'no destination' : '…'}</dd>}
                {destinations.map(({ destination, events: accepted }) => (
                  <dd key={destination}>
                    <a href={link(`destinations/${destination}`, { type: name })}>{destination}</a>{' '}
                    <span class="muted">{count(accepted)}</span>
                  </dd>
                ))}
              </div>
            </dl>
          )
        }}
      </Answered>
    </Panel>
  )
}

function Versions({ name, known: { type, definition, extension } }: { name: string; known: KnownType }) {
  return (
    <Panel title="Versions">
      {definition ? (
        <VersionList versions={savedVersionsOf('event', name)} />
      ) : (
        <p>
          <strong>{type.version}</strong> in the code: <code>schemas/events/{name}.ts</code>
        </p>
      )}
      {extension && (
        <>
          <p>
            Its own fields are columns of the view <code>{extendedViewName(name)}</code>:
          </p>
          <VersionList versions={savedVersionsOf('extension', name)} />
        </>
      )}
    </Panel>
  )
}

function VersionList({ versions }: { versions: readonly Version[] }) {
  return (
    <ul class="versions">
      {versions.map(({ version, created_at: at, created_by: by, comment }) => (
        <li key={version}>
          <strong>{version}</strong> {utcTime(at)}, {by}
          {comment !== null && comment !== '' && `: ${comment}`}
        </li>
      ))}
    </ul>
  )
}
