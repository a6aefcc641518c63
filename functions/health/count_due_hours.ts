/** Health: counts the hours that are due: what the check judges in each run, and what only the console shows, with many events, once an hour. */
import { healthCheck } from '../../schemas/health_check.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { RunDeadline } from '../runs/run_job.ts'
import { settledHoursQuery, storedHoursQuery } from './changed_hours.ts'
import { countErrorsStatement } from './count_errors.ts'
import { countedHoursQuery, countStatement, type CountedHour } from './count_hours.ts'
import { countTrafficStatement } from './count_traffic.ts'
import {
  changesSince,
  firstHour,
  hourMs,
  hoursToCount,
  isDailyRun,
  isHourlyRun,
  type CountedHours,
} from './hours_to_count.ts'

interface CountPorts {
  warehouse: Pick<Warehouse, 'locate' | 'rows' | 'change'>
  /** Maximum number of bytes that one statement may read. */
  maximumBytesBilled: number
  /** In ms since 1970. */
  now: () => number
}

/** Rows that arrive later than this many days after their hour are not counted. */
const maxLateDays = 7

/** Counts the hours that are due. Returns their number, and whether it is the first run of a day; undefined if time is up before all are counted. */
export async function countDueHours(
  { warehouse, maximumBytesBilled, now: clock }: CountPorts,
  deadline: RunDeadline,
): Promise<{ hours: number; isDaily: boolean } | undefined> {
  const { locate, rows, change } = warehouse
  const now = clock()
  const read = (sql: string, from: number) =>
    rows(sql, { from: timestamp(from) }, { maximumBytesBilled }) as Promise<readonly unknown[]>
  const changedSince = async (sql: string, from: number): Promise<ReadonlyMap<number, number>> => {
    const found = (await read(sql, from)) as readonly { hour: number; changed: number }[]
    return new Map(found.map(({ hour, changed }) => [hour, changed]))
  }
  const { judged, shown, dailyEvents } = progressOf(
    (await read(countedHoursQuery(locate), firstHour(now))) as readonly CountedHour[],
    now,
  )
  const isDaily = isDailyRun(judged, now)
  const isShownNow = dailyEvents <= healthCheck.manyDailyEvents || isHourlyRun(shown, now)
  const stored =
    isDaily || (isShownNow && isDailyRun(shown, now))
      ? await changedSince(storedHoursQuery(locate), now - maxLateDays * 86_400_000)
      : new Map<number, number>()
  const settled = isHourlyRun(shown, now)
    ? await changedSince(settledHoursQuery(locate), changesSince(shown, now))
    : new Map<number, number>()
  const changed = new Map(settled)
  for (const [hour, at] of stored) changed.set(hour, Math.max(at, settled.get(hour) ?? 0))
  const steps = [
    { statements: [countStatement(locate)], ranges: hoursToCount(judged, now, stored) },
    {
      // The last one says that the hours are counted.
      statements: [countErrorsStatement(locate), countTrafficStatement(locate)],
      ranges: isShownNow ? hoursToCount(shown, now, changed) : [],
    },
  ]
  for (const { statements, ranges } of steps)
    for (const { from, to } of ranges) {
      if (deadline.now() >= deadline.at) return undefined
      for (const statement of statements)
        await change(statement, { from: timestamp(from), to: timestamp(to) }, { maximumBytesBilled })
    }
  if (isDaily) await removeOldRuns(warehouse)
  const hours = steps[0]!.ranges.reduce((sum, { from, to }) => sum + (to - from) / hourMs, 0)
  return { hours, isDaily }
}

/** When each hour was counted, for the check and for the console; and the number of events of the last 24 hours that were counted. */
function progressOf(hours: readonly CountedHour[], now: number) {
  const counted = (name: 'judged' | 'shown'): CountedHours =>
    new Map(hours.flatMap((each) => (each[name] === null ? [] : [[each.hour, each[name]]])))
  const lastDay = hours.filter(({ hour }) => hour >= now - 86_400_000)
  return {
    judged: counted('judged'),
    shown: counted('shown'),
    dailyEvents: lastDay.reduce((sum, { events }) => sum + events, 0),
  }
}

function timestamp(ms: number): Parameters[string] {
  return ['TIMESTAMP', new Date(ms).toISOString()]
}

/** The check runs about a hundred times a day. Its rows in `runs` are of no use after two days, unless it failed. */
async function removeOldRuns({ locate, change }: CountPorts['warehouse']): Promise<void> {
  await change(`DELETE FROM ${locate(tables.runs.name)}
WHERE kind = 'health' AND state IN ('finished', 'cancelled')
  AND finished_at < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 2 DAY)`)
}
