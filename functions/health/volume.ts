/** Health: judges whether far fewer or more events than usual arrive, by the same hours of the four weeks before. */
import { tables } from '../../schemas/warehouse.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { HealthProblem, Judgement, OpenAlert } from './problem.ts'

/** Events of one type in one hour. */
export interface VolumeCount {
  /** Empty: all types. */
  event_name: string
  /** 1: the last full hour. 2: the one before. */
  hours_ago: number
  /** 0 to 4. */
  weeks_ago: number
  events: number
  example_event_id: string | null
}

const weeks = [1, 2, 3, 4]

/** Fewer events in every earlier week do not say anything about this one. */
const minUsual = 50
/** Minimum number of events of a burst. */
const minBurst = 200
/** Share of the lowest, and multiple of the highest, of the four weeks. */
const limits = { few: 0.25, many: 4 }
/** An alert recovers between these. */
const usualLimits = { few: 0.5, many: 2 }

/** Reads the last two full hours, and the same hours of the four weeks before. An hour that was not counted has no row. */
export function volumeQuery(locate: Locate): string {
  return `WITH counted AS (
  SELECT hour, subject, event_name, pairs, example_event_id, TIMESTAMP_DIFF(@this_hour, hour, HOUR) AS ago
  FROM ${locate(tables.hourly_counts.name)}
  WHERE hour >= @from AND subject IN ('hour', 'events')
)
SELECT IF(subject = 'hour', '', type_or_all) AS event_name, MOD(ago, 168) AS hours_ago, DIV(ago, 168) AS weeks_ago,
  SUM(counted.pairs) AS events,
  ARRAY_AGG(example_event_id IGNORE NULLS ORDER BY example_event_id LIMIT 1)[SAFE_OFFSET(0)] AS example_event_id
FROM counted
CROSS JOIN UNNEST(IF(subject = 'hour', [''], [event_name, ''])) AS type_or_all
WHERE MOD(ago, 168) IN (1, 2) AND DIV(ago, 168) <= 4
GROUP BY 1, 2, 3`
}

type HourCounts = Readonly<Record<'now' | 'lowest' | 'highest', number>>

export function judgeVolume(counts: readonly VolumeCount[], open: readonly OpenAlert[]): Judgement {
  const at = (type: string, hoursAgo: number, weeksAgo: number): VolumeCount | undefined =>
    counts.find((row) => row.event_name === type && row.hours_ago === hoursAgo && row.weeks_ago === weeksAgo)
  /** Undefined if an hour was not counted: the row of all types exists for each hour that was. */
  const hourOf = (type: string, hoursAgo: number): HourCounts | undefined => {
    if ([0, ...weeks].some((week) => !at('', hoursAgo, week))) return undefined
    const usual = weeks.map((week) => at(type, hoursAgo, week)?.events ?? 0)
    const now = at(type, hoursAgo, 0)?.events ?? 0
    return { now, lowest: Math.min(...usual), highest: Math.max(...usual) }
  }
  const findingOf = (type: string): HealthProblem | undefined => {
    const hours = [1, 2].map((hoursAgo) => hourOf(type, hoursAgo))
    const [last, before] = hours
    if (!last || !before) return undefined
    const isFew = [last, before].every(({ now, lowest }) => lowest >= minUsual && now < limits.few * lowest)
    const isMany = [last, before].every(({ now, highest }) => now >= minBurst && now > limits.many * highest)
    if (!isFew && !isMany) return undefined
    const example = [0, 1]
      .flatMap((week) => at(type, 1, week) ?? [])
      .find((row) => row.example_event_id !== null)
    return volumeFinding(type, isFew, last, example?.example_event_id ?? undefined)
  }
  const ofAll = findingOf('')
  const types = new Set(counts.map(({ event_name: type }) => type))
  // If all events are missing, one alert says so.
  const findings = ofAll
    ? [ofAll]
    : [...types].flatMap((type) => (type === '' ? [] : (findingOf(type) ?? [])))
  const recovered = open.filter(({ alert, subject }) => {
    if (alert !== 'volume') return false
    const hour = hourOf(subject, 1)
    return (
      hour !== undefined &&
      hour.now >= usualLimits.few * hour.lowest &&
      (hour.now <= usualLimits.many * hour.highest || hour.now < minBurst)
    )
  })
  return { findings, recovered }
}

function volumeFinding(
  type: string,
  isFew: boolean,
  { now, lowest, highest }: HourCounts,
  exampleEventId: string | undefined,
): HealthProblem {
  const what = type === '' ? 'events' : `events of type ${type}`
  return {
    alert: 'volume',
    subject: type,
    eventName: type === '' ? undefined : type,
    reason: isFew ? 'few_events' : 'many_events',
    summary: `${now} ${what} arrived in the last full hour. The same hour of the four weeks before had ${lowest} to ${highest}.`,
    exampleEventId,
    // Fewer: whether Sluice lost its own way in. More: whether they are duplicates.
    command: isFew ? 'npx sluice doctor' : 'npx sluice reconcile --days 1',
  }
}
