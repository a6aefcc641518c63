/** People: runs the search for links, six times an hour: adds those of the new events to table `identity_links`, which view `people` reads.
 * Each step can be repeated, so an interrupted run continues. */
import { tables } from '../../schemas/warehouse.ts'
import { countedDays } from '../../schemas/views/consent_now.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { resumeJob, saveProgress, stopJob, type RunJob } from '../runs/run_job.ts'
import type { Counts } from '../runs/run_log.ts'
import { linkStatement, timesToRead } from './links.ts'

interface PeoplePorts {
  warehouse: Pick<Warehouse, 'locate' | 'rows' | 'change'>
  /** Maximum number of bytes that one statement may read. */
  maximumBytesBilled: number
}

/** The events that were received before this time, in ms since 1970, are read. */
interface PeoplePosition {
  until: number
}

type PeopleJob = RunJob<'people', Counts, PeoplePosition>

/** Makes the worker for the search. */
export function peopleWorker({ warehouse, maximumBytesBilled }: PeoplePorts): RunWorker<'people'> {
  return {
    describe: () => ({ scope: 'people' }),
    cancelReason: async (_, by) => `Run ${by} searches for links now.`,
    work: async (run, command, deadline) => {
      const job: PeopleJob = resumeJob(run, command, deadline, {
        counts: { links: 0 },
        position: { until: 0 },
      })
      const { locate, change } = warehouse
      try {
        const latest = await latestRun(warehouse)
        const now = Date.parse(run.startedAt)
        for (const { from, to } of timesToRead(now, latest)) {
          if (to <= job.position.until) continue
          if (deadline.now() >= deadline.at) return 'retry'
          const parameters = { from: timestamp(from), to: timestamp(to) }
          const links = await change(linkStatement(locate), parameters, { maximumBytesBilled })
          job.counts = { links: (job.counts['links'] ?? 0) + links }
          job.position = { until: to }
          const step = await saveProgress(job)
          if (step !== 'continue') return await stopJob(job, step)
        }
        if (latest === undefined || now - (now % 86_400_000) > latest) await removeOld(warehouse)
        await run.end({ state: 'finished', counts: job.counts })
        return 'done'
      } catch (error) {
        return await endOnQueryFault(run, error, 'check', job.counts)
      }
    },
  }
}

function timestamp(ms: number): Parameters[string] {
  return ['TIMESTAMP', new Date(ms).toISOString()]
}

/** Returns the start of the latest run that has finished, in ms since 1970. */
async function latestRun({ locate, rows }: PeoplePorts['warehouse']): Promise<number | undefined> {
  const [row] = await rows(`SELECT UNIX_MILLIS(MAX(started_at)) AS latest FROM ${locate(tables.runs.name)}
WHERE kind = 'people' AND state = 'finished'`)
  const latest = row?.['latest']
  return latest === null || latest === undefined ? undefined : Number(latest)
}

/** Removes the links that no longer count, and the rows in `runs` of earlier searches, of which there are 144 a day. */
async function removeOld({ locate, change }: PeoplePorts['warehouse']): Promise<void> {
  await change(`DELETE FROM ${locate(tables.identity_links.name)}
WHERE seen_at < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${countedDays + 1} DAY)`)
  await change(`DELETE FROM ${locate(tables.runs.name)}
WHERE kind = 'people' AND state IN ('finished', 'cancelled')
  AND finished_at < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 2 DAY)`)
}
