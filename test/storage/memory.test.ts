/** The largest load that the limits admit, on functions with the memory of a deployed instance: none is killed, nothing is lost, and who is
 * refused is told. Where control groups cannot be written, the peak of each process tells whether it would have been killed. LOAD=5 sends five
 * times as many events to `store` and `forward`: sixty of the largest, which takes many minutes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { subscriptions } from '../../schemas/bus.ts'
import { instances } from '../../schemas/instance.ts'
import { limits } from '../../schemas/limits.ts'
import { startPlatform, type Platform, type Served } from './platform.ts'
import { until } from '../support/until.ts'

const mebibyte = 1_048_576

/** An event with a text that makes it this large, and the same with as much of the most expensive JSON as an event may have. */
function eventOf(bytes: number, more: object = {}): string {
  const event = (text: string) =>
    JSON.stringify({ event_name: 'login', event_id: randomUUID(), ...more, text })
  return event('x'.repeat(bytes - event('').length))
}
function expensiveEventOf(bytes: number): string {
  const list = Array.from({ length: limits.valuesPerEvent / 2 - 10 }, () => ({}))
  return eventOf(bytes, { list })
}

/** Pub/Sub may close the connection before it has read a request that it refuses. */
const refusals = new Set(['401 ACCESS_TOKEN_TYPE_UNSUPPORTED', '503 INSTANCE_BUSY', '503 BUS_UNREACHABLE'])

describe('memory', function () {
  this.timeout(480_000)
  let platform: Platform

  beforeEach(async () => {
    platform = await startPlatform({}, { isLimited: true })
  })
  afterEach(() => platform?.stop())

  const assertAlive = (...names: readonly Served[]): void => {
    for (const name of names) {
      const { endedBy, peakBytes } = platform.processes[name]
      assert.equal(endedBy(), undefined, name)
      assert.ok(peakBytes() < instances[name].memoryMiB * mebibyte, `${name}: ${peakBytes()}`)
    }
  }

  /** Sends the body to `ingest` `count` times at once. Returns the number of responses by status. */
  const sendAtOnce = async (count: number, authorization: string, bodyOf: () => string) => {
    const statuses: Record<string, number> = {}
    const send = async (): Promise<void> => {
      const response = await fetch(`${platform.lines.ingest.url}/v1/topics`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: bodyOf(),
      })
      const text = await response.text()
      const reason = response.status === 200 ? '' : (/"reason": "(\w+)"/.exec(text)?.[1] ?? text)
      if (response.status === 503) assert.match(String(response.headers.get('retry-after')), /^\d+$/)
      const key = `${response.status} ${reason}`.trim()
      statuses[key] = (statuses[key] ?? 0) + 1
    }
    await Promise.all(Array.from({ length: count }, send))
    return statuses
  }

  const stored = async (): Promise<number> => {
    const [row] = await platform.client.query(
      "SELECT (SELECT COUNT(DISTINCT event_id) FROM events WHERE event_name = 'login') + (SELECT COUNT(DISTINCT message_id) FROM quarantine) AS n",
    )
    return Number(row!['n'])
  }

  it('of ingest is enough for eighty of the largest bodies at once, with a bad token and with a good one', async () => {
    const largest = (): string => {
      const body = `[${eventOf(4_950_000)},${eventOf(4_950_000)}]`
      return body + ' '.repeat(limits.requestBytes - body.length)
    }
    const unknown = await sendAtOnce(80, 'Bearer x', largest)
    for (const answer of Object.keys(unknown)) assert.ok(refusals.has(answer), answer)
    const { 200: accepted = 0, ...refused } = await sendAtOnce(80, platform.authorization, largest)
    assertAlive('ingest')
    assert.ok(accepted > 0)
    assert.deepEqual(refused, { '503 INSTANCE_BUSY': 80 - accepted })
    await until('all accepted events are stored', async () => (await stored()) === 2 * accepted)
    const small = await sendAtOnce(20, platform.authorization, () => eventOf(1000))
    assert.deepEqual(small, { 200: 20 })
    assertAlive('ingest', 'store', 'forward')
  })

  const load = Number(process.env['LOAD'] ?? 1)
  const loads: Readonly<Record<string, () => readonly string[]>> = {
    [`${12 * load} of the largest events`]: () => [
      ...Array.from({ length: 11 * load }, () => eventOf(5_900_000)),
      ...Array.from({ length: load }, () => expensiveEventOf(5_900_000)),
    ],
    [`${30 * load} events of as many values as they may have`]: () =>
      Array.from({ length: 30 * load }, () => expensiveEventOf(310_000)),
    [`${16 * load} events of a megabyte`]: () => Array.from({ length: 16 * load }, () => eventOf(1_000_000)),
  }
  for (const [what, eventsOf] of Object.entries(loads))
    it(`of store and forward is enough for ${what} at once`, async () => {
      const events = eventsOf()
      const push = platform.push('store')
      /** Pushes until it is settled, as Pub/Sub does. */
      const settle = async (event: string, index: number): Promise<void> => {
        const body = {
          subscription: `projects/p/subscriptions/${subscriptions.store('login')}`,
          message: {
            messageId: String(index),
            publishTime: new Date().toISOString(),
            data: Buffer.from(event).toString('base64'),
          },
          deliveryAttempt: 1,
        }
        for (let status = 0; status !== 204;) {
          status = await push(body)
          // On a slow machine, the last ones wait until they would miss the deadline.
          assert.ok(status === 204 || status === 503, String(status))
        }
      }
      await Promise.all(events.map(settle))
      assertAlive('store')
      assert.equal(await stored(), events.length)
      await until('every event is delivered', async () => {
        const [row] = await platform.client.query(
          "SELECT COUNT(DISTINCT event_id) AS n FROM deliveries WHERE outcome = 'delivered'",
        )
        return Number(row!['n']) === events.length
      })
      assertAlive('store', 'forward')
    })
})
