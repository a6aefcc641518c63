/** Topics, subscriptions and messages as plain objects, as both APIs read and write them.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1 */

/** google.protobuf.Duration and google.protobuf.Timestamp. */
export interface Seconds {
  seconds?: number | undefined
  nanos?: number | undefined
}

export type Attributes = Record<string, string>

export interface TopicResource {
  name: string
  labels?: Attributes | undefined
  messageStoragePolicy?: object | undefined
  kmsKeyName?: string | undefined
  schemaSettings?: object | undefined
  messageRetentionDuration?: Seconds | undefined
  ingestionDataSourceSettings?: object | undefined
  messageTransforms?: readonly object[] | undefined
}

export interface PushConfig {
  pushEndpoint?: string | undefined
  attributes?: Attributes | undefined
  oidcToken?: { serviceAccountEmail?: string | undefined; audience?: string | undefined } | undefined
  pubsubWrapper?: object | undefined
  noWrapper?: { writeMetadata?: boolean | undefined } | undefined
}

export interface SubscriptionResource {
  name: string
  topic: string
  pushConfig?: PushConfig | undefined
  bigqueryConfig?: object | undefined
  cloudStorageConfig?: object | undefined
  bigtableConfig?: object | undefined
  ackDeadlineSeconds?: number | undefined
  retainAckedMessages?: boolean | undefined
  messageRetentionDuration?: Seconds | undefined
  labels?: Attributes | undefined
  enableMessageOrdering?: boolean | undefined
  expirationPolicy?: { ttl?: Seconds | undefined } | undefined
  filter?: string | undefined
  deadLetterPolicy?:
    { deadLetterTopic?: string | undefined; maxDeliveryAttempts?: number | undefined } | undefined
  retryPolicy?: { minimumBackoff?: Seconds | undefined; maximumBackoff?: Seconds | undefined } | undefined
  detached?: boolean | undefined
  enableExactlyOnceDelivery?: boolean | undefined
  messageTransforms?: readonly object[] | undefined
}

/** A message as a publisher sends it. */
export interface PubsubMessage {
  data?: Buffer | undefined
  attributes?: Attributes | undefined
  orderingKey?: string | undefined
}

/** Returns the milliseconds of a Duration or Timestamp. */
export function milliseconds({ seconds = 0, nanos = 0 }: Seconds): number {
  return seconds * 1000 + nanos / 1e6
}

/** Returns the Duration or Timestamp of whole milliseconds. */
export function fromMilliseconds(time: number): Seconds {
  return {
    seconds: Math.floor(time / 1000),
    nanos: Math.round(time % 1000) * 1e6,
  }
}
