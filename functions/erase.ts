/** Deployed function `erase`: erases a person from the warehouse. It is the only function that may delete rows. Handles pushes of topic
 * `runs`: 204 when a run has ended, 425 to have the request redelivered. */
import { setTimeout as wait } from 'node:timers/promises'
import { subscriptions, topics } from '../schemas/bus.ts'
import { readPush } from './bus/push.ts'
import { erasureWorker } from './erase/worker.ts'
import { ackMatching } from './google/ack_matching.ts'
import { publisherTo } from './google/pubsub.ts'
import { cacheTimesMs } from './google/table_cache.ts'
import { ownAuthorization } from './google/token.ts'
import { openWarehouse } from './google/warehouse.ts'
import { createRunHandler } from './runs/handle_run.ts'
import { runsPorts } from './runs/open.ts'
import { serve } from './serving/serve.ts'
import { readDestinations, readEnvironment } from './serving/settings.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
} = readEnvironment('erase', process.env)
const warehouse = openWarehouse({ project, dataset })
const authorization = ownAuthorization()
const hold = `projects/${project}/subscriptions/${subscriptions.deadLettersHold}`

const erasure = erasureWorker({
  warehouse,
  destinations: readDestinations(DESTINATIONS),
  publish: publisherTo(process.env, `projects/${project}/topics/${topics.stored}`, authorization),
  removeHeldDeadLetters: (isMatch) => ackMatching(process.env, hold, authorization, isMatch),
  now: () => new Date(),
  wait,
  timeouts: {
    suppressionPropagationMs: cacheTimesMs.waitAfter + 5000,
    inFlightMs: 30_000,
    deleteRetryMs: 300_000,
    thirdPartyTimeoutMs: 24 * 3_600_000,
  },
})

const handleRun = createRunHandler(runsPorts(warehouse), { erasure })

export const erase = serve('erase', ({ body }) => handleRun(readPush(body)))
