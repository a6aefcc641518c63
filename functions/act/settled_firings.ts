/** Actions: finds firings that are already settled, for events that Pub/Sub redelivers or a producer sends again. */
import { tables } from '../../schemas/warehouse.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { Warehouse } from '../google/warehouse.ts'
import type { FiringOutcome } from './firing.ts'
import type { DeployedAction } from './triggers.ts'

/** How many days back to look: Pub/Sub keeps an unacknowledged message for 31 days; one more for safety.
 * https://cloud.google.com/pubsub/docs/subscription-properties */
const days = 32

/** Selects settled firings by destination. One without a row in `deliveries` may not have been published, so it is resumed. */
function settledFiringsSql(locate: Locate): string {
  return `SELECT firing_id, destination, outcome, reason, detail
FROM ${locate(tables.action_firings.name)} AS firing
WHERE fired_at > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${days} DAY)
  AND action = @action AND state = @state AND firing_id IN UNNEST(@ids)
  AND (outcome != 'fired' OR EXISTS (
    SELECT 1 FROM ${locate(tables.deliveries.name)} AS delivery
    WHERE delivery.settled_at > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${days} DAY)
      AND delivery.event_id = firing.firing_id AND delivery.destination = firing.destination AND delivery.source = @action
  ))`
}

/** A firing for one destination. */
export interface FiringPair {
  firingId: string
  destination: string
}

export function pairKey({ firingId, destination }: FiringPair): string {
  return `${destination} ${firingId}`
}

/** Reads the outcomes of settled firings, by `pairKey`. */
export async function findSettledFirings(
  { rows, locate }: Warehouse,
  { action, state }: DeployedAction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FiringOutcome>> {
  if (ids.length === 0) return new Map()
  const firings = await rows(settledFiringsSql(locate), {
    action: ['STRING', action.name],
    state: ['STRING', state],
    ids: [['STRING'], ids],
  })
  return new Map(
    firings.map(({ firing_id, destination, outcome, reason, detail }) => [
      pairKey({ firingId: String(firing_id), destination: String(destination) }),
      { outcome, reason, ...(detail !== null && { detail }) } as FiringOutcome,
    ]),
  )
}
