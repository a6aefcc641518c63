/** Erasure: runs erasures, or counts what an erasure would delete. */
import type { RunWorker } from '../runs/handle_run.ts'
import { resumeJob, saveProgress, stopJob, type WorkResult } from '../runs/run_job.ts'
import { Erasure, Stopped, type ErasePorts } from './erase.ts'
import { readIdentities, type Identity } from './identity.ts'
import type { ErasureJob } from './job.ts'
import { shownProgress } from './progress.ts'
import { createSearch, type Search } from './search.ts'

/** Makes the worker for erasures. */
export function erasureWorker(ports: ErasePorts): RunWorker<'erasure'> {
  return {
    describe: ({ id, request: { subject, dry_run } }) => {
      readIdentities(subject)
      return { scope: `erasure/${id}`, shown: { fields: Object.keys(subject), ...(dry_run && { dry_run }) } }
    },
    work: async (run, command, deadline) => {
      const job: ErasureJob = resumeJob(run, command, deadline, { counts: {}, position: {} })
      const identities = readIdentities(command.request.subject)
      const search = createSearch(ports.warehouse, command.id, identities)
      try {
        if (job.isDryRun) return await reportDryRun(search, job, identities)
        return await new Erasure(ports, job, identities, search).resume()
      } catch (error) {
        if (!(error instanceof Stopped)) throw redactedError(error)
        if (error.step === 'cancelled') await search.deleteCollected()
        return stopJob(job, error.step)
      }
    },
  }
}

/** Makes an error without BigQuery's message: it can quote the statement, and with it the person. */
function redactedError(error: unknown): Error {
  const { code, errors } = error as { code?: number; errors?: readonly { reason?: string }[] }
  return new Error(`A step of the erasure failed: ${code ?? 'no code'} ${errors?.[0]?.reason ?? ''}`.trim())
}

/** Takes the first look of an erasure, and reports it instead of deleting what it has found. */
async function reportDryRun(
  search: Search,
  job: ErasureJob,
  identities: readonly Identity[],
): Promise<WorkResult> {
  const done = job.position.look ?? { done: 0, rows: 0 }
  await search.look({ number: 1, done }, async (progress) => {
    job.position = {
      look: { number: 1, at: job.run.startedAt, ...progress },
      progress: shownProgress(progress),
    }
    const step = await saveProgress(job)
    if (step !== 'continue') throw new Stopped(step)
  })
  const rows = await search.found(1)
  const result = {
    identities: identities.map(({ field, hash }) => ({ field, sha256: hash })),
    rows,
    fields_of_the_events: await search.countOtherIdentifiers(),
    definitions_naming_the_person: await search.countDefinitions(),
    bytes_read_by_one_look: await search.estimateBytes(),
  }
  await search.deleteCollected()
  await job.run.end({ state: 'finished', counts: rows, result })
  return 'done'
}
