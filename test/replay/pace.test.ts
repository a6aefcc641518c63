/** The pace of a replay: as fast as asked for, and as few at a time as that allows. */
import assert from 'node:assert/strict'
import { sendAtRate } from '../../functions/replay/send_at_rate.ts'

/** Sends so many items by a bus that takes `taken` ms for each request; the sizes of the requests, and how long all took, in ms. */
async function paced(count: number, rate: number, taken: number, until = Infinity) {
  let now = 0
  const sizes: number[] = []
  const isSent = await sendAtRate(
    Array.from({ length: count }, (_, n) => n),
    rate,
    {
      deadline: { now: () => now, at: until },
      wait: async (ms) => {
        now += ms
      },
    },
    async (chunk) => {
      sizes.push(chunk.length)
      now += taken
      return true
    },
  )
  return { isSent, sizes, ms: now }
}

describe('the pace of a replay', () => {
  it('is one at a time where the bus is quick', async () => {
    const { isSent, sizes, ms } = await paced(50, 50, 5)
    assert.ok(isSent)
    assert.deepEqual([...new Set(sizes)], [1])
    assert.ok(Math.abs(ms - 1000) < 1e-6, `${ms} ms`)
  })

  it('is kept where the bus is slow, by more at a time', async () => {
    const { sizes, ms } = await paced(101, 50, 30)
    assert.deepEqual(new Set(sizes.slice(1)), new Set([2]))
    // The first goes alone, ten milliseconds late.
    assert.ok(Math.abs(ms - 2030) < 1e-6, `${ms} ms`)
  })

  it('never sends more than a twentieth of a second together, however long the bus took', async () => {
    const { sizes } = await paced(500, 100, 10_000)
    assert.deepEqual(sizes.slice(0, 3), [1, 5, 5])
    assert.equal(Math.max(...(await paced(5000, 10_000, 1000)).sizes), 100)
  })

  it('ends when time is up', async () => {
    // Five of the fifteen seconds are kept for writing down how far it is.
    const { isSent, sizes } = await paced(1000, 50, 5, 15_000)
    assert.ok(!isSent)
    assert.equal(sizes.length, 500)
  })

  it('does not hold a dry run up', async () => {
    const { isSent, ms } = await paced(1000, Infinity, 0)
    assert.ok(isSent)
    assert.equal(ms, 0)
  })
})
