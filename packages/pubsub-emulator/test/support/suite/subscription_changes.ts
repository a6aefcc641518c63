/** Changing subscriptions by a field mask. */
import assert from 'node:assert/strict'
import { invalid, type Case } from '../case.ts'
import type { Json } from '../session.ts'
import { subscriptions } from './subscribing.ts'

/** Patches one field and compares it afterwards. */
function patches(id: string, field: string, before: Json, value: unknown, after = value): Case {
  return subscriptions(`patch-${id}`, `changes ${field} by a mask and leaves the rest`, async (session) => {
    const name = await session.subscription(await session.topic(), { labels: { kept: 'yes' }, ...before })
    const read = await session.done('GET', name)
    const body = { subscription: { name, [field]: value }, updateMask: field }
    assert.deepEqual((await session.done('PATCH', name, body))[field], after)
    assert.deepEqual(await session.done('GET', name), { ...read, [field]: after })
  })
}

function patchRefused(id: string, does: string, body: Json, message: RegExp | string): Case {
  return subscriptions(id, does, async (session) => {
    const name = await session.subscription(await session.topic())
    await session.refused(
      'PATCH',
      name,
      { subscription: { name, ackDeadlineSeconds: 20 }, ...body },
      invalid(message),
    )
  })
}

function immutable(field: string) {
  return `Invalid update_mask provided in the UpdateSubscriptionRequest: the '${field}' field in the Subscription is not mutable.`
}

export const subscriptionChangeCases: readonly Case[] = [
  patches('deadline', 'ackDeadlineSeconds', {}, 20),
  patches('retention', 'messageRetentionDuration', {}, '600s'),
  patches('labels', 'labels', {}, { other: 'label' }),
  patches('expiration', 'expirationPolicy', {}, {}),
  patches('retry', 'retryPolicy', {}, { minimumBackoff: '1s', maximumBackoff: '2s' }),
  patches('retain', 'retainAckedMessages', {}, true),
  patches('push', 'pushConfig', {}, { pushEndpoint: 'https://example.com/' }),
  subscriptions(
    'patch-several',
    'changes several fields at once, by snake_case paths too',
    async (session) => {
      const name = await session.subscription(await session.topic())
      const body = {
        subscription: { name, ackDeadlineSeconds: 30, retainAckedMessages: true },
        updateMask: 'ack_deadline_seconds,retain_acked_messages',
      }
      const read = await session.done('PATCH', name, body)
      assert.deepEqual([read['ackDeadlineSeconds'], read['retainAckedMessages']], [30, true])
    },
  ),
  subscriptions('patch-reset', 'resets a field that is in the mask but not in the body', async (session) => {
    const name = await session.subscription(await session.topic(), { retryPolicy: {} })
    const read = await session.done('PATCH', name, { subscription: { name }, updateMask: 'retryPolicy' })
    assert.equal(read['retryPolicy'], undefined)
  }),
  patchRefused(
    'patch-no-mask',
    'refuses a patch without a mask',
    {},
    'The update_mask in the UpdateSubscriptionRequest must be set, and must contain a non-empty paths list.',
  ),
  patchRefused('patch-filter', 'refuses to change the filter', { updateMask: 'filter' }, immutable('filter')),
  patchRefused('patch-topic', 'refuses to change the topic', { updateMask: 'topic' }, immutable('topic')),
  patchRefused(
    'patch-ordering',
    'refuses to change the ordering',
    { updateMask: 'enableMessageOrdering' },
    immutable('enable_message_ordering'),
  ),
  patchRefused(
    'patch-unknown',
    'refuses an unknown field',
    { updateMask: 'colour' },
    /'colour' is not a known Subscription field/,
  ),
]
