/** Replay: keeps to the rate limit, with as few messages at a time as that allows. */
import assert from 'node:assert/strict'
import { paceOf, sendAtRate } from '../../functions/replay/send_at_rate.ts'

/** Sends `count` items, with `requestMs` for each request. Every item for which `isFree` is true does not count. Returns the sizes of the
 * requests, the total time in ms, and when each item was sent. */
async function paced(
  count: number,
  rate: number,
  requestMs: number,
  { until = Infinity, isFree = () => false }: { until?: number; isFree?: (n: number) => boolean } = {},
) {
  let now = 0
  const sizes: number[] = []
  const sentAt: number[] = []
  const clock = {
    deadline: { now: () => now, at: until },
    wait: async (ms: number) => {
      now += ms
    },
  }
  const send = async (chunk: readonly number[]): Promise<boolean> => {
    sizes.push(chunk.length)
    for (const n of chunk) sentAt[n] = now
    now += requestMs
    return true
  }
  const items = Array.from({ length: count }, (_, n) => n)
  const isSent = await sendAtRate(items, paceOf(rate), clock, { send, isFree })
  return { isSent, sizes, ms: now, sentAt }
}

describe('the rate limit of a replay', () => {
  it('sends one at a time if requests are fast', async () => {
    const { isSent, sizes, sentAt } = await paced(51, 50, 5)
    assert.ok(isSent)
    assert.deepEqual([...new Set(sizes)], [1])
    assert.ok(Math.abs(sentAt[50]! - 1000) < 1e-6, `${sentAt[50]} ms`)
  })

  it('is kept with larger requests if they are slow', async () => {
    const { sizes, sentAt } = await paced(101, 50, 30)
    assert.deepEqual(new Set(sizes.slice(1)), new Set([2]))
    // The first request has one item and takes ten milliseconds too long, which the next ones make up for.
    assert.ok(Math.abs(sentAt[100]! - 1980) <= 20, `${sentAt[100]} ms`)
  })

  it('counts only what reaches the third party: 189 of 3,345 at 20 a second take nine seconds', async () => {
    const { isSent, ms, sizes } = await paced(3345, 20, 2, { isFree: (n) => n % 17 !== 0 || n > 3200 })
    assert.ok(isSent)
    assert.ok(ms >= 188 * 50 && ms <= 188 * 50 * 1.05, `${ms} ms`)
    assert.ok(Math.max(...sizes) <= 100)
  })

  it('sends items in order, so that the position after a chunk is where a run resumes', async () => {
    const { sentAt } = await paced(300, 100, 3, { isFree: (n) => n % 3 !== 0 })
    assert.deepEqual(
      sentAt,
      sentAt.toSorted((a, b) => a - b),
    )
  })

  it('makes up for a second at most, and not all at once', async () => {
    const pace = paceOf(100)
    let now = 0
    const sentAt: number[] = []
    const clock = {
      deadline: { now: () => now, at: Infinity },
      wait: async (ms: number) => {
        now += ms
      },
    }
    const send = async (): Promise<boolean> => {
      sentAt.push(now)
      return true
    }
    await sendAtRate(Array.from({ length: 100 }), pace, clock, { send })
    now += 60_000
    await sendAtRate(Array.from({ length: 1000 }), pace, clock, { send })
    const inSeconds = Map.groupBy(sentAt, (ms) => Math.floor(ms / 1000))
    const most = Math.max(...[...inSeconds.values()].map(({ length }) => length))
    assert.ok(most <= 126, `${most} in one second at 100 a second`)
    const lasted = (sentAt.at(-1)! - sentAt[100]!) / 1000
    assert.ok(lasted >= 8.9 && lasted <= 9.5, `1,000 in ${lasted} s`)
  })

  it('limits a request to a twentieth of a second, however slow requests are', async () => {
    const { sizes } = await paced(500, 100, 10_000)
    assert.deepEqual(sizes.slice(0, 3), [1, 5, 5])
    assert.equal(Math.max(...(await paced(5000, 10_000, 1000)).sizes), 100)
  })

  it('stops when the time is up', async () => {
    // Five of the fifteen seconds are reserved for saving the progress.
    const { isSent, sizes } = await paced(1000, 50, 5, { until: 15_000 })
    assert.ok(!isSent)
    assert.equal(sizes.length, 500)
  })

  it('does not delay a dry run', async () => {
    const { isSent, ms } = await paced(1000, Infinity, 0)
    assert.ok(isSent)
    assert.equal(ms, 0)
  })
})
