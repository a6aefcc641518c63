/** Bench `throttled`: how many events `forward` delivers, through the bus, to a third party that answers a share of its requests with
 * `429 Retry-After: 1` or with 500, beside a client without a bus that does what the answers ask for; and what that costs other destinations. */
import { setTimeout as wait } from 'node:timers/promises'
import { startGoogle } from './google.ts'
import { startForwarding, type Forwarding } from './forwarding.ts'
import { sendDirectly, startMoodyParty, type MoodyParty } from './moody_party.ts'
import { pick, type Scale } from './scale.ts'

const perSecond = 100
/** Requests that `forward` has at most in flight to a third party that takes one event per request. */
const inFlight = 64

const shares = [0, 0.01, 0.05, 0.3] as const
const statuses = [429, 500] as const

/** Publishes events at a steady rate. Resolves to the time of publishing by event, in ms. */
async function offer(
  { publish }: Forwarding,
  destinations: readonly string[],
  seconds: number,
): Promise<ReadonlyMap<string, number>> {
  const published = new Map<string, number>()
  const begun = performance.now()
  for (let tick = 0; tick < seconds * 10; tick++) {
    const at = performance.now()
    for (const id of await publish(destinations, perSecond / 10)) published.set(id, at)
    await wait(Math.max(0, begun + (tick + 1) * 100 - performance.now()))
  }
  return published
}

async function printShares(
  scale: Scale,
  party: MoodyParty,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const seconds = pick(scale, 20, 1)
  for (const status of statuses)
    for (const share of pick<readonly number[]>(scale, shares, [0.05])) {
      const id = `s${status}_${share * 100}`
      party.answers(`/direct_${id}`, { share, status, latency: 20 })
      const forwarding = await startForwarding({
        destinations: [{ id, url: `${party.url}/${id}` }],
        instances: 1,
        env,
      })
      // Before it begins to fail, the third party takes everything, so that the window of the bus is open.
      const before = await offer(forwarding, [id], pick(scale, 5, 1))
      while (party.accepted(`/${id}`).size < before.size) await wait(20)
      party.answers(`/${id}`, { share, status, latency: 20 })
      const busyBefore = forwarding.front.busy()
      const count = seconds * perSecond
      await offer(forwarding, [id], seconds)
      const delivered = party.accepted(`/${id}`).size - before.size
      const busy = (forwarding.front.busy() - busyBefore) / 1000
      await forwarding.stop()
      await sendDirectly(`${party.url}/direct_${id}`, { count, perSecond, inFlight, seconds })
      const taken = party.accepted(`/direct_${id}`).size
      console.log(
        `${share * 100} % of ${status}: ${delivered} of ${count} delivered after ${seconds} s, the third party takes ${taken}: ` +
          `${(delivered / taken).toFixed(2)}; instance time ${busy.toFixed(1)} s`,
      )
    }
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!
}

const healthy = ['first', 'second', 'third', 'fourth'] as const
const sick = 'sick'

async function printIsolation(
  scale: Scale,
  party: MoodyParty,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const ids = [...healthy, sick]
  const forwarding = await startForwarding({
    destinations: ids.map((id) => ({ id, url: `${party.url}/${id}` })),
    instances: 1,
    env,
  })
  const measure = async (): Promise<{ latency: number; busy: number }> => {
    const busy = forwarding.front.busy()
    const published = await offer(forwarding, ids, pick(scale, 10, 1))
    const arrivals = healthy.map((id) => party.accepted(`/${id}`))
    while (arrivals.some((accepted) => ![...published.keys()].every((event) => accepted.has(event))))
      await wait(20)
    const latencies = Array.from(published, ([event, at]) =>
      arrivals.map((accepted) => accepted.get(event)! - at),
    ).flat()
    return { latency: p95(latencies), busy: (forwarding.front.busy() - busy) / 1000 }
  }
  await measure()
  const well = await measure()
  for (const [name, answers] of [
    ['always throttled', { share: 1, status: 429, latency: 20 }],
    ['throttled at 5 %', { share: 0.05, status: 429, latency: 20 }],
    ['slow, 3 s per answer', { share: 0, status: 500, latency: 3000 }],
  ] as const) {
    party.answers(`/${sick}`, answers)
    const { latency, busy } = await measure()
    console.log(
      `one of five destinations ${name}: p95 of the others ${latency.toFixed(0)} ms, ${well.latency.toFixed(0)} ms while all are well: ` +
        `${(latency / well.latency).toFixed(2)}×; instance time ${busy.toFixed(1)} s and ${well.busy.toFixed(1)} s`,
    )
  }
  await forwarding.stop()
}

export async function benchThrottled(scale: Scale): Promise<void> {
  const google = await startGoogle()
  const party = await startMoodyParty()
  await printShares(scale, party, google.env)
  await printIsolation(scale, party, google.env)
  await party.stop()
  await google.stop()
}
