/** Doctor: what the caller may do there, which is often why something seems to be broken. */
import type { PubSub } from '@google-cloud/pubsub'
import { topics } from '../../../schemas/bus.ts'

const asked: Readonly<Record<string, string>> = {
  'pubsub.topics.publish': 'publish events',
  'pubsub.topics.update': 'change topics',
}

/** One sentence for each right that was asked for. */
export async function ownRights(pubsub: PubSub): Promise<readonly string[]> {
  // With several permissions the client answers for each of them. It throws when the topic is missing, which is told elsewhere.
  try {
    const [held] = await pubsub.topic(topics.events).iam.testPermissions(Object.keys(asked))
    return Object.entries(asked).map(
      ([permission, deed]) => `You may ${held[permission] ? '' : 'not '}${deed} (${permission}).`,
    )
  } catch {
    return ['What you may do there cannot be told.']
  }
}
