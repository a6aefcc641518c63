/** Sync: runs syncs: finds the rows that changed since they were last delivered, sends them, and waits for their outcomes. */
import type { ConfiguredSync } from '../../schemas/configured.ts'
import type { RunRequest } from '../../schemas/run_request.ts'
import type { Sync } from '../../schemas/sync.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import { resumeJob, saveProgress, type WorkResult } from '../runs/run_job.ts'
import { cancelledReason } from '../runs/run_log.ts'
import { targetOf } from '../targets/registry.ts'
import { begin } from './begin.ts'
import { destinationProblem } from './destination.ts'
import type { SyncJob, SyncPorts, SyncPosition, SyncStep } from './job.ts'
import { registryFor } from '../event/row_event.ts'
import { keepWithdrawals } from './membership.ts'
import { askReceipts } from './receipts.ts'
import { failingEnd, takeBackFailed } from './returned.ts'
import { samplesOf } from './samples.ts'
import { sendChanges } from './send.ts'
import { awaitOutcomes, endSending } from './settle.ts'

/** Makes the worker for the configured syncs. */
export function syncWorker(
  ports: SyncPorts,
  declared: ReadonlyMap<string, Sync>,
  configured: readonly ConfiguredSync[],
): RunWorker<'sync'> {
  const find = ({ sync: name, destination: asked }: RunRequest<'sync'>) => {
    const settings = configured.find((each) => each.name === name)
    const sync = declared.get(name)
    if (!settings || !sync) {
      const names = configured.map((each) => each.name).join(', ') || 'none'
      throw new Error(`Sync "${name}" is not configured in this environment. Configured: ${names}.`)
    }
    const { destinations } = settings
    const problem = destinationProblem(destinations, asked)
    if (problem !== undefined) throw new Error(`Sync "${name}": ${problem}`)
    return { sync, destination: asked ?? destinations[0]! }
  }
  return {
    describe: ({ request }) => {
      const {
        sync: { name },
        destination,
      } = find(request)
      ports.to(destination)
      return { scope: `sync/${name}/${destination}`, name, destination }
    },
    cancelReason: async ({ id }, by) => {
      if (by === id) return undefined
      const rows = await ports.warehouse.rows(
        `SELECT run_id, dry_run, state FROM ${ports.warehouse.locate(tables.runs.name)} WHERE run_id IN (@run, @by)`,
        { run: ['STRING', id], by: ['STRING', by] },
      )
      const hasBegun = rows.some(({ run_id, state }) => run_id === id && state !== 'waiting')
      const isBrief = rows.some(({ run_id, dry_run }) => run_id === by && dry_run === true)
      return hasBegun || isBrief ? undefined : `Run ${by} of this sync is in progress.`
    },
    work: async (run, command, deadline) => {
      const { sync, destination } = find(command.request)
      const destinationPorts = ports.to(destination)
      const start = { counts: {}, position: { after: '', handled: 0, columns: [] } }
      const job: SyncJob = {
        ...resumeJob<'sync', SyncJob['counts'], SyncPosition>(run, command, deadline, start),
        ports,
        sync,
        destinationPorts,
        audience: targetOf(destinationPorts.destination.target).audience,
        registry: registryFor(sync),
        statementParameters: {
          run: ['STRING', command.id],
          sync: ['STRING', sync.name],
          destination: ['STRING', destination],
        },
      }
      try {
        return await workOn(job)
      } catch (error) {
        return endOnQueryFault(run, error, 'sync', job.counts)
      }
    },
  }
}

async function workOn(job: SyncJob): Promise<WorkResult> {
  const { run, counts, command, sync } = job
  if (run.position === null) {
    if (job.audience?.receipts) {
      if (!job.isDryRun) await askReceipts(job)
      await takeBackFailed(job)
    }
    const diff = await begin(job)
    if (diff.kind === 'retry') return 'retry'
    if (diff.kind !== 'found') {
      const reason = diff.kind === 'blocked' ? `${diff.by.guard}: ${diff.by.message}` : diff.reason
      const result = diff.kind === 'blocked' ? diff.by.found : undefined
      const blocked = { state: diff.kind, reason, result }
      const withdrawn = job.audience && !job.isDryRun ? await keepWithdrawals(job) : 0
      if (withdrawn === 0) {
        await deleteChanges(job, 'run_id = @run')
        await run.end({ ...blocked, counts })
        return 'done'
      }
      counts['withdrawn'] = withdrawn
      job.position = { ...job.position, blocked }
    } else if (job.isDryRun) {
      const result = { columns: diff.columns, samples: await samplesOf(job) }
      await deleteChanges(job, 'run_id = @run')
      await run.end({ state: 'finished', counts, result })
      return 'done'
    } else job.position = { ...job.position, columns: diff.columns }
    const saved = await saveProgress(job)
    if (saved !== 'continue') return endEarly(job, saved)
  }
  if (run.state === 'running') {
    // Changes of earlier runs that this run did not find again no longer exist.
    if (!job.position.blocked)
      await deleteChanges(job, 'sync = @sync AND destination = @destination AND run_id != @run')
    const sent = await sendChanges(job)
    if (sent !== 'continue') return endEarly(job, sent)
  }
  const settled = await awaitOutcomes(job)
  if (settled === 'retry' || settled === 'cancelled') return endEarly(job, settled)
  const { blocked, columns } = job.position
  await endSending(job, blocked ?? failingEnd(job) ?? { state: 'finished', result: { columns } })
  if (settled === 'overdue')
    job.ports.warn('a sync ended before all its changes had an outcome; the next run checks them', {
      sync: sync.name,
      run: command.id,
      pending: counts['pending'],
    })
  return 'done'
}

/** Ends a run before all changes are sent, or leaves it to a redelivery. */
async function endEarly(job: SyncJob, step: Exclude<SyncStep, 'continue'>): Promise<WorkResult> {
  if (step === 'retry') return 'retry'
  if (step === 'cancelled') await endSending(job, { state: 'cancelled', reason: cancelledReason })
  else {
    const reason =
      'The destination did not handle the sent changes within a day. The next run sends the rest.'
    await endSending(job, { state: 'failed', reason })
  }
  return 'done'
}

async function deleteChanges(
  { ports: { warehouse }, statementParameters }: SyncJob,
  condition: string,
): Promise<void> {
  await warehouse.change(
    `DELETE FROM ${warehouse.locate(tables.sync_changes.name)} WHERE ${condition}`,
    statementParameters,
  )
}
