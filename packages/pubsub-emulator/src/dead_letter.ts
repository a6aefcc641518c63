/** Dead letters: what a message becomes when its subscription gave up on it.
 * https://cloud.google.com/pubsub/docs/handling-failures#dead_letter_topic */
import type { Body, Message } from './message.ts'
import { parseName } from './resource_names.ts'
import type { PubsubMessage } from './resources.ts'

/** The message as it is published to the dead-letter topic, with Pub/Sub's own attributes about its past. */
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
