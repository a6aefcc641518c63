/** Command line: reads what Google has billed for a project from a billing export.
 * https://cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage */
import type { CommandEnvironment } from '../environment/command_environment.ts'

const dayMs = 86_400_000

/** The label of every resource that takes labels (Pulumi.yaml). */
const label = { key: 'app', value: 'sluice' } as const

export interface BilledService {
  service: string
  currency: string
  /** Of resources with the label, credits deducted. */
  labelled: number
  /** Of the other resources of the project: not every service passes labels on. */
  other: number
}

export interface BilledCosts {
  /** First day of the 30 days, and the day after the last. */
  since: string
  until: string
  services: readonly BilledService[]
}

/** Reads the last 30 days that are over. `table`: `project.dataset.table`, checked before. `now`: in ms since 1970. */
export async function readBilledCosts(
  { bigquery, project }: CommandEnvironment,
  table: string,
  now: number,
): Promise<BilledCosts> {
  const client = await bigquery()
  const until = new Date(Math.floor(now / dayMs) * dayMs).toISOString()
  const since = new Date(Date.parse(until) - 30 * dayMs).toISOString()
  const [rows] = await client.query({
    query: billedQuery(table),
    params: { since, until, project, key: label.key, value: label.value },
  })
  return { since, until, services: rows as readonly BilledService[] }
}

function billedQuery(table: string): string {
  return `WITH items AS (
  SELECT bill.service.description AS service_name, bill.currency AS currency,
    bill.cost + IFNULL((SELECT SUM(credit.amount) FROM UNNEST(bill.credits) AS credit), 0) AS net,
    EXISTS (
      SELECT 1 FROM UNNEST(bill.labels) AS label WHERE label.key = @key AND label.value = @value
    ) AS is_labelled
  FROM \`${table}\` AS bill
  WHERE bill.usage_start_time >= TIMESTAMP(@since) AND bill.usage_start_time < TIMESTAMP(@until)
    AND bill.project.id = @project
)
SELECT service_name AS service, currency, SUM(IF(is_labelled, net, 0)) AS labelled, SUM(IF(is_labelled, 0, net)) AS other
FROM items
GROUP BY service_name, currency
ORDER BY service_name, currency`
}
