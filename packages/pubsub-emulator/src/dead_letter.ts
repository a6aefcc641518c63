/** Dead letters: messages whose delivery attempts are exhausted, for the dead-letter topic.
 * https://cloud.google.com/pubsub/docs/handling-failures#dead_letter_topic */
import type { Body, Message } from './message.ts'
import { parseName } from './resource_names.ts'
import type { PubsubMessage } from './resources.ts'

/** Returns the message for the dead-letter topic, with the attributes that Pub/Sub adds about its origin. */
export function deadLetterMessage(
  subscription: string,
  { publishTime }: Message,
  { data, attributes, orderingKey }: Body,
  attempts: number,
): PubsubMessage {
  const { project, id } = parseName(subscription, 'subscriptions')
  return {
    data,
    orderingKey,
    attributes: {
      ...attributes,
      CloudPubSubDeadLetterSourceDeliveryCount: String(attempts),
      CloudPubSubDeadLetterSourceSubscription: id,
      CloudPubSubDeadLetterSourceSubscriptionProject: project,
      CloudPubSubDeadLetterSourceTopicPublishTime: new Date(publishTime).toISOString(),
    },
  }
}
