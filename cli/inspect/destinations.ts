/** Command line: explains that a destination has no subscription, with the destinations that have one. */
import type { PubSub } from '@google-cloud/pubsub'
import { destinationOfForward } from '../../schemas/bus.ts'
import { nearest } from '../../schemas/nearest.ts'
import { CliError } from '../terminal/cli_error.ts'
import { explainError } from '../terminal/explain_error.ts'

/** Changes the subscription of a destination. Throws NOT_FOUND with the destinations of the project when there is none. */
export async function changeSubscription(
  pubsub: PubSub,
  { destination, project }: { destination: string; project: string },
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change()
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
    const [subscriptions] = await pubsub.getSubscriptions()
    const names = subscriptions.map(({ name }) => name.split('/').at(-1) ?? '')
    return names.flatMap((name) => destinationOfForward(name) ?? []).toSorted()
  } catch {
    return undefined
  }
}
