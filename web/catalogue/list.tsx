/** Catalogue: lists the event types with their volume, violations, senders and destinations. */
import { useState } from 'preact/hooks'
import { DataTable } from '../parts/data_table.tsx'
import { count, percentage, utcTime } from '../parts/format.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { lastDay, type DayPeriod } from '../parts/last_day.ts'
import { Panel } from '../parts/panel.tsx'
import { Answered, useQuestion } from '../parts/question.tsx'
import { pageAddress, filter, link } from '../router.ts'
import { cataloguedTypes, type KnownType } from './known_types.ts'
import { StatusBadge } from './lifecycle.tsx'
import { volumeOf, type CatalogueRow, type ReachedRow, type UnknownRow } from './volume.ts'

const choices = [
  ['', 'All'],
  ['used', 'With events'],
  ['own', 'Your own'],
  ['violating', 'With violations'],
] as const

interface Line extends KnownType {
  name: string
  volume: ReturnType<typeof volumeOf>
  reached: readonly string[]
}

export function EventTypeList() {
  const [period] = useState(() => lastDay(Date.now()))
  const asked = useQuestion<CatalogueRow>('catalogue', period)
  const reached = useQuestion<ReachedRow>('catalogue_reached', period)
  const unknown = useQuestion<UnknownRow>('catalogue_unknown', period)
  const { query } = pageAddress.value
  return (
    <>
      <header class="intro">
        <h1>Catalogue</h1>
        <p class="muted">
          Every event type: what it means, who sends it, and where it goes. Last 24 hours.{' '}
          <a href="/console/creator">Define an event type</a>
        </p>
      </header>
      <div class="options">
        <TextField
          label="Event type or field"
          value={query.get('find') ?? ''}
          placeholder="purchase, coupon"
          onInput={(find) => filter({ find })}
        />
        <Select
          label="Show"
          value={query.get('show') ?? ''}
          options={choices}
          onChange={(show) => filter({ show })}
        />
      </div>
      <section class="panel" aria-label="Event types of the catalogue">
        <Answered asked={asked} what="the events" empty={<Types rows={[]} reached={[]} period={period} />}>
          {(rows) => <Types rows={rows} reached={reached.answer?.rows ?? []} period={period} />}
        </Answered>
      </section>
      <Panel title="Unknown names" hint="Events in quarantine because no event type has their name.">
        <Answered
          asked={unknown}
          what="the quarantine"
          empty={<p class="fine">None in the last 24 hours.</p>}
        >
          {(rows) => <Unknown rows={rows} period={period} />}
        </Answered>
      </Panel>
    </>
  )
}

interface TypesProps {
  rows: readonly CatalogueRow[]
  reached: readonly ReachedRow[]
  period: DayPeriod
}

function Types({ rows, reached, period: { since, until } }: TypesProps) {
  const byType = Map.groupBy(rows, ({ event_name: name }) => name)
  const lines = [...cataloguedTypes.value].map(([name, known]): Line => ({
    ...known,
    name,
    volume: volumeOf(byType.get(name) ?? []),
    reached: reached.filter((row) => row.event_name === name).map(({ destination }) => destination),
  }))
  const shown = lines
    .filter(isShown)
    .toSorted((one, other) => other.volume.events - one.volume.events || (one.name < other.name ? -1 : 1))
  if (shown.length === 0) return <p>No event type matches.</p>
  return (
    <DataTable
      caption="Event types"
      rows={shown}
      columns={[
        {
          title: 'Event type',
          cell: ({ name, type, definition }) => (
            <>
              <a href={link(`catalogue/${encodeURIComponent(name)}`)}>
                <strong>{name}</strong>
              </a>{' '}
              {definition && <span class="badge">own</span>}
              <StatusBadge type={type} />
              <span class="beneath">{type.description}</span>
            </>
          ),
        },
        {
          title: 'Events',
          numeric: true,
          cell: ({ name, volume: { events } }) =>
            events === 0 ? (
              '0'
            ) : (
              <a href={link('events', { type: name, since, until })} aria-label={`${count(events)} ${name}`}>
                {count(events)}
              </a>
            ),
        },
        {
          title: 'With violations',
          numeric: true,
          cell: ({ name, volume: { events, violating } }) =>
            violating === 0 ? (
              'none'
            ) : (
              <a
                href={link(`catalogue/${encodeURIComponent(name)}`)}
                aria-label={`${percentage(violating, events)} of ${name}`}
              >
                {percentage(violating, events)}
              </a>
            ),
        },
        { title: 'Sent by', cell: ({ volume }) => <Senders connections={volume.connections} /> },
        { title: 'Accepted by', cell: ({ reached: names }) => names.join(', ') || '–' },
        {
          title: 'Last received',
          cell: ({ volume: { latest } }) =>
            latest === '' ? '–' : <time dateTime={latest}>{utcTime(latest)}</time>,
        },
      ]}
    />
  )
}

/** True if the line matches the filters of the address. The search finds fields, too. */
function isShown({ name, type, definition, volume: { events, violating } }: Line): boolean {
  const { query } = pageAddress.value
  const find = (query.get('find') ?? '').trim().toLowerCase()
  const isFound = [name, ...Object.keys(type.fields)].some((text) => text.includes(find))
  const show = query.get('show') ?? ''
  const isChosen =
    show === 'used'
      ? events > 0
      : show === 'own'
        ? definition !== undefined
        : show !== 'violating' || violating > 0
  return isFound && isChosen
}

function Senders({ connections }: { connections: readonly (readonly [string, number])[] }) {
  if (connections.length === 0) return <>–</>
  return (
    <>
      {connections.map(([name, events]) => (
        <span key={name} class="sender">
          {name === '' ? (
            'producers'
          ) : (
            <a href={link(`connections/${encodeURIComponent(name.split('@')[0]!)}`)}>{name}</a>
          )}{' '}
          <span class="muted">{count(events)}</span>
        </span>
      ))}
    </>
  )
}

function Unknown({ rows, period: { since, until } }: { rows: readonly UnknownRow[]; period: DayPeriod }) {
  return (
    <DataTable
      caption="Names without an event type"
      rows={rows}
      columns={[
        { title: 'Name', cell: ({ event_name: name }) => <code>{name}</code> },
        {
          title: 'Messages',
          numeric: true,
          cell: ({ event_name: name, messages }) => (
            <a
              href={link('quarantine', { type: name, reason: 'unknown_event', since, until })}
              aria-label={`${count(messages)} ${name}`}
            >
              {count(messages)}
            </a>
          ),
        },
        { title: 'Did you mean', cell: ({ suggestion }) => suggestion ?? '–' },
        { title: 'Last received', cell: ({ last_received: at }) => <time dateTime={at}>{utcTime(at)}</time> },
      ]}
    />
  )
}
