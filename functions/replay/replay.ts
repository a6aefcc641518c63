/** Replay: does the runs that give events out again to one destination: those that have ended there otherwise than delivered. */
import { normalTime } from '../event/time.ts'
import { compilePreparation } from '../linkage/prepare.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { targetOf } from '../targets/registry.ts'
import {
  replayOutcomes,
  awaitCapacity,
  type ReplayJob,
  type ReplayPosition,
  type ReplayPorts,
} from './replay_job.ts'
import { endOrYield, periodOf } from './job.ts'
import { selectionOf } from './selection.ts'
import { sendEvents } from './send_events.ts'

/** Makes the worker for replays. */
export function replayWorker(ports: ReplayPorts): RunWorker<'replay'> {
  return {
    describe: ({ id, request }) => {
      const { destination, dry_run: isDry = false } = request
      ports.dispatcher.to(destination)
      periodOf(request, normalTime)
      // Throws for a condition that cannot be used.
      selectionOf(ports.warehouse.locate, request, 0)
      // Who only looks is in nobody's way.
      return { scope: isDry ? `replay/${id}` : `replay/${destination}`, destination }
    },
    work: async (run, order, deadline) => {
      const { request } = order
      const way = ports.dispatcher.to(request.destination)
      const { settings, target } = way.destination
      const start: ReplayPosition = {
        cursor: { receivedAt: periodOf(request, normalTime).from, eventId: '' },
        before: {},
        samples: [],
      }
      const job: ReplayJob = {
        ports,
        run,
        order,
        deadline,
        way,
        prepare: compilePreparation(way.destination, targetOf(target), settings),
        isDry: request.dry_run === true,
        counts: { selected: 0, sent: 0, restricted: 0, skipped: 0, ...run.counts },
        position: (run.position as ReplayPosition | null) ?? start,
      }
      const sent = run.state === 'settling' ? 'on' : await sendEvents(job)
      if (sent === 'ended') return 'done'
      const step = sent === 'on' && !job.isDry ? await awaitCapacity(job, 0, 'settling') : sent
      if (step === 'later') return 'later'
      const { counts, position, isDry } = job
      const result = isDry
        ? { before: position.before, samples: position.samples }
        : { before: position.before, outcomes: await replayOutcomes(job) }
      if (step === 'cancelled') return endOrYield(run, step, { counts, result })
      await run.end({ state: 'finished', counts, result })
      return 'done'
    },
  }
}
