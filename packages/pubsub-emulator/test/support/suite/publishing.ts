/** Builds the cases on publishing. */
import assert from 'node:assert/strict'
import { area, docs, invalid } from '../case.ts'
import { encode, type PublishedMessage, type Session } from '../session.ts'

export const publishing = area('publish', docs.publish)

/** Publishes a body to a new topic and expects it to be refused. */
export function refuses(body: unknown, message?: RegExp | string) {
  return async (session: Session): Promise<void> => {
    await session.refused('POST', `${await session.topic()}:publish`, body, invalid(message))
  }
}

/** Publishes one message and compares the delivered one. */
export function delivers(message: PublishedMessage, expected: PublishedMessage = message) {
  return async (session: Session): Promise<void> => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    const [id] = await session.publish(topic, message)
    const [received] = await session.pullAll(subscription, 1)
    const { messageId, publishTime, ...rest } = received?.message ?? { messageId: '', publishTime: '' }
    assert.equal(messageId, id)
    assert.ok(Math.abs(Date.parse(publishTime) - Date.now()) < 60_000, publishTime)
    assert.deepEqual(rest, expected)
  }
}

/** Returns a publish request of one message with data and extra fields. */
export function message(extra: object) {
  return { messages: [{ data: encode('x'), ...extra }] }
}
