/** `maxPushes`: limits the pushes of a subscription that are in flight, whatever Pub/Sub's own window is. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPubsub, type Pubsub } from '../src/index.ts'
import { Endpoint } from './support/endpoint.ts'

const topic = 'projects/sluice-local/topics/topic'
const subscription = 'projects/sluice-local/subscriptions/subscription'

describe('pushes in flight', () => {
  let dir: string
  let pubsub: Pubsub
  let endpoint: Endpoint
  let open = 0
  let most = 0

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
    pubsub = await openPubsub({ dir, maxPushes: 3 })
    pubsub.startDelivery()
    endpoint = await new Endpoint(async () => {
      most = Math.max(most, ++open)
      // As long as another push takes to arrive, if one were sent.
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      open--
      return 204
    }).open()
  })
  after(async () => {
    endpoint.close()
    await pubsub.close()
    await rm(dir, { recursive: true })
  })

  it('are never more than the maximum, and all messages are pushed', async () => {
    const call = async (method: string, path: string, body: object): Promise<void> => {
      const answer = await fetch(`http://${pubsub.host}/v1/${path}`, { method, body: JSON.stringify(body) })
      assert.equal(answer.status, 200)
    }
    await call('PUT', topic, {})
    await call('PUT', subscription, { topic, pushConfig: { pushEndpoint: endpoint.url } })
    const messages = Array.from({ length: 200 }, (_, number) => ({ data: btoa(String(number)) }))
    await call('POST', `${topic}:publish`, { messages })
    await endpoint.first(200)
    assert.equal(most, 3)
  })
})
