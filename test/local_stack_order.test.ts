/** The start of the local stack: what is published while it makes its topics and subscriptions is stored, too. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { clientOf } from './support/client.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

/** A port that is free, with the three after it; below those that the system gives out by itself. */
const freePorts = async (): Promise<number> => {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const servers = [0, 1, 2, 3].map((offset) => createServer().listen(first + offset, '127.0.0.1'))
    const listening = await Promise.allSettled(servers.map((server) => once(server, 'listening')))
    await Promise.all(
      servers.filter(({ listening: is }) => is).map((server) => once(server.close(), 'close')),
    )
    if (listening.every(({ status }) => status === 'fulfilled')) return first
  }
}

describe('the start of the local stack', () => {
  let stack: TestStack
  const topic = 'purchase'
  before(async () => {
    stack = await TestStack.start(undefined, { SLUICE_PORT: String(await freePorts()) })
  })
  after(() => stack.remove())

  it('loses nothing that is published as soon as Pub/Sub answers, when no topic exists yet', async () => {
    const { project, pubsubHost, token } = stack.facts
    await stack.stop()
    await rm(join(stack.dir, 'pubsub'), { recursive: true })
    const accepted = new Set<string>()
    let isUp = false
    // The first are those that count.
    const enough = 200
    const producer = async (): Promise<void> => {
      while (!isUp && accepted.size < enough) {
        const response = await fetch(`http://${pubsubHost}/v1/projects/${project}/topics/${topic}:publish`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            messages: [{ data: Buffer.from('{"value": 1, "currency": "EUR"}').toString('base64') }],
          }),
        }).catch(() => undefined)
        if (response?.status === 200)
          for (const id of ((await response.json()) as { messageIds: string[] }).messageIds) accepted.add(id)
        else await response?.arrayBuffer()
        await nextTurn()
      }
    }
    const producers = Promise.all([producer(), producer(), producer(), producer()])
    await stack.start()
    isUp = true
    await producers
    assert.ok(accepted.size > 0, 'nothing was published while the stack started')
    const stored = await until('what was accepted is stored', async () => {
      const rows = await clientOf(stack.facts).query('SELECT DISTINCT message_id FROM events')
      return rows.length >= accepted.size && new Set(rows.map(({ message_id: id }) => String(id)))
    })
    assert.deepEqual(
      [...accepted].filter((id) => !stored.has(id)),
      [],
    )
  })
})
