/** Topics, subscriptions and messages as plain objects, as both APIs read and write them.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1 */

/** google.protobuf.Duration and google.protobuf.Timestamp. */
export interface Seconds {
  seconds?: number | undefined
  nanos?: number | undefined
}

export type Attributes = Record<string, string>

/** google.iam.v1.Binding */
export interface PolicyBinding {
  role: string
  members?: string[] | undefined
  condition?: object | undefined
}

/** A policy as it was set: google.iam.v1.Policy without its etag, which follows from the bindings. */
export interface ResourcePolicy {
  version?: number | undefined
  bindings?: readonly PolicyBinding[] | undefined
}

export interface TopicResource {
  name: string
  labels?: Attributes | undefined
  messageStoragePolicy?: object | undefined
  kmsKeyName?: string | undefined
  schemaSettings?: SchemaSettings | undefined
  messageRetentionDuration?: Seconds | undefined
  ingestionDataSourceSettings?: object | undefined
  messageTransforms?: readonly object[] | undefined
  /** Not part of Pub/Sub's resource. */
  policy?: ResourcePolicy | undefined
}

/** google.pubsub.v1.SchemaSettings */
export interface SchemaSettings {
  schema?: string | undefined
  encoding?: string | undefined
  firstRevisionId?: string | undefined
  lastRevisionId?: string | undefined
}

/** google.pubsub.v1.Schema */
export interface SchemaResource {
  name: string
  type?: string | undefined
  definition?: string | undefined
  revisionId?: string | undefined
  revisionCreateTime?: Seconds | undefined
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
  /** Not part of Pub/Sub's resource. */
  policy?: ResourcePolicy | undefined
  /** Present on a snapshot, which is kept as a subscription that nobody pulls from. */
  snapshot?: SnapshotState | undefined
}

/** What a snapshot has beyond a subscription. */
export interface SnapshotState {
  /** Tells it from an earlier snapshot of the same name. */
  id: number
  expireTime: Seconds
  /** The largest message id that was delivered before it was created. */
  after: number
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
