/** Deployed function `sync`: runs syncs, replays, reprocessing, the daily reconciliation, the check of the health and the
 * search for links of people. Handles pushes of topic `runs`: 204 when a run
 * has ended, 425 to have the request redelivered. */
import { syncs } from '../schemas/derived_types.ts'
import { readPush } from './bus/push.ts'
import { openDispatcher } from './dispatch/open.ts'
import { openWarehouse } from './google/warehouse.ts'
import { healthWorker } from './health/worker.ts'
import { peopleWorker } from './people/worker.ts'
import { reconcileWorker } from './reconcile/worker.ts'
import { replayMaxBytesBilled } from './replay/job.ts'
import { replayPorts, reprocessPorts } from './replay/open.ts'
import { replayWorker } from './replay/replay.ts'
import { reprocessWorker } from './replay/reprocess.ts'
import { createRunHandler } from './runs/handle_run.ts'
import { runsPorts } from './runs/open.ts'
import { cancelRun } from './runs/run_log.ts'
import { logEntry } from './serving/log.ts'
import { serve } from './serving/serve.ts'
import {
  readConsentDefaults,
  readDestinations,
  readEnvironment,
  readSources,
  readSyncs,
} from './serving/settings.ts'
import { syncPorts } from './sync/open.ts'
import { syncWorker } from './sync/worker.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
  CONSENT_DEFAULTS,
  KEPT_DAYS,
  PAUSED,
  SOURCES,
  SYNCS,
} = readEnvironment('sync', process.env)
const warehouse = openWarehouse({ project, dataset })
const destinations = readDestinations(DESTINATIONS)
const configured = readSyncs(SYNCS)
const sources = readSources(SOURCES)
const paused = PAUSED.split(',')
const dispatcher = openDispatcher(
  { project, dataset, consentDefaults: readConsentDefaults(CONSENT_DEFAULTS), sources },
  destinations,
)

const workers = {
  health: healthWorker({
    warehouse,
    maximumBytesBilled: replayMaxBytesBilled,
    destinations: destinations.filter(({ id }) => !paused.includes(id)),
    syncs: configured,
    now: () => Date.now(),
    log: (message, facts) => logEntry('ERROR', message, facts),
  }),
  people: peopleWorker({ warehouse, maximumBytesBilled: replayMaxBytesBilled }),
  reconcile: reconcileWorker({
    warehouse,
    maximumBytesBilled: replayMaxBytesBilled,
    keptDays: Number(KEPT_DAYS),
    now: () => Date.now(),
  }),
  replay: replayWorker(replayPorts(warehouse, dispatcher)),
  reprocess: reprocessWorker(reprocessPorts({ project, dataset, sources }, warehouse)),
  sync: syncWorker(syncPorts(warehouse, dispatcher), syncs, configured),
}

const handleRun = createRunHandler(runsPorts(warehouse), workers, (run) => cancelRun(warehouse, run))

export const sync = serve('sync', ({ body }) => handleRun(readPush(body)))
