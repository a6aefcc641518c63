/** Bench: the embedded Pub/Sub pushes stored events to instances of `forward`, as deployed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFunctions } from '../infra/build/index.ts'
import { storedMessage } from '../functions/bus/stored_message.ts'
import { permitFilter, subscriptions, topics } from '../schemas/bus.ts'
import { secretVariable, type Destination } from '../schemas/destination.ts'
import { ackDeadlineSeconds, forwardConcurrency } from '../schemas/instance.ts'
import { webhookSecret } from '../test/support/webhook.ts'
import { startEmbedded, type Bus } from './bus_subject.ts'
import { startFront, type Front } from './front.ts'
import { endOf, kill, messageOf } from './process.ts'
import type { Begun } from './send_times.ts'
import { published, read } from './stored_event.ts'

export interface Forwarding {
  /** The bus, to whose topic `stored` others can publish too. */
  bus: Pick<Bus, 'url' | 'authorization'>
  /** Ids of the processes of the instances. */
  pids: readonly number[]
  /** Publishes events for these destinations. Resolves to their ids. */
  publish: (destinations: readonly string[], count: number) => Promise<readonly string[]>
  front: Front
  /** Returns when the instances began their requests on a path of the third party, in ms of one clock, in order. */
  begun: (path: string) => readonly number[]
  /** Asks the instances to end, as Cloud Run does. Resolves to how each ended. */
  terminate: () => Promise<readonly (string | undefined)[]>
  /** What the instances logged. */
  output: () => string
  stop: () => Promise<void>
}

interface ForwardingOptions {
  /** Webhook destinations: the URL of each, and the maximum requests per second if it has one. */
  destinations: readonly { id: string; url: string; requestsPerSecond?: number }[]
  /** Lists of people with their secret settings. Default: none. */
  lists?: readonly { destination: Destination; secrets: Readonly<Record<string, string>> }[]
  instances: number
  /** A folder with the built functions. Default: they are built. */
  built?: string
  /** Environment variables with the addresses of Google's APIs, the project and the dataset. */
  env: Readonly<Record<string, string>>
}

const framework = fileURLToPath(new URL('main.js', import.meta.resolve('@google-cloud/functions-framework')))
const meter = fileURLToPath(new URL('meter.ts', import.meta.url))
const sendTimes = fileURLToPath(new URL('send_times.ts', import.meta.url))

/** The settings of deployed subscriptions: infra/resources/push_subscription.ts and the defaults of `sluice:delivery`. */
const settings = {
  ackDeadlineSeconds,
  retryPolicy: { minimumBackoff: '10s', maximumBackoff: '600s' },
  deadLetterPolicy: { maxDeliveryAttempts: 100 },
}

export async function startForwarding(options: ForwardingOptions): Promise<Forwarding> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const built = options.built ?? join(dir, 'dist')
  if (options.built === undefined) await buildFunctions({ outDir: built, minify: true })
  const project = `projects/${options.env['GOOGLE_CLOUD_PROJECT']}`
  const { lists = [] } = options
  const webhooks = options.destinations.map(({ id, url, requestsPerSecond }) => ({
    id,
    target: 'webhook',
    settings: { url, allow_insecure: true },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    ...(requestsPerSecond !== undefined && { requests_per_second: requestsPerSecond }),
  }))
  const destinations = [...webhooks, ...lists.map(({ destination }) => destination)]
  const secrets = [
    ...webhooks.map(({ id }) => [secretVariable(id, 'secret'), webhookSecret]),
    ...lists.flatMap(({ destination: { id }, secrets: own }) =>
      Object.entries(own).map(([name, secret]) => [secretVariable(id, name), secret]),
    ),
  ]
  const env = {
    ...options.env,
    ...Object.fromEntries(secrets),
    DESTINATIONS: JSON.stringify(destinations),
    NODE_ENV: 'production',
  }
  let output = ''
  const children: ChildProcess[] = []
  const requests: Begun[] = []
  const start = async (): Promise<number> => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        meter,
        '--import',
        sendTimes,
        framework,
        '--target=forward',
        `--source=${join(built, 'forward')}`,
        '--signature-type=http',
      ],
      { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    children.push(child)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    const { port } = await messageOf<{ port: number }>(child, 'forward')
    // No request begins before the first push.
    child.on('message', (message) => requests.push(message as Begun))
    return port
  }
  const ports = await Promise.all(Array.from({ length: options.instances }, start))
  const front = await startFront(ports, forwardConcurrency)
  const bus = await startEmbedded()
  const headers = { authorization: bus.authorization, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object): Promise<void> => {
    const response = await fetch(`${bus.url}/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${await response.text()}`)
  }
  const topic = `${project}/topics/${topics.stored}`
  const deadLetterTopic = `${project}/topics/${topics.deadLetters}`
  await Promise.all([call('PUT', topic, {}), call('PUT', deadLetterTopic, {})])
  for (const { id } of destinations)
    await call('PUT', `${project}/subscriptions/${subscriptions.forward(id)}`, {
      ...settings,
      deadLetterPolicy: { ...settings.deadLetterPolicy, deadLetterTopic },
      topic,
      filter: permitFilter(id),
      pushConfig: { pushEndpoint: `${front.url}/${id}` },
    })

  return {
    bus,
    pids: children.map(({ pid }) => pid!),
    front,
    begun: (path) =>
      requests
        .filter((request) => request.path === path)
        .map(({ at }) => at)
        .toSorted((one, other) => one - other),
    output: () => output,
    terminate: () =>
      Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit')
          child.kill('SIGTERM')
          await ended
          return endOf(child)
        }),
      ),
    publish: async (ids, count) => {
      const events = Array.from({ length: count }, () => randomUUID())
      const permitted = ids.map((destination) => ({ destination }))
      const at = new Date().toISOString()
      const messages = events.map((event_id) => {
        const text = JSON.stringify({ event_name: 'view_content', event_id, content_name: 'An article' })
        const { data, attributes } = storedMessage(read(published(text)), permitted, at)
        return { data: Buffer.from(data).toString('base64'), attributes }
      })
      for (let from = 0; from < count; from += 1000)
        await call('POST', `${topic}:publish`, { messages: messages.slice(from, from + 1000) })
      return events
    },
    stop: async () => {
      await bus.stop()
      await Promise.all(children.map(kill))
      await front.stop()
      await rm(dir, { recursive: true })
    },
  }
}
