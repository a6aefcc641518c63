/** Observability: declares the alerts of the health check. Each entry of its log is one notification. Pure. */
import type { HealthAlertName } from '../../schemas/warehouse/health_alerts.ts'
import type { Alert } from './alert.ts'
import { logFilters } from './signals.ts'

/** Members of the log entry that the notification shows. Entries that differ in one of them notify separately.
 * https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.alertPolicies#LogMatch */
const shown = ['subject', 'summary', 'example_event_id', 'command'] as const

/** The text of a notification can contain extracted labels. https://cloud.google.com/monitoring/alerts/doc-variables */
const details = [
  '${log.extracted_label.summary}',
  'An affected event: `${log.extracted_label.example_event_id}`. After the cause is fixed, run:',
  '`${log.extracted_label.command}`',
].join('\n\n')

const declared: Readonly<Record<HealthAlertName, Pick<Alert, 'title' | 'severity'>>> = {
  'destination-failing': {
    title: 'A destination refuses, skips or holds far more events than usual.',
    severity: 'ERROR',
  },
  'destination-silent': {
    title: 'A destination that used to get events gets none.',
    severity: 'ERROR',
  },
  'quarantine-surge': {
    title: 'Far more messages than usual are quarantined.',
    severity: 'ERROR',
  },
  volume: {
    title: 'Far fewer or more events than usual arrive.',
    severity: 'WARNING',
  },
  'sync-late': {
    title: 'A sync has not succeeded for two intervals of its schedule.',
    severity: 'ERROR',
  },
  'deprecated-type': {
    title: 'Events of a deprecated type still come within 30 days of its sunset.',
    severity: 'WARNING',
  },
}

export function healthPolicies(): readonly Alert[] {
  return (Object.keys(declared) as HealthAlertName[]).map((name) => ({
    name,
    ...declared[name],
    details,
    condition: {
      conditionMatchedLog: {
        filter: logFilters.health(name),
        labelExtractors: Object.fromEntries(shown.map((field) => [field, `EXTRACT(jsonPayload.${field})`])),
      },
    },
  }))
}
