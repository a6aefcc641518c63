/** Publishing of stored events with ordering keys: one request per key, and nothing overtakes a message that was not accepted. */
import assert from 'node:assert/strict'
import { publishStored } from '../../functions/storage/publish_stored.ts'
import type { OutgoingMessage, PublishResult } from '../../functions/google/pubsub.ts'

function item(name: string, orderingKey?: string) {
  const message: OutgoingMessage = {
    data: Buffer.from(name),
    attributes: {},
    ...(orderingKey !== undefined && { orderingKey }),
  }
  return { name, message }
}

/** Publishes items. `answer` returns Pub/Sub's result for the names of one request. */
async function publishAll(
  items: readonly ReturnType<typeof item>[],
  answer: (names: readonly string[]) => PublishResult,
  late: readonly string[] = [],
) {
  const requests: string[] = []
  const failed = await publishStored(
    async (messages) => {
      const names = messages.map(({ data }) => data.toString())
      requests.push(names.join(' '))
      return answer(names)
    },
    items,
    ({ name }) => late.includes(name),
  )
  return { requests: requests.toSorted(), failed: failed.map(({ name }) => name).toSorted() }
}

const events = [item('u1'), item('a1', 'a'), item('b1', 'b'), item('a2', 'a'), item('u2'), item('a3', 'a')]

describe('publishing with ordering keys', () => {
  // https://cloud.google.com/pubsub/docs/reference/rest/v1/PubsubMessage: all messages of a request have the same key.
  it('sends one request per key, and one for the events without', async () => {
    assert.deepEqual(await publishAll(events, () => 'accepted'), {
      requests: ['a1 a2 a3', 'b1', 'u1 u2'],
      failed: [],
    })
  })

  it('stops a key at a message that is not accepted, and no other key', async () => {
    const answer = (names: readonly string[]): PublishResult =>
      names.includes('a2') ? 'refused' : 'accepted'
    assert.deepEqual(await publishAll(events, answer), {
      requests: ['a1', 'a1 a2 a3', 'a2', 'a2 a3', 'b1', 'u1 u2'],
      failed: ['a2', 'a3'],
    })
    const retry = (names: readonly string[]): PublishResult => (names.includes('b1') ? 'retry' : 'accepted')
    assert.deepEqual((await publishAll(events, retry)).failed, ['b1'])
  })

  it('does not publish a key whose message is late', async () => {
    const { requests, failed } = await publishAll(events, () => 'accepted', ['a2', 'u1'])
    assert.deepEqual(requests, ['b1', 'u1 u2'])
    assert.deepEqual(failed, ['a1', 'a2', 'a3'])
  })
})
