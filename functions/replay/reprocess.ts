/** Replay: runs reprocessing: publishes quarantined messages that are valid now to their own topic, unchanged. From there they are
 * handled as every event, once. */
import type { RunWorker } from '../runs/handle_run.ts'
import { resumeJob, stopJob } from '../runs/run_job.ts'
import { startOf } from './job.ts'
import { selectQuarantinedSql } from './quarantined_messages.ts'
import {
  awaitStored,
  type ReprocessCounts,
  type ReprocessJob,
  type ReprocessPosition,
  type ReprocessPorts,
} from './reprocess_job.ts'
import { republishQuarantined } from './republish_quarantined.ts'

const noMessages: ReprocessCounts = { selected: 0, promoted: 0, quarantined: 0, left_out: 0 }

/** Makes the worker for reprocessing. */
export function reprocessWorker(ports: ReprocessPorts): RunWorker<'reprocess'> {
  return {
    describe: ({ id, request }) => {
      startOf(request)
      // Throws for an invalid condition.
      selectQuarantinedSql(ports.warehouse.locate, request, 0)
      // A dry run has its own scope, so that it blocks no other run.
      return { scope: request.dry_run === true ? `reprocess/${id}` : 'reprocess' }
    },
    work: async (run, command, deadline) => {
      const cursor = startOf(command.request)
      const position: ReprocessPosition = { cursor, waiting: [], isPublished: false, samples: [] }
      const job: ReprocessJob = {
        ...resumeJob(run, command, deadline, { counts: noMessages, position }),
        ports,
      }
      const stored = await awaitStored(job)
      const step = stored === 'continue' ? await republishQuarantined(job) : stored
      if (step === 'ended') return 'done'
      if (step !== 'continue') return stopJob(job, step)
      const result = job.isDryRun ? { samples: job.position.samples } : undefined
      await run.end({ state: 'finished', counts: job.counts, result })
      return 'done'
    },
  }
}
