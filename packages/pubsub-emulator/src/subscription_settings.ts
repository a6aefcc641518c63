/** Subscription settings: checks a configuration, adds the defaults, and converts it for the delivery.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions#Subscription */
import { invalidArgument, unimplemented } from './errors.ts'
import { compileFilter } from './filter.ts'
import { tooLarge, tooSmall } from './limits.ts'
import { deletedTopic, parseName } from './resource_names.ts'
import { milliseconds, type PushConfig, type Seconds, type SubscriptionResource } from './resources.ts'

const minutes = 60
const days = 24 * 60 * minutes

/** A subscription's configuration for the delivery. Times are in milliseconds. */
export interface SubscriptionSettings {
  ackDeadline: number
  retention: number
  retainAcknowledged: boolean
  ordered: boolean
  exactlyOnce: boolean
  retry: { minimum: number; maximum: number } | undefined
  deadLetter: { topic: string; maxDeliveryAttempts: number } | undefined
  /** Undefined for a pull subscription, and for a push subscription that an empty endpoint pauses. */
  push: (PushConfig & { pushEndpoint: string }) | undefined
}

/** Returns a duration, or its default. Default and bounds are in seconds. Throws INVALID_ARGUMENT outside the bounds. */
export function boundedDuration(
  field: string,
  given: Seconds | undefined,
  { standard, minimum, maximum }: { standard: number; minimum: number; maximum: number },
): Seconds {
  if (!given) return { seconds: standard, nanos: 0 }
  const seconds = milliseconds(given) / 1000
  if (seconds < minimum || seconds > maximum)
    throw invalidArgument(
      `The value for ${field} is out of bounds. You passed ${seconds}s in the request, but the value must be between ${minimum}s and ${maximum}s.`,
    )
  return { seconds: given.seconds ?? 0, nanos: given.nanos ?? 0 }
}

/** Checks a push configuration and removes empty members. */
export function checkPushConfig(config: PushConfig | undefined): PushConfig {
  const endpoint = config?.pushEndpoint
  if (!config || !endpoint) return {}
  const protocol = URL.canParse(endpoint) ? new URL(endpoint).protocol : undefined
  if (protocol !== 'http:' && protocol !== 'https:')
    throw invalidArgument(
      `Invalid push endpoint given (endpoint=${endpoint}). Refer to https://cloud.google.com/pubsub/docs/push for more information.`,
    )
  if (config.oidcToken && !config.oidcToken.serviceAccountEmail)
    throw invalidArgument('An OIDC token was configured without a service account email.')
  return config
}

function retryPolicy(given: SubscriptionResource['retryPolicy']): SubscriptionResource['retryPolicy'] {
  if (!given) return undefined
  const bounds = { minimum: 0, maximum: 600 }
  const minimumBackoff = boundedDuration('minimum_backoff', given.minimumBackoff, { standard: 10, ...bounds })
  const maximumBackoff = boundedDuration('maximum_backoff', given.maximumBackoff, {
    standard: 600,
    ...bounds,
  })
  const [least, most] = [milliseconds(minimumBackoff) / 1000, milliseconds(maximumBackoff) / 1000]
  if (most < least) throw tooSmall('maximum_backoff', `${most}s`, `${least}s`)
  return { minimumBackoff, maximumBackoff }
}

function deadLetterPolicy(given: SubscriptionResource['deadLetterPolicy']) {
  if (!given?.deadLetterTopic) return undefined
  parseName(given.deadLetterTopic, 'topics')
  const attempts = given.maxDeliveryAttempts || 5
  if (attempts < 5) throw tooSmall('max_delivery_attempts', attempts, 5)
  if (attempts > 100) throw tooLarge('max_delivery_attempts', attempts, 100)
  return { deadLetterTopic: given.deadLetterTopic, maxDeliveryAttempts: attempts }
}

function expirationPolicy(given: SubscriptionResource['expirationPolicy']) {
  if (!given) return { ttl: { seconds: 31 * days, nanos: 0 } }
  const never = !given.ttl || milliseconds(given.ttl) === 0
  if (never) return {}
  return {
    ttl: boundedDuration('expiration_policy.ttl', given.ttl, {
      standard: 0,
      minimum: days,
      maximum: Infinity,
    }),
  }
}

const unsupported = ['bigqueryConfig', 'cloudStorageConfig', 'bigtableConfig'] as const

/** Checks a subscription and adds Pub/Sub's defaults. Throws INVALID_ARGUMENT or UNIMPLEMENTED. */
export function completeSubscription(given: SubscriptionResource): SubscriptionResource {
  parseName(given.name, 'subscriptions')
  if (given.topic !== deletedTopic) parseName(given.topic, 'topics')
  for (const field of unsupported) if (given[field]) throw unimplemented(`Subscriptions with ${field} are`)
  if (given.messageTransforms?.length) throw unimplemented('Message transforms are')
  const ackDeadlineSeconds = given.ackDeadlineSeconds || 10
  if (ackDeadlineSeconds < 10 || ackDeadlineSeconds > 600)
    throw invalidArgument(
      `Invalid ack deadline given (ack_deadline=${ackDeadlineSeconds}). The ack deadline must be between 10 and 600 seconds.`,
    )
  compileFilter(given.filter)
  return {
    ...given,
    pushConfig: checkPushConfig(given.pushConfig),
    ackDeadlineSeconds,
    messageRetentionDuration: boundedDuration('message_retention_duration', given.messageRetentionDuration, {
      standard: 7 * days,
      minimum: 10 * minutes,
      maximum: 31 * days,
    }),
    expirationPolicy: expirationPolicy(given.expirationPolicy),
    deadLetterPolicy: deadLetterPolicy(given.deadLetterPolicy),
    retryPolicy: retryPolicy(given.retryPolicy),
  }
}

/** Converts a completed subscription to the settings of the delivery. */
export function subscriptionSettings(resource: SubscriptionResource): SubscriptionSettings {
  const { retryPolicy: retry, deadLetterPolicy: deadLetter, pushConfig, messageRetentionDuration } = resource
  const pushEndpoint = pushConfig?.pushEndpoint
  return {
    ackDeadline: (resource.ackDeadlineSeconds ?? 10) * 1000,
    retention: milliseconds(messageRetentionDuration ?? { seconds: 7 * days }),
    retainAcknowledged: resource.retainAckedMessages ?? false,
    ordered: resource.enableMessageOrdering ?? false,
    exactlyOnce: resource.enableExactlyOnceDelivery ?? false,
    retry: retry && {
      minimum: milliseconds(retry.minimumBackoff ?? {}),
      maximum: milliseconds(retry.maximumBackoff ?? {}),
    },
    deadLetter: deadLetter?.deadLetterTopic
      ? { topic: deadLetter.deadLetterTopic, maxDeliveryAttempts: deadLetter.maxDeliveryAttempts ?? 5 }
      : undefined,
    push: pushEndpoint ? { ...pushConfig, pushEndpoint } : undefined,
  }
}
