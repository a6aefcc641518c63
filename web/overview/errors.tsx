/** Overview: shows the most frequent errors, each with an example. */
import { DataTable } from '../parts/data_table.tsx'
import { count, time, fromSnakeCase } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
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
      hint="Errors of this period, most frequent first. Counts cover the last 30 days."
      wide
    >
      {'error' in errors ? (
        <SectionFault message={errors.error.message} />
      ) : rows.length === 0 ? (
        <p class="fine">No errors.</p>
      ) : (
        <>
          <DataTable
            caption="Errors, most frequent first"
            columns={[
              { title: 'Count', numeric: true, cell: (row) => count(row.occurrences) },
              { title: 'Source', cell: sourceTitle },
              { title: 'Event type', cell: (row) => row.event_name ?? <span class="muted">none</span> },
              { title: 'Error', cell: (row) => <ErrorCell row={row} meanings={answer.meanings} /> },
              {
                title: 'Last seen',
                cell: (row) => <time dateTime={row.last_seen}>{time(row.last_seen)}</time>,
              },
              {
                title: 'Example event_id',
                cell: (row) => <code class="id">{row.example_event_id ?? '–'}</code>,
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

function ErrorCell({ row, meanings }: { row: ErrorRow; meanings: Readonly<Record<string, string>> }) {
  const { source, outcome, reason, detail, http_status: status } = row
  const title =
    reason === null ? '' : source === 'violation' ? reason : (meanings[reason] ?? fromSnakeCase(reason))
  return (
    <>
      {outcome !== null && <span class={`badge ${outcome}`}>{outcome}</span>} {title}
      {(detail !== null || status !== null) && (
        <span class="detail">
          {[status === null ? '' : `HTTP ${status}`, detail ?? ''].filter(Boolean).join(' · ')}
        </span>
      )}
    </>
  )
}
