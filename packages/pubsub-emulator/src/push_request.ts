/** Push requests: the HTTP request that Pub/Sub sends to an endpoint for a message.
 * https://cloud.google.com/pubsub/docs/push#receive_push
 * https://cloud.google.com/pubsub/docs/payload-unwrapping */
import type { Body, Message } from './message.ts'
import type { PushConfig } from './resources.ts'

export interface PushRequest {
  headers: Record<string, string>
  body: string | Buffer
}

/** The parts of a push request. */
export interface Delivery {
  message: Message
  body: Body
  subscription: string
  /** Sent only if the subscription has a dead-letter policy. */
  deliveryAttempt: number | undefined
}

const userAgent = 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)'
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers of HTTP itself, which an attribute must not set. */
const framing = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

function wrapped({ message, body, subscription, deliveryAttempt }: Delivery): PushRequest {
  const { data, attributes, orderingKey } = body
  const time = new Date(message.publishTime).toISOString()
  // Members with default values are omitted, as in all JSON of Google's APIs.
  const members: string[] = []
  if (Object.keys(attributes).length > 0) members.push(`"attributes":${JSON.stringify(attributes)}`)
  if (data.length > 0) members.push(`"data":"${data.toString('base64')}"`)
  members.push(`"messageId":"${message.id}","message_id":"${message.id}"`)
  if (orderingKey !== '') members.push(`"orderingKey":${JSON.stringify(orderingKey)}`)
  members.push(`"publishTime":"${time}","publish_time":"${time}"`)
  const attempt = deliveryAttempt === undefined ? '' : `"deliveryAttempt":${deliveryAttempt},`
  return {
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: `{${attempt}"message":{${members.join(',')}},"subscription":${JSON.stringify(subscription)}}`,
  }
}

function unwrapped(
  { message, body, subscription, deliveryAttempt }: Delivery,
  writeMetadata: boolean | undefined,
): PushRequest {
  const headers: Record<string, string> = { 'user-agent': userAgent }
  if (!writeMetadata) return { headers, body: body.data }
  for (const [key, value] of Object.entries(body.attributes))
    if (headerName.test(key) && headerValue.test(value) && !framing.test(key))
      headers[key.toLowerCase()] = value
  headers['x-goog-pubsub-subscription-name'] = subscription
  headers['x-goog-pubsub-message-id'] = String(message.id)
  headers['x-goog-pubsub-publish-time'] = new Date(message.publishTime).toISOString()
  if (body.orderingKey !== '' && headerValue.test(body.orderingKey))
    headers['x-goog-pubsub-ordering-key'] = body.orderingKey
  if (deliveryAttempt !== undefined) headers['x-goog-pubsub-delivery-attempt'] = String(deliveryAttempt)
  return { headers, body: body.data }
}

/** Returns the headers and the body for a delivery. The caller adds the bearer token. */
export function pushRequest(config: PushConfig, delivery: Delivery): PushRequest {
  return config.noWrapper ? unwrapped(delivery, config.noWrapper.writeMetadata) : wrapped(delivery)
}
