/** Bench: runs a sync to its end, as the function `sync` does when the bus pushes the request. */
import type { DestinationPorts } from '../functions/dispatch/open.ts'
import type { Warehouse } from '../functions/google/warehouse.ts'
import { createRunHandler } from '../functions/runs/handle_run.ts'
import { runsPorts } from '../functions/runs/open.ts'
import { StatusError } from '../functions/serving/answer.ts'
import { syncPorts } from '../functions/sync/open.ts'
import { syncWorker } from '../functions/sync/worker.ts'
import type { Sync } from '../schemas/sync.ts'

/** Runs the sync for the one destination of `way`, with further pushes while it needs more time. Resolves to the duration in ms. */
export async function runSync(
  warehouse: Warehouse,
  sync: Sync,
  way: DestinationPorts,
  id: string,
): Promise<number> {
  const worker = syncWorker(
    syncPorts(warehouse, { refreshSuppressions: async () => {}, to: () => way }),
    new Map([[sync.name, sync]]),
    [{ name: sync.name, destinations: [way.destination.id] }],
  )
  const handle = createRunHandler(runsPorts(warehouse), { sync: worker })
  const begun = performance.now()
  for (let attempt = 1; ; attempt++)
    try {
      await handle({
        subscription: 'runs-sync',
        messageId: id,
        publishTime: new Date().toISOString(),
        attempt,
        data: Buffer.from(JSON.stringify({ sync: sync.name })),
        attributes: { kind: 'sync' },
      })
      return performance.now() - begun
    } catch (error) {
      // Too Early: the time of one push is up.
      if (!(error instanceof StatusError) || error.http !== 425) throw error
    }
}
