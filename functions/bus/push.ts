/** Event bus: describes one delivered message, and reads the requests of push subscriptions. https://cloud.google.com/pubsub/docs/push#receive_push */
import { ackDeadlineSeconds, orderMarginSeconds } from '../../schemas/instance.ts'
import { StatusError } from '../serving/answer.ts'
import { placeholder, takeData } from './large_data.ts'

/** One message as a subscription delivers it. */
export interface PushMessage {
  /** Id of the subscription. */
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

/** When a message is handled; both in ms since 1970. */
export interface Turn {
  /** When it arrived. */
  arrivedAt: number
  /** After this time no request for a message in order begins: the redelivery and later messages of its key may overtake it. */
  orderedUntil: number
}

/** Returns the turn of a pushed message. */
export function pushTurn(arrivedAt: number): Turn {
  return { arrivedAt, orderedUntil: arrivedAt + (ackDeadlineSeconds - orderMarginSeconds) * 1000 }
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
  const large = takeData(body)
  const apart = large && parse(large.rest)
  // Another member with this name was cut out if the message does not have the placeholder.
  const isApart = apart?.message?.data === placeholder
  const { message, subscription, deliveryAttempt } = isApart ? apart : parse(body)
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
    data: isApart ? large!.data : Buffer.from(message.data ?? '', 'base64'),
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
