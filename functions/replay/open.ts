/** Replay: what replays and reprocessing take of the world. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from '../dispatch/open.ts'
import { codeRegistry } from '../event/registry.ts'
import { publisherTo } from '../google/pubsub.ts'
import { ownAuthorization } from '../google/token.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { report } from '../serving/report.ts'
import { followDefinitions } from '../storage/follow.ts'
import type { ReplayPorts } from './event_job.ts'
import { maximumBytesBilled } from './job.ts'
import type { ReprocessPorts } from './misfit_job.ts'

export const replayPorts = (warehouse: Warehouse, dispatcher: Dispatcher): ReplayPorts => ({
  warehouse,
  dispatcher,
  maximumBytesBilled,
  wait,
  now: () => new Date(),
})

export const reprocessPorts = (
  { project, dataset }: { project: string; dataset: string },
  warehouse: Warehouse,
): ReprocessPorts => {
  const env = process.env
  const authorization = ownAuthorization()
  const definitions = followDefinitions({
    env,
    project,
    dataset,
    authorization,
    wait,
    now: () => performance.now(),
    warn: (message, facts) => report('WARNING', message, facts),
  })
  return {
    warehouse,
    maximumBytesBilled,
    now: () => new Date(),
    wait,
    lookForDefinitions: async (names) => {
      await definitions.freshen()
      await definitions.lookFor(names)
    },
    registry: () => definitions.content()?.registry ?? codeRegistry,
    publish: (topic, messages) =>
      publisherTo(env, `projects/${project}/topics/${topic}`, authorization)(messages),
  }
}
