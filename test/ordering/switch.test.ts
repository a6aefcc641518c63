/** Order that is turned on and off under load: no event is lost, none is stored twice, and order holds where it is promised. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { clientOf } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { timeoutMs, until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { eventId, numbersByKey, sendInOrder, type Send } from './sequences.ts'

const keys = Array.from({ length: 10 }, (_, key) => `k${key}`)

/** A time in `seconds`, in whole seconds. */
function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}

function settingsWith(ordered: boolean | undefined, ordering?: object) {
  return {
    'gcp:project': 'sluice-local',
    'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
    'sluice:destinations': { crm: webhookTo('crm', { ...(ordered !== undefined && { ordered }) }) },
    ...(ordering && { 'sluice:ordering': ordering }),
  }
}

describe('order that is turned on and off under load', function () {
  this.timeout(900_000)
  let stack: TestStack
  /** Seconds within which an update ends, however loaded the machine is. */
  let updateSeconds: number
  before(async () => {
    const startedAt = performance.now()
    stack = await TestStack.start(settingsWith(undefined))
    updateSeconds = Math.max(25, Math.ceil((4 * (performance.now() - startedAt)) / 1000))
  })
  after(() => stack?.remove())

  /** Repeats the request until the stack, which an update restarts, accepts it. */
  const send: Send = async (key, event) => {
    const { ok, body } = await clientOf(stack.facts).post(`/v1/topics/view_content?orderingKey=${key}`, event)
    await body?.cancel()
    return ok
  }
  /** Restarts the stack with other settings, as an update does. */
  const update = async (settings: object): Promise<void> => {
    await stack.stop()
    await stack.configure(settings as Record<string, unknown>)
    await stack.start()
  }
  /** Sends events of all keys until `work` is done. Returns how many of each key, and the numbers from which `work` called `mark`. */
  const during = async (
    first: number,
    work: (mark: () => void) => Promise<void>,
  ): Promise<{ end: number; marked: number }> => {
    let [number, marked] = [first, first]
    const done = new AbortController()
    const working = work(() => (marked = number + 1)).finally(() => done.abort())
    while (!done.signal.aborted) {
      await sendInOrder(keys, [number], [send])
      number++
    }
    await working
    return { end: number, marked }
  }
  /** Waits until all events with numbers below `end` are delivered. */
  const delivered = (end: number) =>
    until(
      'every event is delivered',
      async () => {
        const [row] = await clientOf(stack.facts).query(
          `SELECT COUNT(*) AS n FROM delivery_state WHERE outcome = 'delivered'`,
        )
        return Number(row!['n']) === keys.length * end
      },
      2 * timeoutMs,
    )
  /** Asserts that the events from `first` to `end` of each key arrived in order. */
  const assertOrdered = async (first: number, end: number): Promise<void> => {
    const arrived = numbersByKey(await clientOf(stack.facts).received(), 'crm')
    for (const key of keys) {
      const list = arrived.get(key)!.filter((number) => number >= first && number < end)
      assert.deepEqual(
        list.filter((number, at) => number !== list[at - 1]),
        Array.from({ length: end - first }, (_, index) => first + index),
        key,
      )
    }
  }
  const passed = (time: string) =>
    until(`${time} has passed`, async () => Date.now() > Date.parse(time), 2000 * updateSeconds)
  /** A number of events of each key. */
  const some = async (): Promise<void> => {
    await wait(3000)
  }

  it('loses no event, stores none twice, and orders what is sent after the switch', async () => {
    let from = ''
    const on = await during(0, async (mark) => {
      from = inSeconds(updateSeconds)
      await update(settingsWith(true, { from }))
      await passed(from)
      mark()
      await some()
    })
    await delivered(on.end)
    await assertOrdered(on.marked, on.end)

    // The plain store subscriptions hold nothing that they must store.
    const only = await during(on.end, async () => {
      await update(settingsWith(true, { from, drained: true }))
      await some()
    })
    await delivered(only.end)
    await assertOrdered(on.marked, only.end)

    const off = await during(only.end, async () => {
      const until = inSeconds(updateSeconds)
      await update(settingsWith(false, { from, until }))
      await passed(until)
      await some()
    })
    await delivered(off.end)

    const removed = await during(off.end, async () => {
      await update(settingsWith(undefined))
      await some()
    })
    await delivered(removed.end)

    const client = clientOf(stack.facts)
    for (const key of keys) {
      const stored = await client.query(
        `SELECT DISTINCT event_id FROM events WHERE STARTS_WITH(event_id, '${key}.')`,
      )
      const expected = Array.from({ length: removed.end }, (_, n) => eventId(key, n))
      assert.deepEqual(stored.map((row) => String(row['event_id'])).toSorted(), expected.toSorted())
    }
    const twice = await client.query(
      `SELECT topic, message_id FROM events GROUP BY topic, message_id HAVING COUNT(*) > 1`,
    )
    assert.deepEqual(twice, [])
  })
})
