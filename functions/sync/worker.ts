/** Sync: does the runs of syncs: finds what has changed since it was last delivered, sends that, and waits for how it ends. */
import type { ConfiguredSync } from '../../schemas/configured.ts'
import type { Sync } from '../../schemas/sync.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters } from '../google/warehouse.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import { begin } from './begin.ts'
import type { SyncJob, SyncPosition, SyncPorts } from './job.ts'
import { registryFor } from './row_event.ts'
import { samplesOf } from './samples.ts'
import { sendChanges } from './send.ts'
import { awaitOutcomes, endSending } from './settle.ts'

/** Makes the worker for the syncs that are in force, of those that are declared. */
export function syncWorker(
  ports: SyncPorts,
  declared: ReadonlyMap<string, Sync>,
  assigned: readonly ConfiguredSync[],
): RunWorker<'sync'> {
  const inForce = (name: string): { sync: Sync; destination: string } => {
    const destination = assigned.find((each) => each.name === name)?.destination
    const sync = declared.get(name)
    if (destination !== undefined && sync) return { sync, destination }
    const known = assigned.map((each) => each.name).join(', ') || 'none'
    throw new Error(`The sync "${name}" is not in force here; these are: ${known}.`)
  }
  return {
    describe: ({ request: { sync: name } }) => {
      const { destination } = inForce(name)
      ports.to(destination)
      return { scope: `sync/${name}/${destination}`, name, destination }
    },
    cancelReason: async ({ id }, by) => {
      if (by === id) return undefined
      const found = await ports.warehouse.rows(
        `SELECT run_id, dry_run, state FROM ${ports.warehouse.locate(tables.runs.name)} WHERE run_id IN (@run, @by)`,
        { run: ['STRING', id], by: ['STRING', by] },
      )
      const hasBegun = found.some(({ run_id, state }) => run_id === id && state !== 'waiting')
      const isBrief = found.some(({ run_id, dry_run }) => run_id === by && dry_run === true)
      return hasBegun || isBrief ? undefined : `Run ${by} of this sync is at work.`
    },
    work: async (run, order, deadline) => {
      const { sync, destination } = inForce(order.request.sync)
      const statementParameters: Parameters = {
        run: ['STRING', order.id],
        sync: ['STRING', sync.name],
        destination: ['STRING', destination],
      }
      const way = ports.to(destination)
      const counts = { ...run.counts }
      const job: SyncJob = {
        ports,
        sync,
        way,
        run,
        order,
        deadline,
        statementParameters,
        counts,
        registry: registryFor(sync),
      }
      try {
        return await workOn(job)
      } catch (error) {
        return endOnQueryFault(run, error, 'sync', counts)
      }
    },
  }
}

async function workOn(job: SyncJob): Promise<'done' | 'later'> {
  const { run, counts, order, sync } = job
  let position = run.position as SyncPosition | null
  if (!position) {
    const begun = await begin(job)
    if (begun.kind !== 'found') {
      await dropLines(job, 'run_id = @run')
      const ended =
        begun.kind === 'blocked'
          ? { state: begun.kind, reason: `${begun.by.guard}: ${begun.by.message}`, result: begun.by.found }
          : { state: begun.kind, reason: begun.reason }
      await run.end({ ...ended, counts })
      return 'done'
    }
    const { columns } = begun
    if (order.request.dry_run) {
      const result = { columns, samples: await samplesOf(job) }
      await dropLines(job, 'run_id = @run')
      await run.end({ state: 'finished', counts, result })
      return 'done'
    }
    position = { after: '', handled: 0, columns }
    const told = await run.save({ counts, position })
    if (told === 'lost') return 'later'
    if (told === 'cancelled') return endEarly(job, 'cancelled')
  }
  const result = { columns: position.columns }
  if (run.state === 'running') {
    // What this run does not find anew is no change any more.
    await dropLines(job, 'sync = @sync AND destination = @destination AND run_id != @run')
    const step = await sendChanges(job, position)
    if (step === 'later') return 'later'
    if (step !== 'on') return endEarly(job, step)
  }
  const step = await awaitOutcomes(job, position)
  if (step === 'later') return 'later'
  if (step === 'cancelled') return endEarly(job, step)
  await endSending(job, { state: 'finished', result })
  if (step === 'overdue')
    job.ports.warn('a sync ends before all that it sent has ended; the next run looks for it', {
      sync: sync.name,
      run: order.id,
      pending: counts['pending'],
    })
  return 'done'
}

async function endEarly(job: SyncJob, step: 'cancelled' | 'overdue'): Promise<'done'> {
  if (step === 'cancelled') await endSending(job, { state: 'cancelled', reason: 'Someone asked it to stop.' })
  else {
    const reason =
      'The destination did not deal with what was sent within a day; the next run sends the rest.'
    await endSending(job, { state: 'failed', reason })
  }
  return 'done'
}

async function dropLines(
  { ports: { warehouse }, statementParameters }: SyncJob,
  condition: string,
): Promise<void> {
  await warehouse.change(
    `DELETE FROM ${warehouse.locate(tables.sync_changes.name)} WHERE ${condition}`,
    statementParameters,
  )
}
