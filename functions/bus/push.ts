/** Event bus: reads the requests of push subscriptions. https://cloud.google.com/pubsub/docs/push#receive_push */
import { StatusError } from '../serving/answer.ts'

/** One message as a push subscription delivers it. */
export interface PushMessage {
  /** Id of the push subscription. */
  subscription: string
  messageId: string
  /** When the bus accepted the message, RFC 3339. */
  publishTime: string
  data: Buffer
  attributes: Readonly<Record<string, string>>
  /** Empty or absent for none. */
  orderingKey?: string
  /** 1 for the first delivery. Counted only if the subscription has a dead-letter policy. */
  attempt: number
}

interface Envelope {
  message?: {
    data?: string
    attributes?: Record<string, string>
    orderingKey?: string
    messageId?: string
    publishTime?: string
  }
  /** `projects/p/subscriptions/s` */
  subscription?: string
  deliveryAttempt?: number
}

/** Reads a push request. Throws INVALID_ARGUMENT if it is not one; it carries no event that could be lost. */
export function readPush(body: Buffer): PushMessage {
  const { message, subscription, deliveryAttempt } = parse(body)
  if (!message?.messageId || !message.publishTime || !subscription) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      'Not a Pub/Sub push: message.messageId, message.publishTime or subscription is missing.',
    )
  }
  return {
    subscription: subscription.slice(subscription.lastIndexOf('/') + 1),
    messageId: message.messageId,
    publishTime: message.publishTime,
    data: Buffer.from(message.data ?? '', 'base64'),
    attributes: message.attributes ?? {},
    orderingKey: message.orderingKey ?? '',
    attempt: deliveryAttempt ?? 1,
  }
}

function parse(body: Buffer): Envelope {
  try {
    return (JSON.parse(body.toString()) as Envelope | null) ?? {}
  } catch {
    throw new StatusError('INVALID_ARGUMENT', 'Not a Pub/Sub push: the body is not JSON.')
  }
}
