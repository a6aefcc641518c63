/** Bench `store`: CPU per event of `store`, compared with a functions-framework handler that does nothing, and with one that inserts each event
 * through the official client. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFunctions } from '../infra/build/index.ts'
import { subscriptions } from '../schemas/bus.ts'
import { view_content } from '../schemas/events/index.ts'
import { compare } from './compare.ts'
import { environmentOf } from './environment.ts'
import { startGoogle } from './google.ts'
import { pick, type Scale } from './scale.ts'
import { startSubject, type Subject } from './subject.ts'

/** A simple function: one insert per event. */
function oneByOne(bigquery: string): string {
  return `
const { BigQuery } = require(${JSON.stringify(bigquery)})
const table = new BigQuery({ projectId: 'bench' }).dataset('sluice').table('events')
exports.oneByOne = async (request, response) => {
  const { message } = request.body
  const { event_time, ...event } = JSON.parse(Buffer.from(message.data, 'base64'))
  await table.insert({ ...event, event_time, event_data: JSON.stringify(event), message_id: message.messageId })
  response.status(204).end()
}`
}

interface StoreSubjects {
  store: Subject
  /** Starts a functions-framework handler of this code. */
  other: (name: string, target: string, code: string) => Promise<Subject>
  stop: () => Promise<void>
}

/** Starts the function `store` with Google APIs that respond at once. */
async function startStore(): Promise<StoreSubjects> {
  const google = await startGoogle()
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await buildFunctions({ outDir: join(dir, 'dist'), minify: true })
  const data = Buffer.from(JSON.stringify(view_content.examples[0])).toString('base64')
  const subscription = `projects/bench/subscriptions/${subscriptions.store('view_content')}`
  const body = (n: number): string =>
    JSON.stringify({
      message: { data, messageId: String(n), publishTime: '2026-03-14T09:26:53.589Z', attributes: {} },
      subscription,
      deliveryAttempt: 1,
    })
  const request = { path: '/', headers: { 'content-type': 'application/json' }, body, expected: 204 }
  const rules = [{ id: 'permit_all', effect: 'permit', when: 'true' }]
  const destinations = [{ id: 'webhook', target: 'webhook', settings: {}, rules }]
  const env = environmentOf('store', google, {
    DESTINATIONS: JSON.stringify(destinations),
    CONSENT_DEFAULTS: '{}',
    ACTIONS: '[]',
    ORDERING: '',
    DERIVED_FIELDS: '{}',
  })
  const store = await startSubject({
    ...request,
    name: 'store',
    target: 'store',
    source: join(dir, 'dist/store'),
    env,
  })
  return {
    store,
    other: async (name, target, code) => {
      const source = join(dir, `${target}.js`)
      await writeFile(source, code)
      return startSubject({ ...request, name, target, source, env })
    },
    stop: async () => {
      await store.stop()
      await google.stop()
      await rm(dir, { recursive: true })
    },
  }
}

export async function benchStore(scale: Scale): Promise<void> {
  const { store, other, stop } = await startStore()
  const noop = await other(
    'functions-framework no-op',
    'noop',
    'exports.noop = (request, response) => response.status(204).end()',
  )
  await compare(store, noop, pick(scale, [1, 64, 256], [64]), scale)
  await noop.stop()
  const bigquery = createRequire(import.meta.url).resolve('@google-cloud/bigquery')
  const client = await other(
    'one insert per event through the official client',
    'oneByOne',
    oneByOne(bigquery),
  )
  await compare(client, store, [64], scale)
  await client.stop()
  await stop()
}

/** Bench `memory`: memory of the function `store` after ten thousand, a hundred thousand and a million events. */
export async function benchMemory(scale: Scale): Promise<void> {
  const { store, stop } = await startStore()
  let sent = 0
  for (const count of pick(scale, [10_000, 100_000, 1_000_000], [1_000])) {
    await store.measure(count - sent, 256)
    sent = count
    const { resident, used } = await store.memory()
    console.log(
      `store after ${count.toLocaleString('en')} events: ${used.toFixed(0)} MiB in use of ${resident.toFixed(0)} MiB resident`,
    )
  }
  await stop()
}
