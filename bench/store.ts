/** Bench `store`: CPU per event of the store path against a functions-framework handler that does nothing with the same
 * request, in turn, in one run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFunctions } from '../infra/build.ts'
import { subscriptions } from '../schemas/bus.ts'
import { view_content } from '../schemas/events/index.ts'
import { compare } from './compare.ts'
import { startGoogle } from './google.ts'
import { startSubject } from './subject.ts'

export const benchStore = async (): Promise<void> => {
  const google = await startGoogle()
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await buildFunctions({ outDir: join(dir, 'dist'), minify: true })
  await writeFile(join(dir, 'noop.js'), 'exports.noop = (request, response) => response.status(204).end()')

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
  const env = { ...google.env, DATASET: 'sluice', DESTINATIONS: JSON.stringify(destinations) }
  const noop = await startSubject({
    ...request,
    name: 'functions-framework no-op',
    target: 'noop',
    source: join(dir, 'noop.js'),
    env: {},
  })
  const store = await startSubject({
    ...request,
    name: 'store',
    target: 'store',
    source: join(dir, 'dist/store'),
    env,
  })

  await compare(store, noop, [1, 64, 256])
  await Promise.all([noop.stop(), store.stop(), google.stop(), rm(dir, { recursive: true })])
}
