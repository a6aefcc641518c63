/** Replay: runs replays: sends stored events to one destination again, by default those that ended there without delivery. */
import { compilePreparation } from '../linkage/prepare.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { resumeJob, stopJob } from '../runs/run_job.ts'
import { targetOf } from '../targets/registry.ts'
import { startOf } from './job.ts'
import { asksConsent } from './prediction.ts'
import {
  replayOutcomes,
  awaitCapacity,
  type ReplayCounts,
  type ReplayJob,
  type ReplayPosition,
  type ReplayPorts,
} from './replay_job.ts'
import { selectionOf } from './selection.ts'
import { sendEvents } from './send_events.ts'

const noEvents: ReplayCounts = { selected: 0, sent: 0, restricted: 0, skipped: 0 }

/** Makes the worker for replays. */
export function replayWorker(ports: ReplayPorts): RunWorker<'replay'> {
  return {
    describe: ({ id, request }) => {
      const { destination, dry_run: isDryRun = false } = request
      ports.dispatcher.to(destination)
      startOf(request)
      // Throws for an invalid condition.
      selectionOf(ports.warehouse.locate, request, 0, { asksConsent: true })
      // A dry run has its own scope, so that it blocks no other run.
      return { scope: isDryRun ? `replay/${id}` : `replay/${destination}`, destination }
    },
    work: async (run, command, deadline) => {
      const { request } = command
      const destinationPorts = ports.dispatcher.to(request.destination)
      const { destination } = destinationPorts
      const target = targetOf(destination.target)
      const position: ReplayPosition = { cursor: startOf(request), before: {}, samples: [] }
      const job: ReplayJob = {
        ...resumeJob(run, command, deadline, { counts: noEvents, position }),
        ports,
        destinationPorts,
        asksConsent: asksConsent(destination),
        prepare: compilePreparation(destination, target, destination.settings),
      }
      const sent = run.state === 'settling' ? 'continue' : await sendEvents(job)
      if (sent === 'ended') return 'done'
      const step = sent === 'continue' && !job.isDryRun ? await awaitCapacity(job, 0, 'settling') : sent
      if (step === 'retry') return 'retry'
      const result = await resultOf(job)
      if (step === 'cancelled') return stopJob(job, step, result)
      await run.end({ state: 'finished', counts: job.counts, result })
      return 'done'
    },
  }
}

async function resultOf(job: ReplayJob) {
  const { before, samples, progress = {} } = job.position
  const result = { before, ...(Object.keys(progress).length > 0 && { not_sent: progress }) }
  return job.isDryRun ? { ...result, samples } : { ...result, outcomes: await replayOutcomes(job) }
}
