/** Doctor: lists the caller's permissions, a frequent cause of failures. */
import type { PubSub } from '@google-cloud/pubsub'
import { topics } from '../../../schemas/bus.ts'

const permissions: Readonly<Record<string, string>> = {
  'pubsub.topics.publish': 'publish events',
  'pubsub.topics.update': 'change topics',
}

/** Returns one sentence per permission. */
export async function ownRights(pubsub: PubSub): Promise<readonly string[]> {
  // Given a list, the client returns an object by permission. It throws if the topic is missing, which is reported elsewhere.
  try {
    const [held] = await pubsub.topic(topics.events).iam.testPermissions(Object.keys(permissions))
    return Object.entries(permissions).map(
      ([permission, deed]) => `You ${held[permission] ? 'can' : 'cannot'} ${deed} (${permission}).`,
    )
  } catch {
    return ['Could not test your permissions on the topic.']
  }
}
