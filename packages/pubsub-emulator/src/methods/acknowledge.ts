/** Acknowledges and extends leases, for unary calls and streams. */
import type { Broker } from '../broker.ts'
import { invalidArgument, RpcError } from '../errors.ts'
import { isAckId } from '../lease.ts'
import type { Subscription } from '../subscription.ts'

const largestDeadlineSeconds = 600

/** Returns the error of exactly-once delivery, which names each expired ack id.
 * https://cloud.google.com/pubsub/docs/exactly-once-delivery */
function invalidAckIds(ackIds: readonly string[]): RpcError {
  const permanent = 'PERMANENT_FAILURE_INVALID_ACK_ID'
  return new RpcError(
    'FAILED_PRECONDITION',
    'Some acknowledgement ids in the request were invalid. This could be because the acknowledgement ids have expired or the acknowledgement ids were malformed.',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'EXACTLY_ONCE_ACKID_FAILURE',
        domain: 'pubsub.googleapis.com',
        metadata: Object.fromEntries(ackIds.map((ackId) => [ackId, permanent])),
      },
    ],
  )
}

/** Throws INVALID_ARGUMENT for an invalid ack deadline. */
export function checkAckDeadline(seconds: number, minimum: number): void {
  if (seconds < minimum || seconds > largestDeadlineSeconds)
    throw invalidArgument(
      `Invalid ack deadline given (ack_deadline=${seconds}). The ack deadline must be between ${minimum} and ${largestDeadlineSeconds} seconds.`,
    )
}

/** Throws INVALID_ARGUMENT for a text that does not have the format of an ack id. Expired ack ids are accepted. */
export function checkAckIds(ackIds: readonly string[]): void {
  const malformed = ackIds.find((ackId) => !isAckId(ackId))
  if (malformed !== undefined)
    throw invalidArgument(`You have passed an invalid ack ID to the service (ack_id=${malformed}).`)
}

function requireAckIds(ackIds: readonly string[]): void {
  if (ackIds.length === 0) throw invalidArgument('You have not specified an ack ID in the request.')
  checkAckIds(ackIds)
}

/** Acknowledges. With exactly-once delivery, unknown ack ids are an error, and the call waits until the acks are durable. */
export async function acknowledge(
  broker: Broker,
  subscription: Subscription,
  ackIds: readonly string[],
): Promise<void> {
  requireAckIds(ackIds)
  const invalid = ackIds.filter((ackId) => !subscription.acknowledge(ackId))
  if (!subscription.settings.exactlyOnce) return
  await broker.committed()
  if (invalid.length > 0) throw invalidAckIds(invalid)
}

/** Moves deadlines to `seconds` from now; 0 nacks the messages. */
export function modifyAckDeadline(
  subscription: Subscription,
  ackIds: readonly string[],
  seconds: number,
): void {
  checkAckDeadline(seconds, 0)
  requireAckIds(ackIds)
  const invalid = ackIds.filter((ackId) => !subscription.modifyAckDeadline(ackId, seconds * 1000))
  if (subscription.settings.exactlyOnce && invalid.length > 0) throw invalidAckIds(invalid)
}
