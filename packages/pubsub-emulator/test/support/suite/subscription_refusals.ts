/** Subscriptions that Pub/Sub refuses to create. */
import { invalid, type Case } from '../case.ts'
import type { Json } from '../session.ts'
import { pushTo, subscriptions } from './subscribing.ts'

/** Creates a subscription with settings that must be refused. */
function refuses(id: string, does: string, settings: Json, message?: RegExp | string): Case {
  return subscriptions(id, does, async (session) => {
    const topic = await session.topic()
    await session.refused('PUT', session.name('subscriptions'), { topic, ...settings }, invalid(message))
  })
}

export const subscriptionRefusalCases: readonly Case[] = [
  refuses('no-topic', 'refuses a subscription without a topic', { topic: '' }),
  refuses('bad-topic', 'refuses a malformed topic name', { topic: 'events' }, /^Invalid resource name given/),
  refuses(
    'deadline-short',
    'refuses an ack deadline below 10 s',
    { ackDeadlineSeconds: 5 },
    /^Invalid ack deadline given \(ack_deadline=5\)/,
  ),
  refuses('deadline-long', 'refuses an ack deadline above 600 s', { ackDeadlineSeconds: 601 }),
  refuses('retention-short', 'refuses a retention below ten minutes', { messageRetentionDuration: '599s' }),
  refuses('retention-long', 'refuses a retention above 31 days', { messageRetentionDuration: '2678401s' }),
  refuses('expiration-short', 'refuses an expiration below a day', { expirationPolicy: { ttl: '3600s' } }),
  refuses(
    'endpoint',
    'refuses a push endpoint that is not a URL',
    pushTo('example'),
    /^Invalid push endpoint given \(endpoint=example\)/,
  ),
  refuses('endpoint-scheme', 'refuses a push endpoint of another scheme', pushTo('ftp://example.com/')),
  refuses(
    'backoff-long',
    'refuses a backoff above 600 s',
    { retryPolicy: { maximumBackoff: '601s' } },
    'The value for maximum_backoff is out of bounds. You passed 601s in the request, but the value must be between 0s and 600s.',
  ),
  refuses(
    'backoff-order',
    'refuses a maximum backoff below the minimum',
    { retryPolicy: { minimumBackoff: '20s', maximumBackoff: '10s' } },
    'The value for maximum_backoff is too small. You passed 10s in the request, but the minimum value is 20s.',
  ),
  refuses(
    'unknown-field',
    'refuses an unknown field',
    { acknowledgeLater: true },
    /Unknown name "acknowledgeLater"/,
  ),
  refuses(
    'bad-integer',
    'refuses a text as a number',
    { ackDeadlineSeconds: 'ten' },
    `Invalid value at 'ack_deadline_seconds' (TYPE_INT32), "ten"`,
  ),
]
