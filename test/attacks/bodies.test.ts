/** Attacks with bodies over every door: wrong lengths, bombs, chunks, half-sent and slow requests. Each gets the right answer, and no function
 * ends, stalls or takes more memory than it has. */
import assert from 'node:assert/strict'
import { bodyLimitsOf } from '../../schemas/instance.ts'
import { attacksOn, type Attack } from './bodies/cases.ts'
import { doorsOf, type Door } from './bodies/doors.ts'
import { openRaw, type RawConnection } from '../support/raw_http.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhooks } from '../translation/webhooks.ts'

/** Number of connections at a time. */
const connections = 16

const connectionMs = 5000

describe('hostile bodies', function () {
  this.timeout(60_000)
  let stack: TestStack
  let doors: readonly Door[]

  before(async () => {
    stack = await TestStack.start({ 'gcp:project': 'sluice-local', 'sluice:webhooks': webhooks })
    doors = await doorsOf(stack)
  })
  after(() => stack?.remove())

  const assertHealthy = async (): Promise<void> => {
    assert.deepEqual(
      stack.lines.filter((line) => /ended \(|unexpected error/.test(line)),
      [],
    )
    const startedAt = performance.now()
    const ingest = doors[0]!
    const response = await fetch(`http://127.0.0.1:${ingest.port}${ingest.path}`, {
      method: 'POST',
      headers: { authorization: ingest.authorization, 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    assert.equal(response.status, 200, await response.text())
    assert.ok(performance.now() - startedAt < connectionMs)
  }

  const attack = async ({ door, bytes, statuses }: Attack): Promise<number | undefined> => {
    const { write, answer, socket } = await openRaw(door.port)
    for (const part of bytes) if (!(await write(part))) break
    const status = statuses && (await answer()).status
    socket.destroy()
    return status
  }

  it('get the right answers at every door', async () => {
    const attacks = doors.flatMap(attacksOn)
    assert.ok(attacks.length >= 300, String(attacks.length))
    const wrong: string[] = []
    const queue = attacks.values()
    const work = async (): Promise<void> => {
      for (const each of queue) {
        const status = await attack(each)
        if (status !== undefined && !each.statuses!.includes(status))
          wrong.push(`${each.door.name}, ${each.title}: ${status}, not ${each.statuses!.join(' or ')}`)
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
    assert.deepEqual(wrong, [])
    await assertHealthy()
  })

  it('that are held by slow clients keep nobody out', async () => {
    const ingest = doors[0]!
    const part = Math.ceil(ingest.maxBytes * 0.9)
    const count = Math.ceil(bodyLimitsOf('ingest').bytes / part) + 3
    const head = `POST ${ingest.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${ingest.authorization}\r\ncontent-length: `
    const held = await Promise.all(Array.from({ length: count }, () => openRaw(ingest.port)))
    const sent = held.map(({ write }) => write(`${head}${ingest.maxBytes}\r\n\r\n${' '.repeat(part)}`))
    // A small event does not wait for them.
    await assertHealthy()
    // They are refused in favor of a large one.
    const large = JSON.stringify({ text: 'x'.repeat(5_000_000) })
    await until('a large event is accepted', async () => {
      const { write, answer, socket } = await openRaw(ingest.port)
      await write(`${head}${large.length}\r\n\r\n${large}`)
      const { status, head: answered } = await answer()
      socket.destroy()
      if (status === 503) assert.match(answered, /\r\nretry-after: 1\r\n/i)
      return status === 200
    })
    for (const { socket } of held) socket.destroy()
    await Promise.all(sent)
  })

  it('that begin on hundreds of connections and never end keep nobody out', async () => {
    const opened: RawConnection[] = []
    for (const door of doors)
      for (let index = 0; index < 40; index++) {
        const connection = await openRaw(door.port)
        await connection.write(
          `POST ${door.path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${door.maxBytes}\r\n`,
        )
        opened.push(connection)
      }
    await assertHealthy()
    for (const { socket } of opened) socket.destroy()
  })
})
