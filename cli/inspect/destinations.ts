/** Command line: explains that a destination has no subscription, with the destinations that have one. */
import type { PubSub, Subscription } from '@google-cloud/pubsub'
import { destinationOfForward, subscriptions } from '../../schemas/bus.ts'
import { nearest } from '../../schemas/nearest.ts'
import { CliError } from '../terminal/cli_error.ts'
import { explainError } from '../terminal/explain_error.ts'

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
