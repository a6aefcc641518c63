/** Deployed function `sync`: gives out again what lies in the warehouse: rows of syncs, replays of events, messages of the quarantine;
 * and checks every day whether the promises hold. The topic `runs` asks for it; 204 when a run has ended, 425 when it shall be gone on with. */
import { syncs } from '../schemas/derived_types.ts'
import { readPush } from './bus/push.ts'
import { openDispatcher } from './dispatch/open.ts'
import { openWarehouse } from './google/warehouse.ts'
import { reconcileWorker } from './reconcile/worker.ts'
import { replayMaxBytesBilled } from './replay/job.ts'
import { replayPorts, reprocessPorts } from './replay/open.ts'
import { replayWorker } from './replay/replay.ts'
import { reprocessWorker } from './replay/reprocess.ts'
import { createRunHandler } from './runs/handle_run.ts'
import { runsPorts } from './runs/open.ts'
import { cancelRun } from './runs/run_log.ts'
import { serve } from './serving/serve.ts'
import { readDestinations, readEnvironment, readSyncs } from './serving/settings.ts'
import { syncPorts } from './sync/open.ts'
import { syncWorker } from './sync/worker.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
  SYNCS,
} = readEnvironment('sync', process.env)
const warehouse = openWarehouse({ project, dataset })
const dispatcher = openDispatcher({ project, dataset }, readDestinations(DESTINATIONS))

const workers = {
  reconcile: reconcileWorker({ warehouse, maximumBytesBilled: replayMaxBytesBilled }),
  replay: replayWorker(replayPorts(warehouse, dispatcher)),
  reprocess: reprocessWorker(reprocessPorts({ project, dataset }, warehouse)),
  sync: syncWorker(syncPorts(warehouse, dispatcher), syncs, readSyncs(SYNCS)),
}

const answer = createRunHandler(runsPorts(warehouse), workers, (run) => cancelRun(warehouse, run))

export const sync = serve(({ body }) => answer(readPush(body)))
