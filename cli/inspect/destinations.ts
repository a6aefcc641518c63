/** Command line: pauses and resumes the subscriptions of a destination. If it has none, lists the destinations that have one. */
import type { PubSub, Subscription } from '@google-cloud/pubsub'
import { destinationOfForward, subscriptions } from '../../schemas/bus.ts'
import { isDrainable, withMode } from '../../schemas/drain.ts'
import { nearest } from '../../schemas/nearest.ts'
import { CliError } from '../terminal/cli_error.ts'
import { explainError } from '../terminal/explain_error.ts'

/** Returns the change that holds the messages of a subscription, or, with a push configuration, delivers them again: by push, or through the
 * worker pool if that drained it before. */
export function changeOfMode(
  pushConfig: Parameters<Subscription['modifyPushConfig']>[0] | undefined,
): (subscription: Subscription) => Promise<unknown> {
  return async (subscription) => {
    const [facts] = await subscription.getMetadata()
    if (!isDrainable(facts)) return subscription.modifyPushConfig(pushConfig ?? { pushEndpoint: '' })
    const labels = withMode(facts.labels, pushConfig ? 'drain' : 'paused')
    return subscription.setMetadata({ labels })
  }
}

/** Changes the subscription of a destination, and its ordered one if it has one. Returns the name of the first. Throws NOT_FOUND with the
 * destinations of the project when there is none. */
export async function changeSubscriptions(
  pubsub: PubSub,
  { destination, project }: { destination: string; project: string },
  change: (subscription: Subscription) => Promise<unknown>,
): Promise<string> {
  const plain = pubsub.subscription(subscriptions.forward(destination))
  try {
    await change(plain)
    try {
      await change(pubsub.subscription(subscriptions.forwardInOrder(destination)))
    } catch (error) {
      if (explainError(error)?.status !== 'NOT_FOUND') throw error
    }
    return plain.name
  } catch (error) {
    if (explainError(error)?.status !== 'NOT_FOUND') throw error
    throw await unknownDestination(pubsub, { destination, project }, error)
  } finally {
    await pubsub.close()
  }
}

async function unknownDestination(
  pubsub: PubSub,
  { destination, project }: { destination: string; project: string },
  cause: unknown,
): Promise<CliError> {
  const ids = await destinationsOf(pubsub)
  const near = nearest(destination, ids ?? [])
  const sentences = [
    `Destination "${destination}" does not exist in ${project}.`,
    ...(near === undefined ? [] : [`Did you mean ${near}?`]),
    ids === undefined
      ? `To list the destinations: gcloud pubsub subscriptions list --project ${project} --filter="name:forward-"`
      : `Destinations: ${ids.join(', ') || 'none'}.`,
  ]
  return new CliError('NOT_FOUND', sentences.join(' '), { cause })
}

/** Ids in alphabetical order; undefined when the caller may not list subscriptions. */
async function destinationsOf(pubsub: PubSub): Promise<readonly string[] | undefined> {
  try {
    const [existing] = await pubsub.getSubscriptions()
    const names = existing.map(({ name }) => name.split('/').at(-1) ?? '')
    return [...new Set(names.flatMap((name) => destinationOfForward(name) ?? []))].toSorted()
  } catch {
    return undefined
  }
}
