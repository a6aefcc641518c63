/** Health: judges, once a day, whether events of a deprecated type still come shortly before its sunset, or after it. */
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { HealthProblem, Judgement, OpenAlert } from './problem.ts'

/** Events of the last day of one deprecated type. */
export interface DeprecatedUse {
  event_name: string
  events: number
  /** YYYY-MM-DD, as the latest event was stored with it. */
  sunset: string
  successor: string | null
  example_event_id: string
}

/** Number of days before the sunset from which the alert is open. */
const warnedDays = 30

/** Reads the events of deprecated types of the last day. The columns of other events are null, and cost nothing:
 * https://cloud.google.com/bigquery/pricing#data */
export function deprecatedUseQuery(locate: Locate): string {
  return `SELECT event_name, COUNT(DISTINCT event_id) AS events,
  FORMAT_DATE('%F', ARRAY_AGG(deprecated_until ORDER BY received_at DESC, event_id LIMIT 1)[OFFSET(0)]) AS sunset,
  ARRAY_AGG(deprecated_successor ORDER BY received_at DESC, event_id LIMIT 1)[OFFSET(0)] AS successor,
  ARRAY_AGG(event_id ORDER BY received_at DESC, event_id LIMIT 1)[OFFSET(0)] AS example_event_id
FROM ${locate(tables.events.name)}
WHERE received_at >= @day AND deprecated_until IS NOT NULL
GROUP BY event_name
ORDER BY event_name`
}

/** `now`: in ms since 1970. */
export function judgeDeprecated(
  uses: readonly DeprecatedUse[],
  open: readonly OpenAlert[],
  now: number,
): Judgement {
  const findings = uses
    .filter(({ sunset }) => Date.parse(sunset) - now <= warnedDays * 86_400_000)
    .map(findingOf)
  const inUse = new Set(findings.map(({ subject }) => subject))
  return {
    findings,
    recovered: open.filter(({ alert, subject }) => alert === 'deprecated-type' && !inUse.has(subject)),
  }
}

function findingOf({
  event_name: name,
  events,
  sunset,
  successor,
  example_event_id,
}: DeprecatedUse): HealthProblem {
  const instead = successor === null ? 'No type takes its place' : `${successor} takes its place`
  return {
    alert: 'deprecated-type',
    subject: name,
    eventName: name,
    summary: `${events} of the events of the last 24 hours have the deprecated type ${name}, whose sunset is ${sunset}. ${instead}.`,
    exampleEventId: example_event_id,
    command: `npx sluice types ${successor ?? name} --lang markdown`,
  }
}
