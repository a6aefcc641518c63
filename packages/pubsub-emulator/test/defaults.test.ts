/** openPubsub with only a folder: every request is accepted. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPubsub, type Pubsub } from '../src/index.ts'
import { Endpoint, pushData } from './support/endpoint.ts'

describe('openPubsub with defaults', () => {
  let dir: string
  let pubsub: Pubsub
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
    pubsub = await openPubsub({ dir })
    pubsub.startDelivery()
  })
  after(async () => {
    await pubsub.close()
    await rm(dir, { recursive: true })
  })

  async function call(method: string, path: string, body?: object, headers = {}): Promise<number> {
    const { status } = await fetch(`http://${pubsub.host}/v1/projects/p/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return status
  }

  it('serves requests without a token and with any token', async () => {
    assert.equal(await call('PUT', 'topics/anonymous', {}), 200)
    assert.equal(await call('GET', 'topics/anonymous', undefined, { authorization: 'Bearer anything' }), 200)
  })

  it('pushes without a token if no signer is configured', async () => {
    const endpoint = await new Endpoint().open()
    try {
      await call('PUT', 'topics/pushed', {})
      const pushConfig = {
        pushEndpoint: endpoint.url,
        oidcToken: { serviceAccountEmail: 'a@p.iam.gserviceaccount.com' },
      }
      assert.equal(
        await call('PUT', 'subscriptions/pushed', { topic: 'projects/p/topics/pushed', pushConfig }),
        200,
      )
      await call('POST', 'topics/pushed:publish', { messages: [{ data: 'aGVsbG8=' }] })
      const [received] = await endpoint.first(1)
      assert.equal(pushData(received!), 'hello')
      assert.equal(received!.headers.authorization, undefined)
    } finally {
      endpoint.close()
    }
  })
})
