/** Bench `delivery`: CPU of delivering an event to a vendor with batches, from the stored event to the response, compared with one `fetch` per
 * event with the same links. The third-party recorder runs in a separate process. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { StoredEvent } from '../functions/bus/stored_message.ts'
import { createDelivery } from '../functions/delivery/deliver.ts'
import { createEgress } from '../functions/net/egress.ts'
import { compilePreparation } from '../functions/linkage/prepare.ts'
import { targetOf } from '../functions/targets/registry.ts'
import { measureCpu, timesLine } from './cpu.ts'
import { postedEvents } from './linkage_case.ts'
import { messageOf } from './process.ts'
import { pick, type Scale } from './scale.ts'
import { alone } from '../test/delivery/fake_third_party.ts'
import { storedEvent } from './stored_event.ts'

const settings = { dataset_id: '1234567890123456', access_token: 'bench' }
const meta = targetOf('meta')

export async function benchDelivery(scale: Scale): Promise<void> {
  const eventsPerRound = pick(scale, 1000, 100)
  const child = fork(fileURLToPath(new URL('third_party.ts', import.meta.url)))
  const url = await messageOf<string>(child, 'The third party')
  const events = postedEvents(550).map(storedEvent)
  const own = ownDelivery(url)
  const inLanes = (lanes: number, bring: (event: StoredEvent) => Promise<void>) =>
    roundOf({ events, count: eventsPerRound, lanes, bring })
  const figures = await measureCpu(
    {
      // The concurrency of one instance, and the vendor's maximum batch.
      eighty: { run: inLanes(80, own), calls: 1 },
      thousand: { run: inLanes(1000, own), calls: 1 },
      fetch: { run: inLanes(80, fetchEach(url)), calls: 1 },
    },
    scale,
  )
  const perEvent = (round: readonly number[]) => round.map((ns) => ns / eventsPerRound)
  for (const [lanes, figure] of [
    [80, figures.eighty],
    [1000, figures.thousand],
  ] as const)
    console.log(
      timesLine(
        [`delivery to ${meta.name}, ${lanes} events at a time`, perEvent(figure)],
        ['one fetch per event', perEvent(figures.fetch)],
      ),
    )
  child.disconnect()
}

interface RoundOptions {
  events: readonly StoredEvent[]
  /** Events per round. */
  count: number
  /** Concurrent deliveries. */
  lanes: number
  bring: (event: StoredEvent) => Promise<void>
}

/** Delivers the events of a round. */
function roundOf({ events, count, lanes, bring }: RoundOptions) {
  return async (): Promise<void> => {
    let next = 0
    const lane = async (): Promise<void> => {
      for (let n = next++; n < count; n = next++) await bring(events[n % events.length]!)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
}

function ownDelivery(url: string) {
  const deliver = createDelivery({ id: 'bench' }, meta, settings, {
    now: () => new Date(),
    send: createEgress({ THIRD_PARTY_GATEWAY: url }),
    wait: async () => {},
    authorization: () => '',
    dropToken: () => {},
    alert: assert.fail,
    ...alone(),
  })
  return async (event: StoredEvent): Promise<void> => {
    const { outcome } = await deliver(event)
    assert.equal(outcome.outcome, 'delivered', outcome.detail)
  }
}

/** Sends one linked event, like a simple function. */
function fetchEach(url: string) {
  const prepare = compilePreparation({}, meta, settings)
  return async (event: StoredEvent): Promise<void> => {
    const linked = prepare(event, new Date())
    assert.ok('fields' in linked)
    const request = meta.request([linked], settings, { now: new Date(), authorization: '' })
    const { method, headers, body } = request
    const response = await fetch(request.url.replace('https:/', url), {
      method,
      headers,
      body: body.toString(),
    })
    assert.equal(response.status, 200)
    await response.text()
  }
}
