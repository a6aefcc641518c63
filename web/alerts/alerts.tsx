/** Alerts: the page: what needs somebody, the worst first, each with its act and the section of the runbook. */
import { Panel } from '../parts/panel.tsx'
import { Answered } from '../parts/question.tsx'
import { way } from '../session.ts'
import { AlertItem } from './alert_item.tsx'
import { worstFirst } from './alert_text.ts'
import { renewAlerts, useAlerts } from './asked_alerts.ts'

/** The alerts of docs/operations.md that only metrics and log entries tell. */
const elsewhere = [
  'store-backlog',
  'actions-backlog',
  'function-faults',
  'front-door',
  'store-redeliveries',
  'store-tables',
  'bigquery-appends',
] as const

export function AlertsPage() {
  const asked = useAlerts()
  return (
    <div class="alerts">
      <header class="page-head">
        <div>
          <h1>Alerts</h1>
          <p class="muted">
            What the last 24 hours in BigQuery say needs somebody. Read when the console is loaded.
          </p>
        </div>
        <button type="button" onClick={renewAlerts}>
          Refresh
        </button>
      </header>
      <Panel title="Open alerts">
        <Answered asked={asked} what="the alerts" empty={<p class="fine">Nothing needs you.</p>}>
          {(rows) => (
            <ul class="problems">
              {worstFirst(rows).map((row) => (
                <AlertItem key={`${row.alert} ${row.subject} ${row.opened_at}`} row={row} />
              ))}
            </ul>
          )}
        </Answered>
      </Panel>
      <Panel
        title="Alerts of Cloud Monitoring"
        hint="They come from metrics and logs, which BigQuery does not have."
      >
        <ul class="chips" aria-label="Names of the alerts">
          {elsewhere.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
        {way.signIn === 'local' ? (
          <p class="muted">A stack on your machine has no Cloud Monitoring: the terminal shows its log.</p>
        ) : (
          <p>
            <a href="https://console.cloud.google.com/monitoring/alerting" target="_blank" rel="noreferrer">
              Open Cloud Monitoring
            </a>
          </p>
        )}
      </Panel>
    </div>
  )
}
