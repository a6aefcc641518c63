/** Chaos: one run with one seed: events through random faults and kills, then the count of every pair. Throws if a promise is broken. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../ingest/random.ts'
import { drained } from '../drain/pools.ts'
import { operate } from '../support/operate.ts'
import { clientOf, type Client } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { timeoutMs, until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { followArrivals } from './arrivals.ts'
import { chaosEvents, type ChaosEvent } from './events.ts'
import { injectFault, killFunction } from './faults.ts'
import { judge, type Verdict } from './judge.ts'

export interface ChaosOptions {
  seed: number
  events: number
  /** Kills of the whole stack. */
  kills: number
  /** Kills of single functions. */
  functionKills: number
  /** True if worker pools pull what `store` and `forward` are otherwise pushed. */
  isDrained?: boolean
  print: (line: string) => void
}

const all = { id: 'all', effect: 'permit', when: 'true' }
const destinations = {
  good: webhookTo('good'),
  shaky: webhookTo('shaky'),
  picky: webhookTo('picky'),
  slow: webhookTo('slow'),
  ruled: webhookTo('ruled', {
    rules: [
      all,
      {
        id: 'large',
        effect: 'restrict',
        when: 'has(event.event_data.value) && event.event_data.value > 50.0',
      },
    ],
  }),
}

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 20, minimumBackoff: '0.1s', maximumBackoff: '2s' },
  'sluice:destinations': destinations,
}

const perRequest = 25
const producers = 4

export async function runChaos({
  seed,
  events: total,
  kills,
  functionKills,
  isDrained = false,
  print,
}: ChaosOptions): Promise<Verdict> {
  const random = randomFrom(seed)
  const events = chaosEvents(total, random)
  const stack = await TestStack.start(isDrained ? { ...config, 'sluice:drain': drained } : config)
  const arrivals = followArrivals(stack.dir)
  let client: Client = clientOf(stack.facts)
  /** Ids of events that a producer sent again after an unclear answer. */
  const resent = new Set<string>()
  let sent = 0

  /** Sends until accepted, as a producer does that retries the same events. */
  const send = async (group: readonly ChaosEvent[]): Promise<void> => {
    for (;;) {
      const answer = await client
        .post('/v1/topics', `[${group.map(({ text }) => text).join(',')}]`)
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined)
      if (answer?.status === 200) return
      assert.ok(answer === undefined || answer.status >= 429, `the front door: ${answer?.text}`)
      if (!answer?.text.includes('OVERLOADED')) for (const { id } of group) resent.add(id)
      await wait(200)
    }
  }

  const points = (count: number): ReadonlySet<number> =>
    new Set(
      Array.from({ length: count }, (_, n) =>
        Math.floor(((n + 0.2 + random.below(60) / 100) * total) / count / perRequest),
      ),
    )

  try {
    const [stackPoints, functionPoints] = [points(kills), points(functionKills)]
    let next = 0
    /** One at a time, so that a restart is not killed by the next. */
    let disturbance: Promise<void> = Promise.resolve()
    const disturb = async (group: number): Promise<void> => {
      await injectFault(client, random)
      if (functionPoints.has(group))
        print(
          `seed ${seed}: killed ${(await killFunction(stack.pid, random)) ?? 'nothing'} after ${sent} events`,
        )
      if (!stackPoints.has(group)) return
      print(`seed ${seed}: killed the stack after ${sent} events`)
      await stack.kill()
      await stack.start()
      client = clientOf(stack.facts)
    }
    const produce = async (): Promise<void> => {
      for (;;) {
        const group = next++
        const mine = events.slice(group * perRequest, (group + 1) * perRequest)
        if (mine.length === 0) return
        if (group % 8 === 0 || functionPoints.has(group) || stackPoints.has(group))
          disturbance = disturbance.then(() => disturb(group))
        await send(mine)
        sent += mine.length
      }
    }
    await Promise.all(Array.from({ length: producers }, produce))
    await disturbance
    await client.faults(undefined)
    await client.thirdPartyAnswers(undefined)
    print(`seed ${seed}: ${total} events accepted, ${resent.size} of them sent more than once`)
    await settled(stack, client, total, (line) => print(`seed ${seed}: ${line}`))
    await arrivals.stop()
    return await judge({
      client,
      events,
      arrivals: arrivals.accepted,
      resent: resent.size,
      kills: kills + functionKills,
    })
  } catch (error) {
    print(`seed ${seed}: the stack ${stack.isRunning ? 'runs' : 'has ended'}. Its latest lines:`)
    for (const line of stack.lines.slice(-50)) print(line.slice(0, 500))
    throw error
  } finally {
    await arrivals.stop()
    await stack.remove()
  }
}

/** Waits until every event is stored or in quarantine, and every pair has its final outcome. Requeues dead letters of `store`, as an operator
 * does. */
async function settled(
  stack: TestStack,
  client: Client,
  total: number,
  print: (line: string) => void,
): Promise<void> {
  let requeued = 0
  let shownAt = 0
  await until(
    'every pair has a final outcome',
    async () => {
      const [dead] = await client.query('SELECT COUNT(*) AS n FROM dead_letters WHERE destination IS NULL')
      if (Number(dead!['n']) > requeued) {
        requeued = Number(dead!['n'])
        await operate(stack.dir, 'requeue', '--subscription', 'events-store')
      }
      const [stored] = await client.query(
        `SELECT (SELECT COUNT(DISTINCT event_id) FROM events) +
           (SELECT COUNT(DISTINCT REGEXP_EXTRACT(SAFE_CONVERT_BYTES_TO_STRING(original), r'"event_id":"([^"]+)"')) FROM quarantine) AS n`,
      )
      const [open] = await client.query(
        `SELECT COUNT(*) AS n FROM delivery_state WHERE outcome IN ('pending', 'deferred')`,
      )
      if (Date.now() - shownAt > 10_000) {
        shownAt = Date.now()
        print(`${String(stored!['n'])} of ${total} stored, ${String(open!['n'])} pairs open`)
      }
      if (Number(stored!['n']) >= total && open!['n'] === '0') return true
      await wait(1000)
      return false
    },
    // An idle machine needs a tenth of it.
    timeoutMs + total * 180,
  )
}
