/** Conservation: despite failures and kills of the whole stack, every pair of an accepted event and a destination has one final outcome.
 * `EVENTS`, `KILLS` and `SEED` change the length and the random choices of the run. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from './ingest/random.ts'
import { drained } from './drain/pools.ts'
import { operate } from './support/operate.ts'
import { clientOf, type Client, type Row } from './support/client.ts'
import { TestStack } from './support/stack.ts'
import { webhookTo } from './support/webhook.ts'
import { timeoutMs, until } from './support/until.ts'

const total = Number(process.env['EVENTS'] ?? 600)
const kills = Number(process.env['KILLS'] ?? 1)
const perRequest = 20
/** Number of events for the third party that never accepts anything. */
const undeliverable = 1

const all = { id: 'all', effect: 'permit', when: 'true' }
const destinations = {
  good: webhookTo('good'),
  shaky: webhookTo('shaky'),
  picky: webhookTo('picky'),
  // Pub/Sub slows down a subscription on which nothing succeeds, so it gets few events.
  broken: webhookTo('broken', { rules: [{ ...all, when: 'event.event_data.value == 1000.0' }] }),
  ruled: webhookTo('ruled', {
    rules: [all, { id: 'large', effect: 'restrict', when: 'event.event_data.value > 50.0' }],
  }),
  analytics: {
    target: 'ga4',
    settings: { measurement_id: 'G-ABC1234567' },
    secrets: { api_secret: 'local-secret' },
    rules: [all],
    consent: [],
  },
}

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 6, minimumBackoff: '0.05s', maximumBackoff: '0.4s' },
  'sluice:destinations': destinations,
}

interface Sent {
  id: string
  value: number
  isAnonymous: boolean
}

for (const [mode, settings] of Object.entries({ 'push mode': {}, 'drain mode': { 'sluice:drain': drained } }))
  describe(`conservation in ${mode}`, function () {
    this.timeout(240_000 + total * 60 + kills * 60_000)
    conserves({ ...config, ...settings })
  })

