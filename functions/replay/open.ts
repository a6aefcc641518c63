/** Replay: production dependencies of replay and reprocess. */
import { setTimeout as wait } from 'node:timers/promises'
import type { EventSources } from '../../schemas/source.ts'
import type { Dispatcher } from '../dispatch/open.ts'
import { codeRegistry } from '../event/registry.ts'
import { rightsOfSources } from '../event/source_right.ts'
import { publisherTo } from '../google/pubsub.ts'
import { ownAuthorization } from '../google/token.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { followPorts } from '../storage/open.ts'
import { cacheDefinitions } from '../storage/follow.ts'
import type { ReplayPorts } from './replay_job.ts'
import { replayMaxBytesBilled, type JobPorts } from './job.ts'
import type { ReprocessPorts } from './reprocess_job.ts'

function jobPorts(warehouse: Warehouse): JobPorts {
  return {
    warehouse,
    maximumBytesBilled: replayMaxBytesBilled,
    wait,
    now: () => new Date(),
  }
}

export function replayPorts(warehouse: Warehouse, dispatcher: Dispatcher): ReplayPorts {
  return {
    ...jobPorts(warehouse),
    dispatcher,
  }
}

export function reprocessPorts(
  { project, dataset, sources }: { project: string; dataset: string; sources: EventSources },
  warehouse: Warehouse,
): ReprocessPorts {
  const authorization = ownAuthorization()
  const definitions = cacheDefinitions(followPorts({ project, dataset }, authorization))
  return {
    ...jobPorts(warehouse),
    refreshDefinitionsFor: async (names) => {
      await definitions.refresh()
      await definitions.refreshFor(names)
    },
    registry: () => definitions.content()?.registry ?? codeRegistry,
    sourceRights: rightsOfSources(sources),
    publish: (topic, messages) =>
      publisherTo(process.env, `projects/${project}/topics/${topic}`, authorization)(messages),
  }
}
