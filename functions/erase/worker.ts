/** Erasure: how a run of it is done: tells what it would do, or does it. */
import type { RunWorker } from '../runs/handle_run.ts'
import type { LeasedRun } from '../runs/run_log.ts'
import { Erasure, Stopped, type ErasePorts, type WorkResult } from './erase.ts'
import { readIdentities, type Identity } from './identity.ts'
import { createSearch, type Search } from './search.ts'

export function erasureWorker(ports: ErasePorts): RunWorker<'erasure'> {
  return {
    describe: ({ id, request: { subject, dry_run } }) => {
      readIdentities(subject)
      return { scope: `erasure/${id}`, shown: { fields: Object.keys(subject), ...(dry_run && { dry_run }) } }
    },
    work: async (run, order, deadline) => {
      const identities = readIdentities(order.request.subject)
      const search = createSearch(ports.warehouse, order.id, identities)
      try {
        if (order.request.dry_run) return await reportDryRun(search, run, identities)
        return await new Erasure(ports, run, order, identities, search).resume(deadline)
      } catch (error) {
        if (!(error instanceof Stopped)) throw redactedError(error)
        if (!error.isCancelled) return 'later'
        await search.forget()
        await run.end({ state: 'cancelled', counts: run.counts })
        return 'done'
      }
    },
  }
}

/** BigQuery's words repeat the statement at times, and with it the person. */
function redactedError(error: unknown): Error {
  const { code, errors } = error as { code?: number; errors?: readonly { reason?: string }[] }
  return new Error(`A step of the erasure failed: ${code ?? 'no code'} ${errors?.[0]?.reason ?? ''}`.trim())
}

async function reportDryRun(
  search: Search,
  run: LeasedRun,
  identities: readonly Identity[],
): Promise<WorkResult> {
  const { rows, bytes } = await search.countDryRun()
  const result = {
    identities: identities.map(({ field, hash }) => ({ field, sha256: hash })),
    rows,
    fields_of_the_events: await search.countOtherIdentifiers(),
    definitions_naming_the_person: await search.definitions(),
    bytes_read_by_one_look: bytes,
  }
  await run.end({ state: 'finished', counts: rows, result })
  return 'done'
}
