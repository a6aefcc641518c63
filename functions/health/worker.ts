/** Health: runs the check four times an hour: counts the latest hours, compares them with the days before, and reports new problems. Each
 * step can be repeated, so an interrupted run is simply run again. */
import type { ConfiguredSync } from '../../schemas/configured.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { keepOpen, openAlert, openAlerts, recover, reportAlerts, type LogAlert } from './alert_state.ts'
import { countDueHours } from './count_due_hours.ts'
import { deprecatedUseQuery, judgeDeprecated, type DeprecatedUse } from './deprecated_types.ts'
import { judgeFailing } from './failing.ts'
import type { Judgement, OpenAlert } from './problem.ts'
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

/** Makes the worker for the check. */
export function healthWorker(ports: HealthPorts): RunWorker<'health'> {
  return {
    describe: () => ({ scope: 'health' }),
    cancelReason: async (_, by) => `Run ${by} checks the health now.`,
    work: async (run, _, deadline) => {
      try {
        const counted = await countDueHours(ports, deadline)
        if (counted === undefined) return 'retry'
        const { hours, isDaily } = counted
        const before = await openAlerts(ports.warehouse)
        const { findings, recovered } = await judge(ports, before, isDaily)
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

async function judge(
  { warehouse, maximumBytesBilled, destinations, syncs, now: clock }: HealthPorts,
  open: readonly OpenAlert[],
  isDaily: boolean,
): Promise<Judgement> {
  const now = clock()
  const read = async <Row>(query: (locate: Warehouse['locate']) => string): Promise<readonly Row[]> => {
    const sql = query(warehouse.locate)
    const rows = await warehouse.rows(sql, healthParameters(now, sql), { maximumBytesBilled })
    return rows as unknown as readonly Row[]
  }
  const [outcomes, flows, quarantined, volumes, syncRuns, deprecated] = await Promise.all([
    read<OutcomeCount>(outcomesQuery),
    read<PermittedFlow>(flowQuery),
    read<QuarantineCount>(quarantineQuery),
    read<VolumeCount>(volumeQuery),
    read<SyncRuns>(syncRunsQuery),
    isDaily ? read<DeprecatedUse>(deprecatedUseQuery) : undefined,
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
    ...(deprecated ? [judgeDeprecated(deprecated, open, now)] : []),
  ]
  return {
    findings: judgements.flatMap(({ findings }) => findings),
    recovered: judgements.flatMap(({ recovered }) => recovered),
  }
}
