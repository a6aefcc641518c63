/** Dispatch: opens the way out for a function that sends what lies in the warehouse: its own identity, the suppressions, the topic `stored`. */
import { topics } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'
import { tables } from '../../schemas/warehouse.ts'
import { compileDecisions } from '../decision/decide.ts'
import { insertAll } from '../google/bigquery.ts'
import { publisherTo } from '../google/pubsub.ts'
import { ownAuthorization } from '../google/token.ts'
import { followPorts } from '../storage/open.ts'
import { cacheSuppressions } from '../storage/follow.ts'
import { targetOf } from '../targets/registry.ts'
import type { DispatchPorts } from './dispatch.ts'

/** The way to one destination. */
export interface DestinationPorts extends DispatchPorts {
  destination: Destination
}

export interface Dispatcher {
  /** Brings the list of suppressions up to date, as far as it is too old to go by. */
  refreshSuppressions: () => Promise<unknown>
  /** The way to a destination. Throws an Error that names the destinations there are. */
  to: (destination: string) => DestinationPorts
}

export function openDispatcher(
  { project, dataset }: { project: string; dataset: string },
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
  const ways = new Map(
    destinations.map((destination): [string, DestinationPorts] => {
      const { purpose } = targetOf(destination.target)
      return [
        destination.id,
        { ...shared, destination, decide: compileDecisions([{ ...destination, purpose }]) },
      ]
    }),
  )
  return {
    refreshSuppressions: async () => suppressions.refresh(),
    to: (id) => {
      const way = ways.get(id)
      if (way) return way
      throw new Error(`There is no destination "${id}"; there are ${[...ways.keys()].join(', ') || 'none'}.`)
    },
  }
}
