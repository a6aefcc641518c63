/** Overview: shows the errors, the open ones first, each with an example. */
import { DataTable } from '../parts/data_table.tsx'
import { count, time, fromSnakeCase, withCount } from '../parts/format.ts'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { eventLink } from '../router.ts'
import { CountLink } from './count_link.tsx'
import { eventsLink, later, quarantineLink } from './links.ts'
import { sectionRows, type ErrorRow } from './overview_data.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'

const shownRows = 8

export function Errors({ answer, selection }: SectionProps) {
  const { eventName, destination } = selection
  const { errors } = answer.sections
  const rows = sectionRows(errors).filter(
    (row) =>
      (eventName === '' || row.event_name === eventName) &&
      (destination === '' || row.destination === destination),
  )
  return (
    <Panel
      title="Errors"
      hint="Errors of this period: those with events that are still undelivered first, the most frequent first."
      wide
    >
      {'error' in errors ? (
        <SectionFault error={errors.error} answer={answer} />
      ) : rows.length === 0 ? (
        <p class="fine">No errors.</p>
      ) : (
        <>
          <DataTable
            caption="Errors, open ones first"
            columns={[
              { title: 'Count', numeric: true, cell: (row) => <Occurrences row={row} /> },
              { title: 'Source', cell: sourceTitle },
              { title: 'Event type', cell: (row) => row.event_name ?? <span class="muted">none</span> },
              { title: 'Error', cell: (row) => <ErrorCell row={row} meanings={answer.meanings} /> },
              {
                title: 'Last seen',
                cell: (row) => <time dateTime={row.last_seen}>{time(row.last_seen)}</time>,
              },
              {
                title: 'Example event_id',
                cell: (row) => <Example row={row} />,
              },
            ]}
            rows={rows.slice(0, shownRows)}
          />
          {rows.length > shownRows && (
            <p class="muted">{`For ${count(rows.length - shownRows)} more, query view top_errors.`}</p>
          )}
        </>
      )}
    </Panel>
  )
}

const sources: Readonly<Record<string, string>> = { quarantine: 'quarantine', violation: 'definition' }

function sourceTitle({ source, destination }: ErrorRow) {
  return destination ?? sources[source] ?? source
}

/** The period in which the events of an error were received. Each is received before its error is seen. */
function periodOf({ first_received_at: since, last_seen: last }: ErrorRow) {
  return { since, until: later(last, 1000) }
}

function hrefOf(row: ErrorRow): string {
  const { source, destination, reason } = row
  const period = periodOf(row)
  const type = row.event_name ?? undefined
  const all = { from: period.since, to: period.until }
  if (source === 'quarantine') return quarantineLink(all, { type, reason: reason ?? undefined })
  // A position in a list is replaced in the field's name.
  if (source === 'violation')
    return eventsLink(all, { type, violates: reason === null || reason.includes('<') ? '*' : reason })
  const to = destination ?? undefined
  return isOver(row)
    ? eventsLink(all, { type, to, outcome: 'delivered' })
    : eventsLink(all, { type, to, outcome: row.outcome ?? undefined, reason: reason ?? undefined })
}

/** True if every affected event has been delivered or reprocessed since. */
function isOver({ open_events: open, events }: ErrorRow): boolean {
  return open === 0 && events > 0
}

function Occurrences({ row }: { row: ErrorRow }) {
  return <CountLink value={row.occurrences} of="times" href={hrefOf(row)} />
}

/** Says that the error is over, or for how many of its events. */
function Since({ row }: { row: ErrorRow }) {
  const { source, events, open_events: open } = row
  if (open === events) return null
  const words = source === 'quarantine' ? 'processed again since' : 'delivered since'
  if (isOver(row)) return <Mark outcome="delivered">{words}</Mark>
  return (
    <span class="detail">
      {count(events - open)} of {withCount(events, 'event')} {words}
    </span>
  )
}

function Example({
  row: { example_event_id: id, example_received_at: at, event_name: type },
}: {
  row: ErrorRow
}) {
  if (id === null) return '–'
  const code = <code class="id">{id}</code>
  if (at === null) return code
  return (
    <a
      class="rows"
      href={eventLink({ event_id: id, received_at: at, ...(type !== null && { event_name: type }) })}
    >
      {code}
    </a>
  )
}

function ErrorCell({ row, meanings }: { row: ErrorRow; meanings: Readonly<Record<string, string>> }) {
  const { source, outcome, reason, detail, http_status: status } = row
  const title =
    reason === null ? '' : source === 'violation' ? reason : (meanings[reason] ?? fromSnakeCase(reason))
  return (
    <>
      {outcome !== null && <span class={`badge ${outcome}`}>{outcome}</span>} {title}
      <Since row={row} />
      {(detail !== null || status !== null) && (
        <span class="detail">
          {[status === null ? '' : `HTTP ${status}`, detail ?? ''].filter(Boolean).join(' · ')}
        </span>
      )}
    </>
  )
}
