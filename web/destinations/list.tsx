/** Destinations: lists them, those with a problem first. */
import { useState } from 'preact/hooks'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { DataTable } from '../parts/data_table.tsx'
import { count, fromSnakeCase, utcTime } from '../parts/format.ts'
import { Answered, useQuestion } from '../parts/question.tsx'
import { eventLink, link } from '../router.ts'
import { eventsWith, lastError, stateOf, states, type AlertRow, type OutcomeGroup } from './attempts.ts'
import { lastDay, type DayPeriod } from '../parts/last_day.ts'
import { StateMark } from './state_mark.tsx'

interface Line {
  destination: ShownDestination
  rows: readonly OutcomeGroup[]
  state: keyof typeof states
}

export function DestinationList({ destinations }: { destinations: readonly ShownDestination[] }) {
  const [period] = useState(() => lastDay(Date.now()))
  const attempts = useQuestion<OutcomeGroup>('destination_attempts', period)
  const alerts = useQuestion<AlertRow>('destination_alerts', {})
  return (
    <>
      <header class="intro titled">
        <div>
          <h1>Destinations</h1>
          <p class="muted">The third parties that events are sent to. Last 24 hours, problems first.</p>
        </div>
        <a class="button primary" href={link('destinations', { add: 'webhook' })}>
          Add a destination
        </a>
      </header>
      {destinations.length === 0 ? (
        <p class="panel">
          No destination is configured: events are stored in BigQuery only. Add one to send them further.
        </p>
      ) : (
        <section class="panel" aria-label="State of the destinations">
          <Answered asked={attempts} what="the deliveries" empty={<Lines {...{ destinations, period }} />}>
            {(rows) => <Lines {...{ destinations, period, rows, alerts: alerts.answer?.rows }} />}
          </Answered>
        </section>
      )}
    </>
  )
}

interface LinesProps {
  destinations: readonly ShownDestination[]
  period: DayPeriod
  rows?: readonly OutcomeGroup[]
  alerts?: readonly AlertRow[] | undefined
}

function Lines({ destinations, period, rows = [], alerts = [] }: LinesProps) {
  const worst = Object.keys(states)
  const lines = destinations
    .map((destination): Line => {
      const own = rows.filter((row) => row.destination === destination.id)
      const problems = alerts.filter(({ subject }) => subject === destination.id)
      return { destination, rows: own, state: stateOf(own, problems, destination.isPaused) }
    })
    .toSorted(
      (one, other) =>
        worst.indexOf(one.state) - worst.indexOf(other.state) || volumeOf(other) - volumeOf(one),
    )
  const number = (title: string, ...outcomes: readonly [string, ...string[]]) => ({
    title,
    numeric: true,
    cell: ({ destination: { id }, rows: own }: Line) => {
      const events = eventsWith(own, ...outcomes)
      if (events === 0) return '0'
      const href = link('events', { to: id, outcome: outcomes[0], since: period.since, until: period.until })
      return (
        <a href={href} aria-label={`${count(events)} ${outcomes[0]}, ${id}`}>
          {count(events)}
        </a>
      )
    },
  })
  return (
    <DataTable
      caption="Destinations"
      rows={lines}
      columns={[
        {
          title: 'Destination',
          cell: ({ destination: { id, target, purpose } }) => (
            <>
              <a href={link(`destinations/${id}`)}>
                <strong>{id}</strong>
              </a>
              <span class="beneath">
                {target} · {purpose}
              </span>
            </>
          ),
        },
        { title: 'State', cell: ({ state }) => <StateMark state={state} /> },
        number('Delivered', 'delivered'),
        number('Refused', 'refused'),
        number('Dead', 'dead'),
        number('Skipped', 'skipped'),
        number('Waiting', 'deferred'),
        { title: 'Last error', cell: ({ rows: own }) => <LastError row={lastError(own)} /> },
      ]}
    />
  )
}

function volumeOf({ rows }: Line): number {
  return rows.reduce((sum, { events, others }) => sum + events + others, 0)
}

function LastError({ row }: { row: OutcomeGroup | undefined }) {
  if (!row) return <span class="muted">none</span>
  const { outcome, reason, latest } = row
  const text = fromSnakeCase(reason ?? outcome)
  return (
    <>
      {latest.source === null ? <a href={eventLink(latest)}>{text}</a> : text}
      <span class="beneath">{utcTime(latest.settled_at)}</span>
    </>
  )
}
