/** Pull: returns available messages, or waits for the first one. */
import { createDeferred } from '../deferred.ts'
import { invalidArgument, RpcError } from '../errors.ts'
import type { Lease, TakeOptions } from '../lease.ts'
import type { MessageStore } from '../message_store.ts'
import { fromMilliseconds, type Attributes, type Seconds } from '../resources.ts'
import type { Subscription } from '../subscription.ts'
import type { Consumer } from '../subscription_dependencies.ts'

const longestWait = 5000
const largestResponse = 8 * 1024 * 1024
const mostMessages = 1000

/** google.pubsub.v1.ReceivedMessage */
export interface ReceivedMessage {
  ackId: string
  message: {
    data: Buffer
    attributes: Attributes
    messageId: string
    publishTime: Seconds
    orderingKey: string
  }
  deliveryAttempt: number
}

/** Returns a leased message as subscribers receive it. The delivery attempt is set only with a dead-letter policy. */
export function receivedMessage(
  subscription: Subscription,
  store: MessageStore,
  lease: Lease,
): ReceivedMessage {
  const { message } = lease.entry
  return {
    ackId: lease.ackId,
    message: {
      ...store.body(message),
      messageId: String(message.id),
      publishTime: fromMilliseconds(message.publishTime),
    },
    deliveryAttempt: subscription.settings.deadLetter ? lease.attempt : 0,
  }
}

/** Throws FAILED_PRECONDITION if messages cannot be pulled from the subscription. */
export function requirePullable({ settings, resource }: Subscription): void {
  if (settings.push)
    throw new RpcError(
      'FAILED_PRECONDITION',
      'This method is not supported for push subscriptions with a defined push configuration.',
    )
  if (resource.detached)
    throw new RpcError('FAILED_PRECONDITION', 'The subscription is detached from its topic.')
}

export interface PullOptions {
  maxMessages: number
  returnImmediately: boolean
  signal: AbortSignal
}

export async function pull(
  subscription: Subscription,
  store: MessageStore,
  { maxMessages, returnImmediately, signal }: PullOptions,
): Promise<ReceivedMessage[]> {
  requirePullable(subscription)
  if (maxMessages <= 0)
    throw invalidArgument('You have passed an invalid argument to the service (argument=max_messages).')
  const wanted = { messages: Math.min(maxMessages, mostMessages), bytes: largestResponse, together: true }
  let leases: readonly Lease[] = subscription.take(wanted)
  if (leases.length === 0 && !returnImmediately) leases = await firstLeases(subscription, wanted, signal)
  return leases.map((lease) => receivedMessage(subscription, store, lease))
}

/** Resolves to the next messages; to none after the maximum wait, or when the caller disconnects. It takes them as soon as it is notified, so
 * that no other pull is answered for the same messages, and empty. */
function firstLeases(
  subscription: Subscription,
  wanted: TakeOptions,
  signal: AbortSignal,
): Promise<readonly Lease[]> {
  const { promise, resolve } = createDeferred<readonly Lease[]>()
  const end = (leases: readonly Lease[]): void => {
    subscription.consumers.delete(consumer)
    clearTimeout(timer)
    signal.removeEventListener('abort', endEmpty)
    resolve(leases)
  }
  const endEmpty = (): void => end([])
  const consumer: Consumer = {
    ready: () => {
      const leases = subscription.open ? subscription.take(wanted) : []
      if (leases.length > 0 || !subscription.open) end(leases)
    },
  }
  const timer = setTimeout(endEmpty, longestWait)
  signal.addEventListener('abort', endEmpty)
  subscription.consumers.add(consumer)
  return promise
}
