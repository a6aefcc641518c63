/** Cases: each is one statement about Pub/Sub with its source, and runs against any target. */
import type { Refusal, Session } from './session.ts'
import type { Capability } from './target.ts'

export interface Case {
  /** Stable id. Lists of deviations refer to it. */
  id: string
  /** A statement about the behavior. */
  does: string
  /** URL of Google's documentation of it. */
  source: string
  needs: readonly Capability[]
  run: (session: Session) => Promise<void>
}

/** Pages of Google's documentation that the cases cite. */
export const docs = {
  errors: 'https://cloud.google.com/apis/design/errors#http_mapping',
  json: 'https://protobuf.dev/programming-guides/json/',
  publish: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish',
  message: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/PubsubMessage',
  topics: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics',
  subscriptions: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions',
  names: 'https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names',
  limits: 'https://cloud.google.com/pubsub/quotas#resource_limits',
  pull: 'https://cloud.google.com/pubsub/docs/pull',
  leases: 'https://cloud.google.com/pubsub/docs/lease-management',
  push: 'https://cloud.google.com/pubsub/docs/push',
  pushAuthentication: 'https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions',
  unwrapping: 'https://cloud.google.com/pubsub/docs/payload-unwrapping',
  filter: 'https://cloud.google.com/pubsub/docs/subscription-message-filter',
  schemas: 'https://cloud.google.com/pubsub/docs/schemas',
  ordering: 'https://cloud.google.com/pubsub/docs/ordering',
  retries: 'https://cloud.google.com/pubsub/docs/subscription-retry-policy',
  deadLetters: 'https://cloud.google.com/pubsub/docs/dead-letter-topics',
  replay: 'https://cloud.google.com/pubsub/docs/replay-overview',
  exactlyOnce: 'https://cloud.google.com/pubsub/docs/exactly-once-delivery',
  existence: 'https://google.aip.dev/211',
  testPermissions:
    'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/testIamPermissions',
  access: 'https://cloud.google.com/pubsub/docs/access-control',
  detach: 'https://cloud.google.com/pubsub/docs/detach-subscriptions',
} as const

/** Declares the cases of one area. Their ids become `area/…`. */
export function area(name: string, source: string) {
  return (
    id: string,
    does: string,
    run: Case['run'],
    needs: readonly Capability[] = [],
    cite = source,
  ): Case => ({
    id: `${name}/${id}`,
    does,
    source: cite,
    needs,
    run,
  })
}

export function invalid(message?: RegExp | string): Refusal {
  return {
    status: 400,
    code: 'INVALID_ARGUMENT',
    ...(message !== undefined && { message }),
  }
}

export const notFound: Refusal = {
  status: 404,
  code: 'NOT_FOUND',
  message: /^Resource not found \(resource=.+\)\.$/,
}
