/** Drain mode: worker pools pull the messages, and every promise of push mode holds: through kills, changes of the mode, pauses and large messages.
 * `EVENTS` sets the size. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { clientOf, type Client } from '../support/client.ts'
import { operate } from '../support/operate.ts'
import { TestStack } from '../support/stack.ts'
import { timeoutMs, until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { applySettings, drained, killPool, modeOfSubscription, subscriptionOf } from './pools.ts'

const total = Number(process.env['EVENTS'] ?? 2000)
const perRequest = 50

describe('drain mode', function () {
  this.timeout(400_000)
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
      'sluice:drain': drained,
      'sluice:destinations': {
        webhook: webhookTo('webhook'),
        pushed: webhookTo('pushed', { drain: false }),
      },
    })
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  /** Sends events with the ids `<prefix>-<number>`, each group until it is accepted. */
  const send = async (prefix: string, count: number, pauseMs = 0): Promise<void> => {
    for (let at = 0; at < count; at += perRequest) {
      const events = Array.from({ length: Math.min(perRequest, count - at) }, (_, n) => ({
        event_id: `${prefix}-${at + n}`,
        content_name: 'a',
      }))
      while (!(await client.post('/v1/topics/view_content', events).catch(() => undefined))?.ok)
        await wait(100)
      if (pauseMs > 0) await wait(pauseMs)
    }
  }

  /** The stored events, and the delivered ones by destination, each without duplicates. */
  const counts = async (prefix: string) => {
    const [stored] = await client.query(
      `SELECT COUNT(DISTINCT event_id) AS n FROM events WHERE STARTS_WITH(event_id, '${prefix}-')`,
    )
    const delivered = await client.query(
      `SELECT destination, COUNT(DISTINCT event_id) AS n FROM deliveries
       WHERE STARTS_WITH(event_id, '${prefix}-') AND outcome = 'delivered' GROUP BY destination`,
    )
    return {
      stored: Number(stored!['n']),
      ...Object.fromEntries(delivered.map(({ destination, n }) => [String(destination), Number(n)])),
    } as Readonly<Record<string, number>>
  }
  const delivered = async (prefix: string, count: number): Promise<void> => {
    try {
      await until(
        'every event is delivered',
        async () => {
          const { stored, webhook, pushed } = await counts(prefix)
          return stored === count && webhook === count && pushed === count
        },
        timeoutMs + 60_000 + count * 20,
      )
    } catch (error) {
      assert.fail(`${(error as Error).message} ${JSON.stringify(await counts(prefix))}\n${stack.output}`)
    }
    const [early] = await client.query('SELECT COUNT(*) AS n FROM deliveries WHERE settled_at < stored_at')
    assert.equal(early!['n'], '0', 'delivered before stored')
  }

  it('holds for the event topics and the destinations that do not say otherwise', async () => {
    const modes = ['events-store', 'view_content-store', 'forward-webhook', 'forward-pushed']
    const { facts } = stack
    assert.deepEqual(await Promise.all(modes.map((id) => modeOfSubscription(facts, id))), [
      'drain',
      'drain',
      'drain',
      'push',
    ])
    assert.equal((await subscriptionOf(facts, 'forward-webhook')).ackDeadlineSeconds, 15)
    assert.equal((await subscriptionOf(facts, 'forward-pushed')).ackDeadlineSeconds, 600)
    // Dead letters and run requests are few.
    for (const id of ['dead-letters-store', 'runs-sync', 'stored-act'])
      assert.equal(await modeOfSubscription(facts, id), 'push', id)
  })

  it('stores and delivers every event once', async () => {
    await send('plain', 200)
    await delivered('plain', 200)
    const [rows] = await client.query(
      `SELECT COUNT(*) AS n FROM deliveries WHERE STARTS_WITH(event_id, 'plain-')`,
    )
    assert.equal(rows!['n'], '400')
  })

  it('loses nothing when both worker pools are killed under load, and delivers nothing before it is stored', async () => {
    const sending = send('killed', total, 20)
    for (let round = 0; round < 3; round++) {
      await wait(300)
      for (const name of ['store', 'forward'] as const)
        await until(`the pool ${name} runs`, () => killPool(stack.pid, name))
    }
    await sending
    await delivered('killed', total)
  })

  it('takes messages whose pull would be longer than 8 MB', async () => {
    const large = 'x'.repeat(900_000)
    await operate(stack.dir, 'pause', 'webhook')
    const count = 12
    for (let n = 0; n < count; n++) {
      const { status } = await client.post('/v1/topics/view_content', {
        event_id: `large-${n}`,
        content_name: large,
      })
      assert.equal(status, 200)
    }
    await operate(stack.dir, 'resume', 'webhook')
    await delivered('large', count)
  })

  it('stops while the destination is paused, and drains it when it is resumed', async () => {
    const { facts } = stack
    await operate(stack.dir, 'pause', 'webhook')
    assert.equal(await modeOfSubscription(facts, 'forward-webhook'), 'paused')
    // The pool reads the mode every ten seconds.
    await until(
      'the pool has stopped',
      async () => {
        const probe = `probe${Date.now()}`
        await send(probe, 1)
        await until('the probe is delivered elsewhere', async () => (await counts(probe))['pushed'] === 1)
        await wait(300)
        return (await counts(probe))['webhook'] === undefined
      },
      60_000,
    )
    await send('held', 100)
    await until('they are delivered elsewhere', async () => (await counts('held'))['pushed'] === 100, 60_000)
    assert.equal((await counts('held'))['webhook'], undefined)
    await operate(stack.dir, 'resume', 'webhook')
    assert.equal(await modeOfSubscription(facts, 'forward-webhook'), 'drain')
    await delivered('held', 100)
  })

  it('loses nothing when an update changes the mode under load, both ways', async () => {
    const { facts } = stack
    const sending = send('switched', total, 100)
    for (const [settings, mode] of [
      [{ store: false, forward: false }, 'push'],
      [drained, 'drain'],
      [{ store: false, forward: false }, 'push'],
    ] as const) {
      await applySettings(facts, { 'sluice:drain': JSON.stringify(settings) })
      for (const id of ['view_content-store', 'forward-webhook'])
        assert.equal(await modeOfSubscription(facts, id), mode)
      await wait(500)
    }
    await sending
    await delivered('switched', total)
    await applySettings(facts, {})
    await send('back', 100)
    await delivered('back', 100)
  })
})
