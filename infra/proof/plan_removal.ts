/** Proof: what the removal of a destination loses, and how to lose nothing: the commands that drain its subscription first. Pure. */
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

/** The lines that `npx sluice plan` prints of it. */
export function removalLines({ destination: { id, rules }, isPaused, dataset }: Removal): readonly string[] {
  const path = `sluice:destinations.${id}`
  const subscription = subscriptions.forward(id)
  const permits = rules.flatMap(({ effect }, index) => (effect === 'permit' ? [index] : []))
  const commands = [
    ...permits.map((index) => `pulumi config set --path '${path}.rules[${index}].effect' restrict`),
    ...(isPaused ? [`pulumi config set --path '${path}.paused' false`] : []),
  ]
  const lost = `${id} is REMOVED: events that still wait in its subscription ${subscription} are LOST with it`
  const wait = `wait until no event waits: Backlog of ${subscription} on the dashboard is 0, and this returns no row:`
  const query = `    bq query --use_legacy_sql=false "${waitingStatement(dataset, id)}"`
  // Without a permit rule it takes no more events, and what is not paused drains by itself.
  if (commands.length === 0) return [lost, `  It takes no more events. Before you remove it, ${wait}`, query]
  return [
    lost,
    `  To lose none, drain it first. Put ${path} back into the settings, and let it take no more events:`,
    ...commands.map((command) => `    ${command}`),
    '    pulumi up',
    `  Then ${wait}`,
    query,
    '  Then remove it:',
    `    pulumi config rm --path '${path}'`,
    '    pulumi up',
  ]
}

/** GoogleSQL that counts the events that wait for a destination. No subscription keeps a message longer than 31 days. */
export function waitingStatement(dataset: string, destination: string): string {
  return (
    `SELECT outcome, COUNT(*) AS events FROM ${dataset}.delivery_state WHERE destination = '${destination}' ` +
    `AND received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 31 DAY) AND outcome IN ('pending', 'deferred') GROUP BY outcome`
  )
}
