/** Target `pubsub`: publishes events to a Pub/Sub topic of another application, with the function's identity. */
import { Type } from 'typebox'
import { attributes } from '../../schemas/bus.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    topic: Type.String({
      pattern: '^projects/[a-z][a-z0-9-]{4,28}[a-z0-9]/topics/[A-Za-z][A-Za-z0-9._~+-]{2,254}$',
      description:
        'Full name of the topic; the function’s service account needs roles/pubsub.publisher on it.',
      examples: ['projects/my-project/topics/purchases'],
    }),
    ordering_field: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9_]*$',
        description:
          'Event field whose value is the ordering key. Events without it are published without a key.',
        examples: ['user_id'],
      }),
    ),
  },
  { additionalProperties: false },
)

/** https://cloud.google.com/pubsub/quotas#resource_limits */
const maxKeyBytes = 1024

/** Returns the text or number in a context field or an event field; empty if there is none. */
function keyIn(fields: LinkedEvent['fields'], name: string): string {
  const { event_data } = fields as { event_data?: Readonly<Record<string, unknown>> }
  const value = fields[name] ?? event_data?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Adds `hop`, because the topic may lead back to Sluice: the decision layer restricts events with too many hops. */
function messageOf(
  { id, name, fields, text, hop = 0 }: LinkedEvent,
  orderingField: string | undefined,
): object {
  const key = orderingField === undefined ? '' : keyIn(fields, orderingField)
  const isKey = key !== '' && Buffer.byteLength(key) <= maxKeyBytes
  return {
    data: Buffer.from(text).toString('base64'),
    attributes: {
      [attributes.eventId]: id,
      [attributes.eventName]: name,
      [attributes.hop]: String(hop + 1),
    },
    ...(isKey && { orderingKey: key }),
  }
}

interface ErrorBody {
  error: { message?: string }
}

/** https://cloud.google.com/pubsub/docs/reference/error-codes */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const message = bodyOf<ErrorBody>(response)?.error?.message
  if (message === undefined) return byStatus(response, events)
  // 403: the service account has no permission, which can be granted. 404: the topic does not exist.
  const statuses: Readonly<Record<number, number>> = { 403: 401, 404: 410 }
  return byVendorCode(response, events, { status: statuses[response.status] ?? response.status, message })
}

export const pubsub = defineTarget({
  name: 'pubsub',
  title: 'Google Cloud Pub/Sub',
  purpose: 'generic',
  honours: null,
  docs: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields: undefined,
  linkage: 'event',
  time: undefined,
  dedup: null,
  identity: [],
  test: null,
  // Base64 makes the events larger by a third, and the maximum is 10 MB.
  batch: { maxItems: 1000, maxBytes: 6_500_000, atomic: true },
  googleScope: 'https://www.googleapis.com/auth/pubsub',
  request: (events, { topic, ordering_field }, { authorization }) => ({
    method: 'POST',
    url: `https://pubsub.googleapis.com/v1/${topic}:publish`,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: events.map((event) => messageOf(event, ordering_field)) }),
    timeout: 30_000,
  }),
  classify,
})
