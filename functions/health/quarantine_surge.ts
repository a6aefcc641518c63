/** Health: judges whether far more messages than usual are quarantined. */
import { quarantineReasons } from '../../schemas/warehouse/quarantine.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { HealthProblem, Judgement, OpenAlert } from './problem.ts'
import { reprocessCommand } from './repair.ts'

/** Messages of this hour and the one before with one reason. */
export interface QuarantineCount {
  reason: string
  messages: number
  /** Average of two hours of the days before. */
  usual: number
  since: string | null
  /** Most frequent event name; null if the messages have none. */
  event_name: string | null
  example_event_id: string | null
}

/** Minimum number of messages. */
const minMessages = 20
/** How many times the usual number a surge is. */
const minFactor = 5

export function quarantineQuery(locate: Locate): string {
  const counts = locate(tables.hourly_counts.name)
  return `WITH observed AS (
  SELECT COUNT(*) AS hours FROM ${counts} WHERE hour >= @from AND hour < @usual_until AND subject = 'hour'
),
counted AS (
  SELECT hour, reason, event_name, pairs, earliest_received_at, example_event_id
  FROM ${counts}
  WHERE hour >= @from AND subject = 'quarantine'
)
SELECT reason,
  SUM(IF(hour >= @last_hour, pairs, 0)) AS messages,
  IFNULL(SAFE_DIVIDE(2 * SUM(IF(hour < @usual_until, pairs, 0)), ANY_VALUE(observed.hours)), 0) AS usual,
  FORMAT_TIMESTAMP('%FT%H:%M:%SZ', MIN(IF(hour >= @last_hour, earliest_received_at, NULL))) AS since,
  ARRAY_AGG(event_name ORDER BY IF(hour >= @last_hour, pairs, 0) DESC, event_name LIMIT 1)[OFFSET(0)] AS event_name,
  ARRAY_AGG(example_event_id ORDER BY IF(hour >= @last_hour, pairs, 0) DESC, event_name, hour DESC LIMIT 1)[OFFSET(0)] AS example_event_id
FROM counted
CROSS JOIN observed
GROUP BY reason`
}

export function judgeQuarantine(counts: readonly QuarantineCount[], open: readonly OpenAlert[]): Judgement {
  const isAbove = ({ messages, usual }: QuarantineCount, part: number): boolean =>
    messages >= minMessages * part && messages >= minFactor * part * usual
  return {
    findings: counts.filter((count) => isAbove(count, 1)).map(findingOf),
    recovered: open.filter(
      ({ alert, subject }) =>
        alert === 'quarantine-surge' &&
        !counts.some((count) => count.reason === subject && isAbove(count, 0.5)),
    ),
  }
}

function findingOf({
  reason,
  messages,
  usual,
  since,
  event_name,
  example_event_id,
}: QuarantineCount): HealthProblem {
  const eventName = event_name ?? undefined
  const meaning = (quarantineReasons as Readonly<Record<string, string>>)[reason] ?? ''
  return {
    alert: 'quarantine-surge',
    subject: reason,
    eventName,
    reason,
    summary:
      `${messages} messages of the last two hours are quarantined (${reason}), usually ${Math.round(usual)}. ${meaning}` +
      (eventName === undefined ? '' : ` Most are named ${JSON.stringify(eventName)}.`),
    exampleEventId: example_event_id ?? undefined,
    command: reprocessCommand(since ?? '', reason, eventName),
  }
}
