/** The log of the embedded Pub/Sub: torn, truncated, damaged and compacted. */
import assert from 'node:assert/strict'
import { appendFile, readdir, stat, truncate } from 'node:fs/promises'
import { Crashing } from './support/crashing.ts'
import { startProcess } from './support/process.ts'
import { decode, encode, texts, type PulledMessage } from './support/session.ts'
import { timeoutMs } from '../../shared/test/until.ts'

describe('the log of the embedded Pub/Sub', () => {
  let crashing: Crashing

  beforeEach(async () => {
    crashing = await Crashing.start()
  })
  afterEach(() => crashing.close())

  it('drops a torn record at the end of the log', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic)
    await before.publish(topic, 'kept')
    const after = await crashing.crash(async () => {
      const [log = ''] = await crashing.logs()
      const { size } = await stat(log)
      await appendFile(log, Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 5, 6]))
      assert.equal((await stat(log)).size, size + 10)
    })
    assert.deepEqual(texts(await after.pullAll(subscription, 1)), ['kept'])
    await after.publish(topic, 'new')
    const again = await crashing.crash()
    assert.deepEqual(texts(await again.pullAll(subscription, 2)).toSorted(), ['kept', 'new'])
  })

  it('loses only the last record of a truncated file', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic)
    await before.publish(topic, 'kept')
    await before.publish(topic, 'cut')
    const after = await crashing.crash(async () => {
      const [log = ''] = await crashing.logs()
      await truncate(log, (await stat(log)).size - 1)
    })
    assert.deepEqual(texts(await after.pullAll(subscription, 1)), ['kept'])
  })

  it('refuses to open a log that is damaged before its end', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    await before.publish(topic, 'x')
    await crashing.crash()
    await crashing.open().publish(topic, 'y')
    await crashing.running.kill()
    const [first = ''] = await crashing.logs()
    const { size } = await stat(first)
    await truncate(first, size - 1)
    await appendFile(first, '?')
    await assert.rejects(startProcess(crashing.dir), /Damaged record in .+ before the end of the log/)
  })

  it('deletes messages that no subscription needs from disk and keeps the others', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const [behind, ahead] = [
      await before.subscription(topic, { filter: 'attributes:needed' }),
      await before.subscription(topic),
    ]
    await before.publish(topic, { data: encode('needed'), attributes: { needed: '1' } })
    const large = 'x'.repeat(4_000_000)
    const rounds = 45
    for (let round = 0; round < rounds; round++) {
      await before.publish(topic, large)
      await before.done('POST', `${ahead}:seek`, { time: new Date(Date.now() + 60_000).toISOString() })
    }
    const bytes = async (): Promise<number> => {
      const sizes = await Promise.all((await crashing.logs()).map(async (log) => (await stat(log)).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    }
    const written = rounds * large.length
    for (const until = Date.now() + timeoutMs; (await bytes()) > written / 2;) {
      assert.ok(Date.now() < until, `The log still has ${await bytes()} of ${written} bytes.`)
      await before.publish(topic, 'another group')
    }
    const after = await crashing.crash()
    assert.deepEqual(texts(await after.pullAll(behind, 1)), ['needed'])
  })

  it('keeps a backlog that changes while its checkpoint is written', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic, { enableMessageOrdering: true })
    const batch = 1000
    const filler = 'x'.repeat(700)
    const sent = (round: number) =>
      Array.from({ length: batch }, (_, index) => ({
        data: encode(`${String(round * batch + index)} ${filler}`),
        orderingKey: `k${index % 10}`,
      }))
    const owed: Record<string, string[]> = {}
    const numbered = ({ message }: PulledMessage) => decode(message.data).split(' ', 1)[0] ?? ''
    let round = 0
    const hasCheckpoint = async () => (await readdir(crashing.dir)).includes('checkpoint')
    // A checkpoint starts once a segment is full. Messages are published and acknowledged while it is written.
    for (let bytes = 0, beyond = 0; beyond < 10 || !(await hasCheckpoint()); round++) {
      await before.publish(topic, ...sent(round))
      for (let index = 0; index < batch; index++) {
        const key = `k${index % 10}`
        ;(owed[key] ??= []).push(String(round * batch + index))
      }
      bytes += batch * filler.length
      if (bytes > 60_000_000) beyond++
      const pulled = await before.pullNow(subscription, 50)
      await before.acknowledge(subscription, pulled)
      for (const one of pulled) {
        const key = one.message.orderingKey ?? ''
        assert.equal(owed[key]?.shift(), numbered(one))
      }
    }
    await before.publish(topic, 'durable')
    const after = await crashing.crash()
    const received: typeof owed = {}
    for (let pulled = await after.pullNow(subscription, 1000); pulled.length > 0;) {
      for (const one of pulled) {
        const key = one.message.orderingKey ?? ''
        ;(received[key] ??= []).push(numbered(one))
      }
      await after.acknowledge(subscription, pulled)
      pulled = await after.pullNow(subscription, 1000)
    }
    assert.deepEqual(received[''], ['durable'])
    delete received['']
    assert.deepEqual(received, owed)
  })
})
