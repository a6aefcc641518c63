/** Local stack: checks that events published during its start, while it makes topics and subscriptions, are stored. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { clientOf } from '../support/client.ts'
import { freePorts } from '../support/ports.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

describe('the start of the local stack', () => {
  let stack: TestStack
  const topic = 'purchase'
  before(async () => {
    stack = await TestStack.start(undefined, { SLUICE_PORT: String(await freePorts(4)) })
  })
  after(() => stack.remove())

  it('loses no event that is published as soon as Pub/Sub answers', async () => {
    const { project, pubsubHost } = stack.facts
    const token = tokenOf(stack.facts, 'producer')
    await stack.stop()
    await rm(join(stack.dir, 'pubsub'), { recursive: true })
    const accepted = new Set<string>()
    const starting = new AbortController()
    // The first are those that count.
    const enough = 200
    const producer = async (): Promise<void> => {
      while (!starting.signal.aborted && accepted.size < enough) {
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
    starting.abort()
    await producers
    assert.ok(accepted.size > 0, 'nothing was published while the stack started')
    const stored = await until('the accepted events are stored', async () => {
      const rows = await clientOf(stack.facts).query('SELECT DISTINCT message_id FROM events')
      return rows.length >= accepted.size && new Set(rows.map(({ message_id: id }) => String(id)))
    })
    assert.deepEqual(
      [...accepted].filter((id) => !stored.has(id)),
      [],
    )
  })
})
