/** Health: judges whether a sync has not succeeded for too long, for each of its destinations. */
import { Cron } from 'croner'
import type { ConfiguredSync } from '../../schemas/configured.ts'
import type { Schedule } from '../../schemas/schedule.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { HealthProblem, Judgement, OpenAlert } from './problem.ts'

/** The runs of a sync for one destination, without dry runs. */
export interface SyncRuns {
  sync: string
  destination: string
  /** RFC 3339: end of the last run that has finished; null if none has. */
  succeeded_at: string | null
  /** RFC 3339: request of the first run. */
  first_requested_at: string
  /** JSON of a `LatestRun`: the open run, or the one that was requested last. */
  latest: string
}

interface LatestRun {
  run_id: string
  state: string
  reason: string | null
}

/** Reads the runs of every sync and destination. */
export function syncRunsQuery(locate: Locate): string {
  return `SELECT name AS sync, destination,
  FORMAT_TIMESTAMP('%FT%H:%M:%SZ', MAX(IF(state = 'finished', finished_at, NULL))) AS succeeded_at,
  FORMAT_TIMESTAMP('%FT%H:%M:%SZ', MIN(requested_at)) AS first_requested_at,
  TO_JSON_STRING(ARRAY_AGG(
    STRUCT(run_id, state, reason) ORDER BY IF(finished_at IS NULL, 0, 1), requested_at DESC, run_id LIMIT 1
  )[OFFSET(0)]) AS latest
FROM ${locate(tables.runs.name)}
WHERE kind = 'sync' AND NOT dry_run AND name IS NOT NULL AND destination IS NOT NULL
GROUP BY name, destination`
}

/** A sync is late after two intervals of its schedule without success, but not before an hour. */
const intervals = 2
const minLateMs = 3_600_000

/** Returns the time from which a sync is late, in ms since 1970. Intervals can differ, as with one run each working day. */
function lateFrom({ cron, timeZone }: Schedule, succeededAt: number): number {
  const starts = new Cron(cron, { paused: true, timezone: timeZone })
  const [start] = starts.previousRuns(1, new Date(succeededAt + 1))
  const due = starts.nextRuns(intervals, new Date(succeededAt))[intervals - 1]
  if (!start || !due) return Infinity
  return succeededAt + Math.max(minLateMs, due.getTime() - start.getTime())
}

/** Judges the syncs that are scheduled and `destinations` that are not paused. A sync that has never run is not judged: nothing says since when it
 * is configured. */
export function judgeLateSyncs(
  runs: readonly SyncRuns[],
  open: readonly OpenAlert[],
  configured: readonly ConfiguredSync[],
  destinations: ReadonlySet<string>,
  now: number,
): Judgement {
  const findings = configured.flatMap(({ name, destinations: own, schedule }) =>
    own.flatMap((destination): HealthProblem[] => {
      const row = runs.find((each) => each.sync === name && each.destination === destination)
      if (!schedule || !row || !destinations.has(destination)) return []
      const since = row.succeeded_at ?? row.first_requested_at
      return now > lateFrom(schedule, Date.parse(since)) ? [findingOf(row, schedule)] : []
    }),
  )
  const late = new Set(findings.map(({ subject }) => subject))
  return {
    findings,
    recovered: open.filter(({ alert, subject }) => alert === 'sync-late' && !late.has(subject)),
  }
}

function findingOf(row: SyncRuns, { cron, timeZone }: Schedule): HealthProblem {
  const { sync, destination, succeeded_at: succeeded, first_requested_at: first } = row
  const latest = JSON.parse(row.latest) as LatestRun
  const since =
    succeeded === null
      ? `never succeeded since its first run at ${first}`
      : `not succeeded since ${succeeded}`
  const why = latest.reason === null ? '' : `: ${latest.reason}`
  return {
    alert: 'sync-late',
    subject: `${sync}/${destination}`,
    reason: latest.state,
    summary: `Sync ${sync} has ${since} for ${destination}. Its schedule is ${cron} (${timeZone}). Its latest run is ${latest.state}${why}`,
    command: commandFor(row, latest),
  }
}

/** A run that is open is to be looked at, one that a guard blocked too. Any other is to be repeated. */
function commandFor({ sync, destination }: SyncRuns, { run_id: run, state }: LatestRun): string {
  if (['waiting', 'running', 'settling'].includes(state)) return `npx sluice runs ${run}`
  return `npx sluice sync ${sync} --destination ${destination}${state === 'blocked' ? ' --dry-run' : ''}`
}
