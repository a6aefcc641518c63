/** Waiting pulls: several pulls of a subscription wait, as those of a worker pool do, and each message answers one of them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPubsub, type Pubsub } from '../src/index.ts'

const topic = 'projects/sluice-local/topics/topic'
const subscription = 'projects/sluice-local/subscriptions/subscription'

interface Pulled {
  receivedMessages?: readonly { message: { data: string } }[]
}

describe('pulls that wait', () => {
  let dir: string
  let pubsub: Pubsub
  const call = async (method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://${pubsub.host}/v1/${path}`, { method, body: JSON.stringify(body) })
    assert.equal(answer.status, 200)
    return answer.json()
  }
  const publish = (text: string) => call('POST', `${topic}:publish`, { messages: [{ data: btoa(text) }] })
  const pull = async (): Promise<readonly string[]> => {
    const { receivedMessages = [] } = (await call('POST', `${subscription}:pull`, {
      maxMessages: 10,
    })) as Pulled
    return receivedMessages.map(({ message }) => atob(message.data))
  }

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
    pubsub = await openPubsub({ dir })
    await call('PUT', topic, {})
    await call('PUT', subscription, { topic })
  })
  after(async () => {
    await pubsub.close()
    await rm(dir, { recursive: true })
  })

  it('are answered one by one: a message leaves the others waiting for the next', async () => {
    const pulls = [pull(), pull(), pull()]
    for (const text of ['a', 'b', 'c']) {
      await publish(text)
      // The next one is published when a pull has this one: together they would be one answer.
      await Promise.any(
        pulls.map(async (each) => {
          if (!(await each).includes(text)) throw new Error('It has another message.')
        }),
      )
    }
    assert.deepEqual((await Promise.all(pulls)).map(String).toSorted(), ['a', 'b', 'c'])
  })
})
