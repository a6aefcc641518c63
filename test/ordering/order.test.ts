/** Ordering keys: where a destination asks for it, the events of a key arrive in their order, despite faults, redeliveries and kills of
 * processes. `KEYS` and `EVENTS_PER_KEY` set the size. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../ingest/random.ts'
import { startPlatform, type Part, type Platform } from '../storage/platform.ts'
import type { Row } from '../support/client.ts'
import { timeoutMs, until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { assertInOrder, numbersByKey, sendInOrder, type Send } from './sequences.ts'

const keys = Array.from({ length: Number(process.env['KEYS'] ?? 50) }, (_, key) => `k${key}`)
const numbers = Array.from({ length: Number(process.env['EVENTS_PER_KEY'] ?? 20) }, (_, number) => number)

const settings = {
  'sluice:ordering': JSON.stringify({ from: '2026-01-01T00:00:00Z', drained: true }),
  'sluice:destinations': JSON.stringify({
    ordered: webhookTo('ordered', { ordered: true }),
    unordered: webhookTo('unordered'),
  }),
}

describe('ordering keys', function () {
  this.timeout(600_000)
  let platform: Platform
  before(async () => {
    platform = await startPlatform(settings)
  })
  after(() => platform?.stop())

  /** A plain event, with the key in the query. */
  const plain: Send = async (key, event) => {
    const { ok, body } = await platform.client.post(`/v1/topics/view_content?orderingKey=${key}`, event)
    await body?.cancel()
    return ok
  }
  const envelope = (key: string, event: object) => ({
    messages: [{ data: Buffer.from(JSON.stringify(event)).toString('base64'), orderingKey: key }],
  })
  /** The native envelope, at the front door. */
  const native: Send = async (key, event) => {
    const { ok, body } = await platform.client.post('/v1/topics/view_content', envelope(key, event))
    await body?.cancel()
    return ok
  }
  /** Pub/Sub itself, without Sluice. */
  const direct: Send = async (key, event) => {
    const url = `${platform.lines.pubsub.url}/v1/projects/${platform.project}/topics/view_content:publish`
    const { ok, body } = await fetch(url, {
      method: 'POST',
      headers: { authorization: platform.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(envelope(key, event)),
    })
    await body?.cancel()
    return ok
  }

  /** Waits until this number of pairs is settled. */
  const settled = async (pairs: number): Promise<void> => {
    const outcomes = () =>
      platform.client.query(`SELECT destination, outcome, COUNT(*) AS n FROM delivery_state GROUP BY 1, 2`)
    const isDone = (row: Row): boolean => row['outcome'] === 'delivered' || row['outcome'] === 'refused'
    try {
      await until(
        'every pair is settled',
        async () => (await outcomes()).filter(isDone).reduce((sum, { n }) => sum + Number(n), 0) === pairs,
        timeoutMs + pairs * 30,
      )
    } catch (error) {
      assert.fail(`${(error as Error).message} ${JSON.stringify(await outcomes())}`)
    }
  }

  it('are checked: an event before an earlier one of its key, and a missing one, are found', () => {
    const arrived = (...list: readonly number[]) => new Map([['k', list]])
    assertInOrder(arrived(0, 0, 1, 2, 2), ['k'], [0, 1, 2])
    for (const wrong of [arrived(0, 2, 1), arrived(0, 1, 0, 2), arrived(0, 2), arrived()])
      assert.throws(() => assertInOrder(wrong, ['k'], [0, 1, 2]), assert.AssertionError)
  })

  it('hold from every door to the third party, through faults, redeliveries and kills', async () => {
    const random = randomFrom(1)
    const { client, processes } = platform
    const both = (answer: object) =>
      Promise.all(['/ordered', '/unordered'].map((path) => client.thirdPartyAnswers({ path, ...answer })))
    const faults = [
      () => both({ status: 503, times: 30 }),
      () => both({ status: 200, delayMs: 300, times: 10 }),
      () => both({ status: 422, times: 2 }),
    ]
    const slowStorage = [
      { insertAll: { status: 503, reason: 'backendError', times: 3 } },
      { insertAll: { delayMs: 200, times: 3 } },
    ]
    const sending = new AbortController()
    const sentTo = async (path: string): Promise<number> =>
      (await client.received()).filter(({ url }) => url === path).length
    const disturb = async (): Promise<void> => {
      await faults[0]!()
      const before = await sentTo('/ordered')
      await until('a failure is felt', async () => (await sentTo('/ordered')) > before)
      const parts: readonly Part[] = ['forward', 'store', 'pubsub', 'bigquery', 'ingest']
      for (let round = 0; round < 2 * parts.length || !sending.signal.aborted; round++) {
        await faults[round % faults.length]!()
        await client.faults(random.pick(slowStorage)).catch(() => {})
        const killed = processes[parts[round % parts.length]!]
        await killed.kill()
        await killed.start()
        // Waits for nothing: leaves the platform some time to work.
        await wait(500)
      }
    }
    const disturbing = disturb()
    await sendInOrder(keys, numbers, [plain, native, direct])
    sending.abort()
    await disturbing
    await client.faults(undefined)
    // Under load the third party's failures are mostly still to come, and Pub/Sub would back off again.
    await client.thirdPartyAnswers(undefined)
    // After many failures Pub/Sub backs off for up to a minute; a restart resets that.
    await processes.pubsub.kill()
    await processes.pubsub.start()
    const total = keys.length * numbers.length
    await settled(2 * total)
    const received = await client.received()
    assertInOrder(numbersByKey(received, 'ordered'), keys, numbers)
    const unordered = numbersByKey(received, 'unordered')
    assert.equal(
      [...unordered.values()].reduce((sum, list) => sum + new Set(list).size, 0),
      total,
    )
  })
})
