/** Overview: hours in which a type of event came far more or less often than usual. */
import { count, factor, time } from '../parts/format.ts'
import { Panel } from '../parts/panel.tsx'
import { sectionRows, type AnomalyRow } from './overview_data.ts'
import { SectionFault } from './messages.tsx'
import type { SectionProps } from './overview.tsx'
import { ofEvents } from './selected.ts'

const shownRows = 5

export function Anomalies({ answer, selection }: SectionProps) {
  const { anomalies } = answer.sections
  const rows = ofEvents(sectionRows(anomalies), selection)
  return (
    <Panel title="Unusual volume" hint="Full hours, beside the same hour of up to 28 days before.">
      {'error' in anomalies ? (
        <SectionFault message={anomalies.error.message} />
      ) : rows.length === 0 ? (
        <>
          <p class="fine">No hour stands out.</p>
          <p class="muted">A type of event is compared from its eighth day on.</p>
        </>
      ) : (
        <ul class="anomalies">
          {rows.slice(0, shownRows).map((row) => (
            <li key={`${row.hour} ${row.event_name}`}>
              <strong>{row.event_name}</strong> <time dateTime={row.hour}>{time(row.hour)}</time>
              <span>{inWords(row)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function inWords({ events, median, ratio }: AnomalyRow): string {
  const beside = `${count(events)} instead of about ${count(median)}`
  if (events === 0) return `${beside}: none came`
  if (ratio === null) return beside
  return ratio > 1
    ? `${beside}: ${factor(ratio)} times as many`
    : `${beside}: ${factor(100 * ratio)} % of the usual`
}
