/** Health: runs the check four times an hour: counts the latest hours, compares them with the days before, and reports new problems. Each
 * step can be repeated, so an interrupted run is simply run again. */
import type { ConfiguredSync } from '../../schemas/configured.ts'
import type { Destination } from '../../schemas/destination.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import type { RunDeadline } from '../runs/run_job.ts'
import { keepOpen, openAlert, openAlerts, recover, reportAlerts, type LogAlert } from './alert_state.ts'
import { settledHoursQuery, storedHoursQuery } from './changed_hours.ts'
import { countedHoursQuery, countStatement } from './count_hours.ts'
import { judgeFailing } from './failing.ts'
import type { Judgement, OpenAlert } from './problem.ts'
import { changesSince, firstHour, hoursToCount, isDailyRun, isHourlyRun } from './hours_to_count.ts'
import {
  flowQuery,
  healthParameters,
  outcomesQuery,
  type PermittedFlow,
  type OutcomeCount,
} from './measure.ts'
import { judgeLateSyncs, syncRunsQuery, type SyncRuns } from './late_syncs.ts'
import { judgeQuarantine, quarantineQuery, type QuarantineCount } from './quarantine_surge.ts'
import { judgeSilent } from './silent.ts'
import { judgeVolume, volumeQuery, type VolumeCount } from './volume.ts'

export interface HealthPorts {
  warehouse: Pick<Warehouse, 'locate' | 'rows' | 'change'>
  /** Maximum number of bytes that one statement may read. */
  maximumBytesBilled: number
  /** Destinations that are not paused in the settings. */
  destinations: readonly Pick<Destination, 'id' | 'target'>[]
  /** The configured syncs. */
  syncs: readonly ConfiguredSync[]
  /** In ms since 1970. */
  now: () => number
  log: LogAlert
}

/** Rows that arrive later than this many days after their hour are not counted. */
const maxLateDays = 7

/** Makes the worker for the check. */
export function healthWorker(ports: HealthPorts): RunWorker<'health'> {
  return {
    describe: () => ({ scope: 'health' }),
    cancelReason: async (_, by) => `Run ${by} checks the health now.`,
    work: async (run, _, deadline) => {
      try {
        const hours = await countHours(ports, deadline)
        if (hours === undefined) return 'retry'
        const before = await openAlerts(ports.warehouse)
        const { findings, recovered } = await judge(ports, before)
        for (const alert of recovered) await recover(ports.warehouse, alert)
        if (recovered.length < before.length) await keepOpen(ports.warehouse)
        const lasting = before.filter((alert) => !recovered.includes(alert))
        for (const finding of findings.filter((found) => !lasting.some(isSame(found))))
          await openAlert(ports.warehouse, finding)
        const reported = await reportAlerts(ports.warehouse, ports.log)
        await run.end({
          state: 'finished',
          counts: { hours, reported, recovered: recovered.length },
          result: { findings },
        })
        return 'done'
      } catch (error) {
        return await endOnQueryFault(run, error, 'check', run.counts)
      }
    },
  }
}

function isSame(found: Pick<OpenAlert, 'alert' | 'subject'>) {
  return ({ alert, subject }: OpenAlert): boolean => alert === found.alert && subject === found.subject
}

/** Counts the hours that are due. Returns their number; undefined if time is up before all are counted. */
async function countHours(
  { warehouse, maximumBytesBilled, now: clock }: HealthPorts,
  deadline: RunDeadline,
): Promise<number | undefined> {
  const { locate, rows, change } = warehouse
  const now = clock()
  const hourMap = async (sql: string, value: string, from: number): Promise<ReadonlyMap<number, number>> => {
    const found = await rows(sql, { from: timestamp(from) }, { maximumBytesBilled })
    return new Map(found.map((row) => [Number(row['hour']), Number(row[value])]))
  }
  const counted = await hourMap(countedHoursQuery(locate), 'computed', firstHour(now))
  const isDaily = isDailyRun(counted, now)
  const settled = isHourlyRun(counted, now)
    ? await hourMap(settledHoursQuery(locate), 'changed', changesSince(counted, now))
    : new Map<number, number>()
  const stored = isDaily
    ? await hourMap(storedHoursQuery(locate), 'changed', now - maxLateDays * 86_400_000)
    : new Map<number, number>()
  const changed = new Map(settled)
  for (const [hour, at] of stored) changed.set(hour, Math.max(at, settled.get(hour) ?? 0))
  const statement = countStatement(locate)
  let hours = 0
  for (const { from, to } of hoursToCount(counted, now, changed)) {
    if (deadline.now() >= deadline.at) return undefined
    await change(statement, { from: timestamp(from), to: timestamp(to) }, { maximumBytesBilled })
    hours += (to - from) / 3_600_000
  }
  if (isDaily) await removeOldRuns(warehouse)
  return hours
}

function timestamp(ms: number): Parameters[string] {
  return ['TIMESTAMP', new Date(ms).toISOString()]
}

/** The check runs about a hundred times a day. Its rows in `runs` are of no use after two days, unless it failed. */
async function removeOldRuns({ locate, change }: HealthPorts['warehouse']): Promise<void> {
  await change(`DELETE FROM ${locate(tables.runs.name)}
WHERE kind = 'health' AND state IN ('finished', 'cancelled')
  AND finished_at < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 2 DAY)`)
}

async function judge(
  { warehouse, maximumBytesBilled, destinations, syncs, now: clock }: HealthPorts,
  open: readonly OpenAlert[],
): Promise<Judgement> {
  const now = clock()
  const read = async <Row>(query: (locate: Warehouse['locate']) => string): Promise<readonly Row[]> => {
    const sql = query(warehouse.locate)
    const rows = await warehouse.rows(sql, healthParameters(now, sql), { maximumBytesBilled })
    return rows as unknown as readonly Row[]
  }
  const [outcomes, flows, quarantined, volumes, syncRuns] = await Promise.all([
    read<OutcomeCount>(outcomesQuery),
    read<PermittedFlow>(flowQuery),
    read<QuarantineCount>(quarantineQuery),
    read<VolumeCount>(volumeQuery),
    read<SyncRuns>(syncRunsQuery),
  ])
  const failing = judgeFailing(outcomes, open, destinations)
  const failingIds = new Set([
    ...failing.findings.map(({ subject }) => subject),
    ...open
      .filter((alert) => alert.alert === 'destination-failing' && !failing.recovered.includes(alert))
      .map(({ subject }) => subject),
  ])
  const judgements = [
    failing,
    judgeSilent(flows, open, destinations, failingIds),
    judgeQuarantine(quarantined, open),
    judgeVolume(volumes, open),
    judgeLateSyncs(syncRuns, open, syncs, new Set(destinations.map(({ id }) => id)), now),
  ]
  return {
    findings: judgements.flatMap(({ findings }) => findings),
    recovered: judgements.flatMap(({ recovered }) => recovered),
  }
}
