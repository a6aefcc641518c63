/** Overview: shows hours with unusually many or few events of a type. */
import { count, factor, time } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { sectionRows, type AnomalyRow } from './overview_data.ts'
import { CountLink } from './count_link.tsx'
import { eventsLink, later } from './links.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './section.ts'
import { ofEvents } from './selected.ts'

const shownRows = 5
const hourMs = 3_600_000

export function Anomalies({ answer, selection }: SectionProps) {
  const { anomalies } = answer.sections
  const rows = ofEvents(sectionRows(anomalies), selection)
  return (
    <Panel title="Unusual volume" hint="Full hours, compared with the same hour of up to 28 days before.">
      {'error' in anomalies ? (
        <SectionFault error={anomalies.error} answer={answer} />
      ) : rows.length === 0 ? (
        <>
          <p class="fine">No unusual hours.</p>
          <p class="muted">An event type is compared from its eighth day.</p>
        </>
      ) : (
        <ul class="anomalies">
          {rows.slice(0, shownRows).map((row) => (
            <li key={`${row.hour} ${row.event_name}`}>
              <strong>{row.event_name}</strong> <time dateTime={row.hour}>{time(row.hour)}</time>
              <span>
                <CountLink
                  value={row.events}
                  href={eventsLink(answer, {
                    type: row.event_name,
                    since: row.hour,
                    until: later(row.hour, hourMs),
                  })}
                />{' '}
                {comparison(row)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function comparison({ events, median, ratio }: AnomalyRow): string {
  const counts = `instead of about ${count(median)}`
  if (events === 0 || ratio === null) return counts
  return ratio > 1
    ? `${counts}: ${factor(ratio)} times as many`
    : `${counts}: ${factor(100 * ratio)}% of the usual number`
}
