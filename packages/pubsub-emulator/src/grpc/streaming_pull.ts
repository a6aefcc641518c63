/** StreamingPull: a stream of messages to the client and acknowledgements from it, with the client's flow control.
 * https://cloud.google.com/pubsub/docs/pull#streamingpull_api */
import type { ServerDuplexStream } from '@grpc/grpc-js'
import type { Access } from '../../../gcp-identity/src/access.ts'
import type { Broker } from '../broker.ts'
import { invalidArgument, notFound } from '../errors.ts'
import type { Lease } from '../lease.ts'
import { checkAckDeadline, checkAckIds } from '../methods/acknowledge.ts'
import { receivedMessage, requirePullable, type ReceivedMessage } from '../methods/pull.ts'
import type { Subscription } from '../subscription.ts'
import type { Consumer } from '../subscription_dependencies.ts'
import { identify } from './server.ts'
import { serviceError } from './service_error.ts'

interface StreamingPullRequest {
  subscription?: string
  ackIds?: string[]
  modifyDeadlineSeconds?: number[]
  modifyDeadlineAckIds?: string[]
  streamAckDeadlineSeconds?: number
  maxOutstandingMessages?: number
  maxOutstandingBytes?: number
}

interface Confirmation {
  ackIds: string[]
  invalidAckIds: string[]
}

interface StreamingPullResponse {
  receivedMessages?: ReceivedMessage[]
  acknowledgeConfirmation?: Confirmation
  modifyAckDeadlineConfirmation?: Confirmation
  subscriptionProperties: { exactlyOnceDeliveryEnabled: boolean; messageOrderingEnabled: boolean }
}

type Stream = ServerDuplexStream<StreamingPullRequest, StreamingPullResponse>

/** Well below the clients' limit on the size of received messages. */
const responseLimits = { messages: 1000, bytes: 1024 * 1024 }

/** Returns the limit of a setting: 0 and below mean none. */
function orUnlimited(limit: number | undefined): number {
  return limit && limit > 0 ? limit : Infinity
}

/** A client's stream, which consumes messages of its subscription. */
class Puller implements Consumer {
  readonly waitsForPublisher = true
  readonly #subscription: Subscription
  readonly #broker: Broker
  readonly #stream: Stream
  readonly #most: { messages: number; bytes: number }
  #ackDeadline: number
  #messages = 0
  #bytes = 0
  #congested = false

