/** Publish limits: refuses publish requests that exceed Pub/Sub's limits, with its messages.
 * https://cloud.google.com/pubsub/quotas#resource_limits */
import { invalidArgument } from './errors.ts'
import type { Attributes, PubsubMessage } from './resources.ts'

/** The limits. */
export const limits = {
  messagesPerPublish: 1000,
  publishBytes: 10_000_000,
  requestBytes: 10_485_760,
  attributesPerMessage: 100,
  attributeKeyBytes: 256,
  attributeValueBytes: 1024,
  orderingKeyBytes: 1024,
} as const

const seeQuotas = 'Refer to https://cloud.google.com/pubsub/quotas#resource_limits for more information.'

/** Returns the error for a number below its minimum, with Pub/Sub's message. */
export function tooSmall(field: string, passed: number | string, minimum: number | string) {
  return invalidArgument(
    `The value for ${field} is too small. You passed ${passed} in the request, but the minimum value is ${minimum}.`,
  )
}

export function tooLarge(field: string, passed: number | string, maximum: number | string) {
  return invalidArgument(
    `The value for ${field} is too large. You passed ${passed} in the request, but the maximum value is ${maximum}.`,
  )
}

function checkAttributes(attributes: Attributes): number {
  let count = 0
  let bytes = 0
  for (const [key, value] of Object.entries(attributes)) {
    count++
    const keyBytes = Buffer.byteLength(key)
    const valueBytes = Buffer.byteLength(value)
    bytes += keyBytes + valueBytes
    if (key === '') throw invalidArgument('One of the attributes in the request has an empty key.')
    if (key.startsWith('goog') && !key.startsWith('googclient_'))
      throw invalidArgument(
        `One of the attributes in the request has a key that begins with the reserved prefix goog (key=${key}). ${seeQuotas}`,
      )
    if (keyBytes > limits.attributeKeyBytes)
      throw invalidArgument(
        `One of the attributes in the request has a key that is too long. The length is ${keyBytes} characters, but the maximum allowed is ${limits.attributeKeyBytes}. ${seeQuotas}`,
      )
    if (valueBytes > limits.attributeValueBytes)
      throw invalidArgument(
        `One of the attributes in the request has a value that is too long. The length is ${valueBytes} characters, but the maximum allowed is ${limits.attributeValueBytes}. ${seeQuotas}`,
      )
  }
  if (count > limits.attributesPerMessage)
    throw tooLarge('num_attributes', count, limits.attributesPerMessage)
  return bytes
}

/** Checks the messages of a publish request. Throws INVALID_ARGUMENT for the whole request. */
export function checkPublish(messages: readonly PubsubMessage[]): void {
  if (messages.length === 0) throw tooSmall('message_count', 0, 1)
  if (messages.length > limits.messagesPerPublish)
    throw tooLarge('message_count', messages.length, limits.messagesPerPublish)
  let bytes = 0
  for (const { data, attributes = {}, orderingKey = '' } of messages) {
    const attributeBytes = checkAttributes(attributes)
    const dataBytes = data?.length ?? 0
    if (dataBytes + attributeBytes === 0)
      throw invalidArgument(
        'One or more messages in the publish request is empty. Each message must contain either non-empty data, or at least one attribute.',
      )
    const keyBytes = orderingKey === '' ? 0 : Buffer.byteLength(orderingKey)
    if (keyBytes > limits.orderingKeyBytes)
      throw invalidArgument(
        `One of the messages in the request has an ordering key that is too long. The length is ${keyBytes} characters, but the maximum allowed is ${limits.orderingKeyBytes}. ${seeQuotas}`,
      )
    bytes += dataBytes + attributeBytes + keyBytes
  }
  if (bytes > limits.requestBytes)
    throw invalidArgument(`Request payload size exceeds the limit: ${limits.requestBytes} bytes.`)
  if (bytes > limits.publishBytes) throw tooLarge('request_size', bytes, limits.publishBytes)
}
