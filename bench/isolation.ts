/** Bench `isolation`: latency of healthy destinations while three others hang, fail and throttle, compared with the same stack while all are
 * healthy. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pick, type Scale } from './scale.ts'
import { clientOf, type Client } from '../test/support/client.ts'
import { TestStack } from '../test/support/stack.ts'
import { until } from '../test/support/until.ts'
import { webhookTo } from '../test/support/webhook.ts'

const destinations = ['first', 'second', 'hanging', 'failing', 'throttling']
const healthy = new Set(['/first', '/second'])
/** Interval between two events in ms: a load well below the machine's capacity. */
const pace = 25

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
  'sluice:destinations': Object.fromEntries(destinations.map((id) => [id, webhookTo(id)])),
}

/** Sends events one after another. Resolves to the latency of each from POST to each healthy destination, in ms, sorted. */
async function latencies(client: Client, events: number): Promise<readonly number[]> {
  const posted = new Map<string, number>()
  for (let n = 0; n < events; n++) {
    const id = randomUUID()
    posted.set(id, Date.now())
    const { status } = await client.post('/v1/topics/view_content', {
      event_id: id,
      content_name: 'An article',
    })
    if (status !== 200) throw new Error(`The front door returned ${status}.`)
    await wait(pace)
  }
  const arrived = async () =>
    (await client.received()).filter(
      ({ url, headers }) => healthy.has(url) && posted.has(headers['webhook-id']!),
    )
  await until('the healthy have every event', async () => (await arrived()).length >= events * healthy.size)
  const times = (await arrived()).map(
    ({ time, headers }) => Date.parse(time) - posted.get(headers['webhook-id']!)!,
  )
  return times.toSorted((a, b) => a - b)
}

function share(sorted: readonly number[], of: number): number {
  return sorted[Math.floor(sorted.length * of)]!
}

export async function benchIsolation(scale: Scale): Promise<void> {
  const events = pick(scale, 400, 10)
  const stack = await TestStack.start(config)
  try {
    const client = clientOf(stack.facts)
    if (scale === 'full') await latencies(client, events)
    const well = await latencies(client, events)
    await client.thirdPartyAnswers({ path: '/hanging', behavior: 'hang' })
    await client.thirdPartyAnswers({ path: '/failing', status: 503 })
    await client.thirdPartyAnswers({ path: '/throttling', status: 429, retryAfter: 1 })
    const sick = await latencies(client, events)
    for (const [name, of] of [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const) {
      const [before, after] = [share(well, of), share(sick, of)]
      console.log(
        `healthy destinations, ${name} from POST to arrival: ${after} ms while three others are sick, ${before} ms while all are well: ` +
          `${(after / before).toFixed(2)}×`,
      )
    }
  } finally {
    await stack.remove()
  }
}
