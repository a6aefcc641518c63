/** Bench `bus`: messages per second that the embedded Pub/Sub publishes and pushes, compared with Google's emulator. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { startEmulator, withoutEmulator } from '../packages/pubsub-emulator/test/support/google_emulator.ts'
import { startEmbedded, type Bus } from './bus_subject.ts'
import { rateLine } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

const concurrency = 64

const message = { data: Buffer.from('x'.repeat(550)).toString('base64') }

export async function benchBus(scale: Scale): Promise<void> {
  // Without the emulator, a smoke run measures the embedded Pub/Sub twice.
  const emulator = (await emulatorBus()) ?? (scale === 'smoke' ? await startEmbedded('the same') : undefined)
  if (!emulator) return console.log(withoutEmulator)
  const embedded = await startEmbedded()
  const sink = await startSink()
  const buses = [embedded, emulator].map((bus) => measurable(bus, sink, scale))
  for (const [what, measure] of [
    ['publish, one message per request', (bus) => bus.publishSingles()],
    ['publish and push to an endpoint', (bus) => bus.publishAndPush()],
  ] as const satisfies readonly (readonly [string, (bus: Measurable) => Promise<number>])[]) {
    const rates: [number, number][] = []
    for (const counts of rounds(scale, 3)) {
      const pair: [number, number] = [await measure(buses[0]!), await measure(buses[1]!)]
      if (counts) rates.push(pair)
    }
    console.log(rateLine(what, embedded.name, emulator.name, rates))
  }
  await Promise.all([...buses, embedded, emulator, sink].map((each) => each.stop()))
}

async function emulatorBus(): Promise<Bus | undefined> {
  const emulator = await startEmulator()
  return (
    emulator && {
      name: "Google's emulator",
      url: `http://${emulator.host}`,
      authorization: 'Bearer none',
      stop: emulator.stop,
    }
  )
}

interface Measurable {
  /** Messages per second. */
  publishSingles: () => Promise<number>
  publishAndPush: () => Promise<number>
  stop: () => Promise<void>
}

function measurable({ url, authorization }: Bus, sink: Sink, scale: Scale): Measurable {
  const [singles, pushes] = pick(scale, [6000, 4000] as const, [200, 200] as const)
  const pool = new Pool(url, { connections: concurrency })
  const headers = { authorization, 'content-type': 'application/json' }
  let topics = 0

  const call = async (method: 'PUT' | 'POST', path: string, body: object): Promise<void> => {
    const response = await pool.request({ method, path, headers, body: JSON.stringify(body) })
    const text = await response.body.text()
    if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}: ${text}`)
  }

  const newTopic = async (): Promise<string> => {
    const topic = `projects/bench/topics/t-${topics++}`
    await call('PUT', `/v1/${topic}`, {})
    return topic
  }

  const publish = (topic: string, requests: number, perRequest: number): Promise<void> => {
    const body = { messages: Array.from({ length: perRequest }, () => message) }
    return inLanes(requests, () => call('POST', `/v1/${topic}:publish`, body))
  }

  return {
    publishSingles: async () => {
      const topic = await newTopic()
      return rate(singles, () => publish(topic, singles, 1))
    },
    publishAndPush: async () => {
      const topic = await newTopic()
      const name = topic.replace('topics', 'subscriptions')
      await call('PUT', `/v1/${name}`, {
        topic,
        pushConfig: { pushEndpoint: sink.url },
        ackDeadlineSeconds: 60,
      })
      return rate(pushes, async () => {
        const delivered = sink.receives(pushes)
        await publish(topic, pushes / 100, 100)
        await delivered
      })
    },
    stop: () => pool.close(),
  }
}

async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return count / ((performance.now() - started) / 1000)
}

async function inLanes(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

interface Sink {
  url: string
  /** Resolves after this number of further requests. */
  receives: (count: number) => Promise<void>
  stop: () => Promise<void>
}

/** Starts an endpoint that acknowledges every push at once. */
async function startSink(): Promise<Sink> {
  let expected = 0
  let tell = (): void => {}
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
    if (--expected === 0) tell()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    receives: (count) =>
      new Promise((resolve) => {
        expected = count
        tell = resolve
      }),
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
