/** Proof: describes what the removal of a destination loses, and the commands that drain its subscription first. Pure. */
import { subscriptions } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'

/** A destination that an update would remove. */
interface Removal {
  destination: Destination
  /** True if its events are held in its subscription. */
  isPaused: boolean
  /** Id of the dataset of the environment. */
  dataset: string
}

/** Returns the lines of `npx sluice plan` for it. */
export function removalLines({
  destination: { id, rules, ordered },
  isPaused,
  dataset,
}: Removal): readonly string[] {
  const path = `sluice:destinations.${id}`
  const names = [
    subscriptions.forward(id),
    ...(ordered === undefined ? [] : [subscriptions.forwardInOrder(id)]),
  ]
  const subscription = names.join(' and ')
  const permits = rules.flatMap(({ effect }, index) => (effect === 'permit' ? [index] : []))
  const commands = [
    ...permits.map((index) => `pulumi config set --path '${path}.rules[${index}].effect' restrict`),
    ...(isPaused ? [`pulumi config set --path '${path}.paused' false`] : []),
  ]
  const lost = `${id} is REMOVED: events still waiting in its subscription${names.length > 1 ? 's' : ''} ${subscription} are LOST`
  const wait = `wait until it is drained: Backlog of ${subscription} on the dashboard is 0, and this returns no row:`
  const query = `    bq query --use_legacy_sql=false "${waitingStatement(dataset, id)}"`
  // Without a permit rule it receives no new events, and a subscription that is not paused drains by itself.
  if (commands.length === 0)
    return [lost, `  It receives no new events. Before you remove it, ${wait}`, query]
  return [
    lost,
    `  To lose no events, drain it first. Restore ${path} in the settings, and restrict new events:`,
    ...commands.map((command) => `    ${command}`),
    '    pulumi up',
    `  Then ${wait}`,
    query,
    '  Then remove it:',
    `    pulumi config rm --path '${path}'`,
    '    pulumi up',
  ]
}

/** Returns GoogleSQL that counts the waiting events of a destination. No subscription retains a message for longer than 31 days. */
export function waitingStatement(dataset: string, destination: string): string {
  return (
    `SELECT outcome, COUNT(*) AS events FROM ${dataset}.delivery_state WHERE destination = '${destination}' ` +
    `AND received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 31 DAY) AND outcome IN ('pending', 'deferred') GROUP BY outcome`
  )
}