function conserves(configured: Readonly<Record<string, unknown>>): void {
  const random = randomFrom(Number(process.env['SEED'] ?? 1))
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start(configured)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  /** Sends until accepted, as a producer does that retries the same events. */
  const send = async (events: readonly Sent[]): Promise<void> => {
    const body = events.map(({ id, value, isAnonymous }) => ({
      event_id: id,
      ...(!isAnonymous && { anonymous_id: 'anon-7f3a91' }),
      transaction_id: id,
      value,
      currency: 'EUR',
      items: [{ item_id: 'SKU-1842', price: value, quantity: 1 }],
    }))
    for (;;) {
      try {
        if ((await client.post('/v1/topics/purchase', body)).status === 200) return
      } catch {}
      await wait(200)
    }
  }

  /** Injects a random fault for a short time. */
  const injectFault = async (): Promise<void> => {
    const times = 1 + random.below(3)
    const faults = [
      () => client.faults({ insertAll: { status: 503, reason: 'backendError', times } }),
      () => client.faults({ insertAll: { status: 429, reason: 'rateLimitExceeded', times } }),
      () => client.faults({ insertAll: { delayMs: 200, times } }),
      () => client.thirdPartyAnswers({ path: '/shaky', status: 503, times: 20 }),
      () => client.thirdPartyAnswers({ path: '/shaky', status: 429, retryAfter: 1, times: 5 }),
      () => client.thirdPartyAnswers({ path: '/shaky', status: 200, delayMs: 300, times: 10 }),
      () => client.thirdPartyAnswers({ path: '/picky', status: 422, times: 30 }),
    ]
    await faults[random.below(faults.length)]!().catch(() => {})
  }

  let requeuedCount = 0
  /** Requeues, as an operator does, dead letters that `store` could not process in time. */
  const requeue = async (): Promise<void> => {
    const [row] = await client.query(`SELECT COUNT(*) AS n FROM dead_letters WHERE destination IS NULL`)
    if (Number(row!['n']) === requeuedCount) return
    requeuedCount = Number(row!['n'])
    await operate(stack.dir, 'requeue', '--subscription', 'purchase-store')
  }

  it('each pair becomes delivered, restricted, skipped, refused or dead, and no event is sent before it is stored', async () => {
    const events = Array.from({ length: total }, (_, n): Sent => ({
      id: randomUUID(),
      value: n < undeliverable ? 1000 : random.below(100),
      isAnonymous: random.below(4) === 0,
    }))
    const broken = () => client.thirdPartyAnswers({ path: '/broken', status: 500 })
    await broken()
    const killAfter = new Set(
      Array.from({ length: kills }, (_, n) => Math.floor(((n + 0.3 + random.below(5) / 10) * total) / kills)),
    )
    for (let at = 0; at < total; at += perRequest) {
      const sent = send(events.slice(at, at + perRequest))
      await injectFault()
      if ([...killAfter].some((index) => index >= at && index < at + perRequest)) {
        await stack.kill()
        await stack.start()
        client = clientOf(stack.facts)
        await broken()
      }
      await sent
    }
    await client.faults(undefined)
    for (const path of ['/shaky', '/picky']) await client.thirdPartyAnswers({ path, status: 200 })

    const outcomeCounts =
      'SELECT destination, outcome, COUNT(*) AS n FROM delivery_state GROUP BY destination, outcome'
    const isOpen = ({ outcome }: Row): boolean => outcome === 'pending' || outcome === 'deferred'
    try {
      await until(
        'every pair has a final outcome',
        async () => {
          await requeue()
          const [stored] = await client.query('SELECT COUNT(*) AS n FROM events_deduplicated')
          return Number(stored!['n']) === total && !(await client.query(outcomeCounts)).some(isOpen)
        },
        timeoutMs + total * 30,
      )
    } catch (error) {
      const [stored] = await client.query('SELECT COUNT(*) AS n FROM events_deduplicated')
      assert.fail(
        `${(error as Error).message} ${String(stored!['n'])} stored; ${JSON.stringify(await client.query(outcomeCounts))}`,
      )
    }

    const rows = await client.query(outcomeCounts)
    const count = (destination: string, outcome: string): number =>
      Number(rows.find((row) => row['destination'] === destination && row['outcome'] === outcome)?.['n'] ?? 0)
    const large = events.filter(({ value }) => value > 50).length
    const anonymous = events.filter(({ isAnonymous }) => isAnonymous).length
    for (const destination of Object.keys(destinations)) {
      const sum = ['delivered', 'restricted', 'skipped', 'refused', 'dead'].reduce(
        (pairs, outcome) => pairs + count(destination, outcome),
        0,
      )
      assert.equal(sum, total, `${destination}: ${JSON.stringify(rows)}`)
    }
    assert.equal(count('good', 'delivered'), total)
    assert.equal(count('shaky', 'delivered') + count('shaky', 'dead'), total)
    assert.equal(count('picky', 'delivered') + count('picky', 'refused'), total)
    // The recorder forgets its faults when it is killed, so some events may be delivered.
    assert.equal(count('broken', 'dead') + (kills > 0 ? count('broken', 'delivered') : 0), undeliverable)
    assert.equal(count('broken', 'restricted'), total - undeliverable)
    assert.equal(count('ruled', 'restricted'), large)
    assert.equal(count('ruled', 'delivered'), total - large)
    assert.equal(count('analytics', 'skipped'), anonymous)
    assert.equal(count('analytics', 'delivered'), total - anonymous)

    const [early] = await client.query('SELECT COUNT(*) AS n FROM deliveries WHERE settled_at < stored_at')
    assert.equal(early!['n'], '0')
    const stored = await client.query(
      `SELECT event_id, FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', MIN(stored_at)) AS stored_at FROM events GROUP BY event_id`,
    )
    const storedAt = new Map(stored.map((row) => [String(row['event_id']), String(row['stored_at'])]))
    for (const { headers, time } of await client.received()) {
      const id = headers['webhook-id']
      if (id !== undefined)
        assert.ok(storedAt.get(id)! <= time, `${id} left at ${time}, before it was stored`)
    }
  })
}
