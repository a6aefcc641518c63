/** Health: keeps the problems in table `health_alerts` and logs each once. An interruption between the log entry and its record logs the
 * entry twice, and never not at all. */
import { logMessages } from '../../schemas/log_messages.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { HealthAlertName } from '../../schemas/warehouse/health_alerts.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { HealthProblem, OpenAlert } from './problem.ts'

/** Logs an error that an alert matches. */
export type LogAlert = (message: string, facts: Readonly<Record<string, unknown>>) => void

type AlertWarehouse = Pick<Warehouse, 'locate' | 'rows' | 'change'>

interface AlertRow {
  alert: HealthAlertName
  subject: string
  event_name: string | null
  outcome: string | null
  reason: string | null
  summary: string
  example_event_id: string | null
  command: string
  is_reported: boolean
}

async function openRows({ locate, rows }: AlertWarehouse): Promise<readonly AlertRow[]> {
  const found =
    await rows(`SELECT alert, subject, event_name, outcome, reason, summary, example_event_id, command,
  reported_at IS NOT NULL AS is_reported
FROM ${locate(tables.health_alerts.name)}
WHERE recovered_at IS NULL
ORDER BY opened_at, alert, subject`)
  return found as unknown as readonly AlertRow[]
}

export async function openAlerts(warehouse: AlertWarehouse): Promise<readonly OpenAlert[]> {
  return (await openRows(warehouse)).map(({ alert, subject, event_name, outcome, reason }) => ({
    alert,
    subject,
    eventName: event_name ?? undefined,
    outcome: outcome ?? undefined,
    reason: reason ?? undefined,
  }))
}

function keyOf({ alert, subject }: Pick<OpenAlert, 'alert' | 'subject'>): Parameters {
  return { alert: ['STRING', alert], subject: ['STRING', subject] }
}

export async function recover({ locate, change }: AlertWarehouse, alert: OpenAlert): Promise<void> {
  await change(
    `UPDATE ${locate(tables.health_alerts.name)} SET recovered_at = CURRENT_TIMESTAMP()
WHERE alert = @alert AND subject = @subject AND recovered_at IS NULL`,
    keyOf(alert),
  )
}

/** Records that the open problems last. */
export async function keepOpen({ locate, change }: AlertWarehouse): Promise<void> {
  await change(
    `UPDATE ${locate(tables.health_alerts.name)} SET last_seen = CURRENT_TIMESTAMP() WHERE recovered_at IS NULL`,
  )
}

/** Adds a problem unless it is open already. */
export async function openAlert({ locate, change }: AlertWarehouse, finding: HealthProblem): Promise<void> {
  await change(
    `MERGE ${locate(tables.health_alerts.name)} AS known
USING (SELECT @alert AS alert, @subject AS subject) AS found
ON known.alert = found.alert AND known.subject = found.subject AND known.recovered_at IS NULL
WHEN NOT MATCHED THEN
  INSERT (alert, subject, opened_at, last_seen, event_name, outcome, reason, summary, example_event_id, command)
  VALUES (@alert, @subject, CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), @event_name, @outcome, @reason, @summary, @example, @command)`,
    {
      ...keyOf(finding),
      event_name: ['STRING', finding.eventName ?? null],
      outcome: ['STRING', finding.outcome ?? null],
      reason: ['STRING', finding.reason ?? null],
      summary: ['STRING', finding.summary],
      example: ['STRING', finding.exampleEventId ?? null],
      command: ['STRING', finding.command],
    },
  )
}

/** Logs the problems that were not logged yet, except rejected credentials, which `forward` reports at once. Returns their number. */
export async function reportAlerts(warehouse: AlertWarehouse, log: LogAlert): Promise<number> {
  const unreported = (await openRows(warehouse)).filter((row) => !row.is_reported)
  for (const row of unreported) {
    const { alert, reason } = row
    if (reason !== 'auth') log(logMessages[alert], detailsOf(row))
    await warehouse.change(
      `UPDATE ${warehouse.locate(tables.health_alerts.name)} SET reported_at = CURRENT_TIMESTAMP()
WHERE alert = @alert AND subject = @subject AND recovered_at IS NULL`,
      keyOf(row),
    )
  }
  return unreported.filter(({ reason }) => reason !== 'auth').length
}

function detailsOf({ alert, subject, event_name, reason, ...row }: AlertRow) {
  return {
    alert,
    subject,
    ...(alert.startsWith('destination-') && { destination: subject }),
    ...(event_name !== null && { event_name }),
    ...(reason !== null && { reason }),
    summary: row.summary,
    example_event_id: row.example_event_id ?? '',
    command: row.command,
  }
}
