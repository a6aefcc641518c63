/** Dispatch: opens production dependencies: the function's own identity, the cached suppression list, topic `stored`. */
import { topics } from '../../schemas/bus.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { EventSources } from '../../schemas/source.ts'
import { tables } from '../../schemas/warehouse.ts'
import { compileDecisions } from '../decision/decide.ts'
import { insertAll } from '../google/bigquery.ts'
import { publisherTo } from '../google/pubsub.ts'
import { ownAuthorization } from '../google/token.ts'
import { followPorts } from '../storage/open.ts'
import { cacheSuppressions } from '../storage/follow.ts'
import { withTarget } from '../targets/registry.ts'
import type { DispatchPorts } from './dispatch.ts'

/** Dependencies of dispatch to one destination. */
export interface DestinationPorts extends DispatchPorts {
  destination: Destination
}

export interface Dispatcher {
  /** Refreshes the suppression list if the cached one is too old. */
  refreshSuppressions: () => Promise<unknown>
  /** Returns the dependencies of a destination. For an unknown one, throws an Error that lists the configured ones. */
  to: (destination: string) => DestinationPorts
}

export function openDispatcher(
  {
    project,
    dataset,
    consentDefaults,
    sources,
  }: { project: string; dataset: string; consentDefaults: ConsentDefaults; sources?: EventSources },
  destinations: readonly Destination[],
): Dispatcher {
  const env = process.env
  const authorization = ownAuthorization()
  const suppressions = cacheSuppressions(followPorts({ project, dataset }, authorization))
  const shared = {
    now: () => new Date(),
    isSuppressed: (event: Parameters<DispatchPorts['isSuppressed']>[0]) => suppressions.content()?.(event),
    record: (rows: Parameters<DispatchPorts['record']>[0]) =>
      insertAll(env, { project, dataset, table: tables.deliveries.name }, authorization(), rows),
    publish: publisherTo(env, `projects/${project}/topics/${topics.stored}`, authorization),
  }
  const byDestination = new Map(
    destinations.map((destination): [string, DestinationPorts] => {
      const decide = compileDecisions([withTarget(destination)], consentDefaults, sources)
      return [destination.id, { ...shared, destination, decide }]
    }),
  )
  return {
    refreshSuppressions: async () => suppressions.refresh(),
    to: (id) => {
      const ports = byDestination.get(id)
      if (ports) return ports
      const ids = [...byDestination.keys()].join(', ') || 'none'
      throw new Error(`Destination "${id}" is not configured in this environment. Configured: ${ids}.`)
    },
  }
}
