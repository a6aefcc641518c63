/** Replay: keeps to the rate limit, with as few messages at a time as that allows. */
import assert from 'node:assert/strict'
import { sendAtRate } from '../../functions/replay/send_at_rate.ts'

/** Sends `count` items, with `requestMs` for each request. Returns the sizes of the requests, and the total time in ms. */
async function paced(count: number, rate: number, requestMs: number, until = Infinity) {
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
      now += requestMs
      return true
    },
  )
  return { isSent, sizes, ms: now }
}

describe('the rate limit of a replay', () => {
  it('sends one at a time if requests are fast', async () => {
    const { isSent, sizes, ms } = await paced(50, 50, 5)
    assert.ok(isSent)
    assert.deepEqual([...new Set(sizes)], [1])
    assert.ok(Math.abs(ms - 1000) < 1e-6, `${ms} ms`)
  })

  it('is kept with larger requests if they are slow', async () => {
    const { sizes, ms } = await paced(101, 50, 30)
    assert.deepEqual(new Set(sizes.slice(1)), new Set([2]))
    // The first request has one item and takes ten milliseconds too long.
    assert.ok(Math.abs(ms - 2030) < 1e-6, `${ms} ms`)
  })

  it('limits a request to a twentieth of a second, however slow requests are', async () => {
    const { sizes } = await paced(500, 100, 10_000)
    assert.deepEqual(sizes.slice(0, 3), [1, 5, 5])
    assert.equal(Math.max(...(await paced(5000, 10_000, 1000)).sizes), 100)
  })

  it('stops when the time is up', async () => {
    // Five of the fifteen seconds are reserved for saving the progress.
    const { isSent, sizes } = await paced(1000, 50, 5, 15_000)
    assert.ok(!isSent)
    assert.equal(sizes.length, 500)
  })

  it('does not delay a dry run', async () => {
    const { isSent, ms } = await paced(1000, Infinity, 0)
    assert.ok(isSent)
    assert.equal(ms, 0)
  })
})
