/** Events: the rows of the list. On narrow pages each row is a card. */
import { Mark } from '../parts/mark.tsx'
import { utcTime, withCount } from '../parts/format.ts'
import { PersonalValue } from '../parts/personal.tsx'
import { eventLink, link } from '../router.ts'
import { pairOutcomesOf, personOf } from '../../schemas/event_outcome.ts'
import type { EventRow, OutcomeRow } from '../../schemas/event_rows.ts'
import { personLink } from './person_link.ts'

interface EventRowsProps {
  rows: readonly EventRow[]
  /** Undefined while they are read. */
  outcomes: readonly OutcomeRow[] | undefined
  /** Ids of rows that have just arrived. */
  fresh?: ReadonlySet<string>
}

/** Destinations that a row names; of more, the others are counted. */
const maxShown = 6

export function EventRows({ rows, outcomes, fresh }: EventRowsProps) {
  return (
    <ol class="events-list" aria-label="Events">
      {rows.map((row) => (
        <li key={`${row.event_id} ${row.received_at}`} class={fresh?.has(row.event_id) ? 'fresh' : undefined}>
          <time dateTime={row.received_at} class="code">
            {utcTime(row.received_at)}
          </time>
          <span>
            <a class="event-name" href={eventLink(row)}>
              {row.event_name}
              <span class="hidden"> {row.event_id}</span>
            </a>{' '}
            {row.violated > 0 && <span class="badge">{withCount(row.violated, 'violation')}</span>}
          </span>
          <Person row={row} />
          <span class="muted">
            {row.connection === null ? (
              `topic ${row.topic}`
            ) : (
              <a href={link('events', { via: row.connection })}>{row.connection}</a>
            )}
          </span>
          <PairOutcomes row={row} outcomes={outcomes} />
        </li>
      ))}
    </ol>
  )
}

function Person({ row }: { row: EventRow }) {
  const person = personOf(row)
  return (
    <span class="person">
      {person === undefined ? (
        <span class="muted">nobody</span>
      ) : (
        <a href={personLink(person)}>
          <PersonalValue value={person} />
        </a>
      )}
    </span>
  )
}

function PairOutcomes({ row, outcomes }: { row: EventRow; outcomes: readonly OutcomeRow[] | undefined }) {
  if (row.decisions === undefined || outcomes === undefined) return <span class="muted">…</span>
  const pairs = pairOutcomesOf(
    row.decisions,
    outcomes.filter(({ event_id: id }) => id === row.event_id),
  )
  if (pairs.length === 0) return <span class="muted">no destinations</span>
  return (
    <ul class="pairs" aria-label="Destinations">
      {pairs.slice(0, maxShown).map(({ destination, outcome }) => (
        <li key={destination}>
          <Mark outcome={outcome}>{destination}</Mark>
          <span class="hidden"> {outcome}</span>
        </li>
      ))}
      {pairs.length > maxShown && <li class="muted">and {pairs.length - maxShown} more</li>}
    </ul>
  )
}