  constructor(broker: Broker, stream: Stream, subscription: Subscription, first: StreamingPullRequest) {
    this.#broker = broker
    this.#stream = stream
    this.#subscription = subscription
    this.#most = {
      messages: orUnlimited(first.maxOutstandingMessages),
      bytes: orUnlimited(first.maxOutstandingBytes),
    }
    this.#ackDeadline = (first.streamAckDeadlineSeconds ?? 10) * 1000
    stream.on('drain', () => {
      this.#congested = false
      this.ready()
    })
    this.#write({})
    subscription.consumers.add(this)
    subscription.wake()
  }

  ready(): void {
    if (!this.#subscription.open) return this.end(notFound(this.#subscription.resource.name))
    try {
      requirePullable(this.#subscription)
    } catch (error) {
      return this.end(error)
    }
    while (!this.#congested) {
      const messages = Math.min(responseLimits.messages, this.#most.messages - this.#messages)
      const bytes = Math.min(responseLimits.bytes, this.#most.bytes - this.#bytes)
      if (messages <= 0 || bytes <= 0) return
      const limits = { messages, bytes, ackDeadline: this.#ackDeadline }
      const leases = this.#subscription.take({ ...limits, together: true, ended: this.#ended })
      if (leases.length === 0) return
      for (const { entry } of leases) this.#bytes += entry.message.size
      this.#messages += leases.length
      const { store } = this.#broker
      this.#write({
        receivedMessages: leases.map((lease) => receivedMessage(this.#subscription, store, lease)),
      })
    }
  }

  /** Acknowledges and moves deadlines. With exactly-once delivery the client gets a confirmation for each ack id. */
  async receive(request: StreamingPullRequest): Promise<void> {
    const { ackIds = [], modifyDeadlineAckIds = [], modifyDeadlineSeconds = [] } = request
    if (modifyDeadlineAckIds.length !== modifyDeadlineSeconds.length)
      throw invalidArgument('The request has a different number of ack ids and of ack deadlines to modify.')
    checkAckIds(ackIds)
    checkAckIds(modifyDeadlineAckIds)
    if (request.streamAckDeadlineSeconds) {
      checkAckDeadline(request.streamAckDeadlineSeconds, 10)
      this.#ackDeadline = request.streamAckDeadlineSeconds * 1000
    }
    const modified = confirm(modifyDeadlineAckIds, (ackId, index) => {
      const seconds = modifyDeadlineSeconds[index] ?? 0
      checkAckDeadline(seconds, 0)
      return this.#subscription.modifyAckDeadline(ackId, seconds * 1000)
    })
    const acknowledged = confirm(ackIds, (ackId) => this.#subscription.acknowledge(ackId))
    if (!this.#subscription.settings.exactlyOnce) return
    if (ackIds.length > 0) await this.#broker.committed()
    if (modifyDeadlineAckIds.length > 0) this.#write({ modifyAckDeadlineConfirmation: modified })
    if (ackIds.length > 0) this.#write({ acknowledgeConfirmation: acknowledged })
  }

  /** Takes no further messages. Leases continue until their deadlines, because the client may acknowledge by another call. */
  detach(): void {
    this.#subscription.consumers.delete(this)
    this.#congested = true
  }

  end(error: unknown): void {
    this.detach()
    this.#stream.emit('error', serviceError(error))
  }

  readonly #ended = (lease: Lease): void => {
    this.#messages--
    this.#bytes -= lease.entry.message.size
    this.#subscription.wake()
  }

  #write(response: Omit<StreamingPullResponse, 'subscriptionProperties'>): void {
    const { exactlyOnce, ordered } = this.#subscription.settings
    const subscriptionProperties = {
      exactlyOnceDeliveryEnabled: exactlyOnce,
      messageOrderingEnabled: ordered,
    }
    if (!this.#stream.write({ ...response, subscriptionProperties })) this.#congested = true
  }
}

function confirm(ackIds: readonly string[], apply: (ackId: string, index: number) => boolean): Confirmation {
  const confirmation: Confirmation = { ackIds: [], invalidAckIds: [] }
  ackIds.forEach((ackId, index) => {
    if (apply(ackId, index)) confirmation.ackIds.push(ackId)
    else confirmation.invalidAckIds.push(ackId)
  })
  return confirmation
}

/** Returns the handler of the method for a gRPC server. */
export function streamingPull(broker: Broker, access: Access): (stream: Stream) => void {
  return (stream) => {
    let puller: Puller | undefined
    const open = (first: StreamingPullRequest): Puller => {
      const method = 'google.pubsub.v1.Subscriber.StreamingPull'
      const name = first.subscription ?? ''
      identify(access, broker, stream.metadata, method).authorize([['pubsub.subscriptions.consume', name]])
      const subscription = broker.subscription(name)
      requirePullable(subscription)
      checkAckDeadline(first.streamAckDeadlineSeconds ?? 10, 10)
      return new Puller(broker, stream, subscription, first)
    }
    const fail = (error: unknown): void => {
      if (puller) puller.end(error)
      else stream.emit('error', serviceError(error))
    }
    stream.on('data', (request: StreamingPullRequest) => {
      try {
        puller ??= open(request)
        puller.receive(request).catch(fail)
      } catch (error) {
        fail(error)
      }
    })
    stream.on('end', () => {
      puller?.detach()
      stream.end()
    })
    stream.on('cancelled', () => puller?.detach())
    stream.on('error', () => puller?.detach())
  }
}
