/** Replay: does the runs that process messages of the quarantine again, once what was wrong is mended: what can be read now is published
 * to its own topic as it first came, and takes the way of every event, once. */
import { normalTime } from '../event/time.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { endOrYield, periodOf } from './job.ts'
import {
  awaitStored,
  type ReprocessJob,
  type ReprocessPosition,
  type ReprocessPorts,
} from './reprocess_job.ts'
import { selectQuarantinedSql } from './quarantined_messages.ts'
import { republishQuarantined } from './republish_quarantined.ts'

/** Makes the worker for reprocessing. */
export function reprocessWorker(ports: ReprocessPorts): RunWorker<'reprocess'> {
  return {
    describe: ({ id, request }) => {
      periodOf(request, normalTime)
      // Throws for a condition that cannot be used.
      selectQuarantinedSql(ports.warehouse.locate, request, 0)
      // Who only looks is in nobody's way.
      return { scope: request.dry_run === true ? `reprocess/${id}` : 'reprocess' }
    },
    work: async (run, order, deadline) => {
      const { request } = order
      const start: ReprocessPosition = {
        cursor: { receivedAt: periodOf(request, normalTime).from, eventId: '' },
        waiting: [],
        isPublished: false,
        samples: [],
      }
      const job: ReprocessJob = {
        ports,
        run,
        order,
        deadline,
        isDry: request.dry_run === true,
        counts: { selected: 0, promoted: 0, quarantined: 0, left_out: 0, ...run.counts },
        position: (run.position as ReprocessPosition | null) ?? start,
      }
      const settled = await awaitStored(job)
      const step = settled === 'on' ? await republishQuarantined(job) : settled
      if (step === 'ended') return 'done'
      const { counts, position, isDry } = job
      if (step !== 'on') return endOrYield(run, step, { counts })
      await run.end({ state: 'finished', counts, ...(isDry && { result: { samples: position.samples } }) })
      return 'done'
    },
  }
}
